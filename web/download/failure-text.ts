import type { VideoInfo } from '#contract/api.ts'
import { Failure, failureRow } from '#contract/failure.ts'
import { failures as english } from '#contract/failures.ts'
import type { Platform } from '#contract/platforms/platform.ts'
import type { Tag } from '#texts/languages.ts'
import type { Parts } from '#texts/parts.ts'
import { filled } from '#texts/say.ts'
import { HttpError, ToldFailure, UnreadableAnswer, Unreached } from '../unexpected-answer.ts'

/** What a page says about failures, in its language. */
export type FailureWords = {
  language: Tag
  faults: Parts['ui']['faults']
  /** Null: they could not be loaded, because the network is gone. */
  failures: Parts['failures'] | null
}

/** Gets the words for a failure; `undefined` for an answer without formats. */
export type WordsFor = (cause?: unknown) => FailureWords | Promise<FailureWords>

const TIP = english.format_gone.text.slice(english.format_gone.text.indexOf('💡'))
const FORMAT = /\bformats?\b/i
const GONE = /\b(unavailable|not available|no longer available)\b/i

function isAboutFormat(message: string): boolean {
  const at = message.search(FORMAT)
  return at >= 0 && GONE.test(message.slice(at))
}

/**
 * If a message says that a format is unavailable and contains no emoji, returns the message with `TIP` at its
 * end. Otherwise returns the message unchanged. A message with an emoji already contains a tip.
 */
export function withTip(message: string): string {
  return isAboutFormat(message) && !/\p{Extended_Pictographic}/u.test(message) ? `${message} ${TIP}` : message
}

/** The button below a failure says this advice already. */
const ADVICE = / Please try again(?: or choose another format)?\.$/

export const reasonOf = (message: string): string => message.replace(ADVICE, '')

type PageText = keyof Parts['failures']['page']['home']

function pageText(key: PageText, { language, failures, faults }: FailureWords, platform?: Platform): string {
  if (!failures) return faults.offline
  const texts: Record<PageText, string> = failures.page[platform?.failureNoun ?? 'home']
  return filled(language, texts[key], { platform: platform?.displayName ?? '' })
}

/** The edge has told some failures in the language of the page. The page knows the others by their codes. */
function codeText(failure: Failure, { language, failures, faults }: FailureWords): string {
  if (failure instanceof ToldFailure || language === 'en') return withTip(failure.message)
  if (!failures) return faults.offline
  const { waitSeconds } = failureRow(failure.code)
  return filled(language, failures.general[failure.code], { seconds: waitSeconds ?? '' })
}

export function failureText(cause: unknown, words: FailureWords, platform?: Platform): string {
  if (cause instanceof Unreached) return words.faults[cause.isOffline ? 'no_network' : 'offline']
  if (cause instanceof Failure) return codeText(cause, words)
  if (cause instanceof HttpError) return pageText('failed', words, platform)
  if (cause instanceof UnreadableAnswer) return pageText('noDetails', words, platform)
  return (cause instanceof Error && cause.message) || pageText('exception', words, platform)
}

/**
 * Returns the message that the page shows about a response:
 * - If the response has an error and several items: null, because the visitor can select another item.
 * - If the response has an error and at most one item: the message of the error.
 * - If the response has no error and no formats: the message `noDetails`.
 * - Otherwise: null.
 */
export async function answerFault(
  info: VideoInfo,
  wordsFor: WordsFor,
  platform?: Platform,
): Promise<string | null> {
  if (info.error && (info.entries?.length ?? 0) > 1) return null
  if (info.error) return withTip(info.error)
  return info.formats.length > 0 ? null : pageText('noDetails', await wordsFor(), platform)
}

/** Whether the same link may work when it is sent again. */
export function isRetryable(cause: unknown): boolean {
  if (!(cause instanceof Failure)) return true
  const { retry, waitSeconds } = failureRow(cause.code)
  return retry !== undefined || waitSeconds !== undefined
}

export const isReportable = (cause: unknown): boolean =>
  cause instanceof HttpError ||
  cause instanceof UnreadableAnswer ||
  (cause instanceof Failure && failureRow(cause.code).isReportable === true)
