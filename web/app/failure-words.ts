import type { Platform } from '#contract/platforms/platform.ts'
import { failureText, type FailureWords } from '../download/failure-text.ts'
import { Unreached } from '../unexpected-answer.ts'
import { openedLanguage, readTexts } from './texts.ts'

/** Most visitors meet no failure, so its words load only when there is one. */
export async function failureWordsFor(cause?: unknown): Promise<FailureWords> {
  const { faults } = await readTexts('ui')
  const isUnreached = cause instanceof Unreached
  const failures = isUnreached
    ? null
    : await readTexts('failures').catch((fault: unknown) => {
        console.warn(fault)
        return null
      })
  return { language: openedLanguage(), faults, failures }
}

export async function sayFailure(cause: unknown, platform?: Platform): Promise<string> {
  return failureText(cause, await failureWordsFor(cause), platform)
}
