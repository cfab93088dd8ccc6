import type { Format } from '#contract/api.ts'
import { store, useStored } from '../../parts/stored.ts'
import { requestOf, type RequestedFormat } from './requested-format.ts'

// Key in localStorage for the visitor's latest choice of a format. The next result suggests the same kind of
// format.

export const LAST_CHOICE = 'lastChoice'

const isText = (value: unknown) => value === null || typeof value === 'string'
const isNumber = (value: unknown) => value === null || typeof value === 'number'

/** An invalid stored value counts as no choice. */
export function choiceIn(text: string | null): RequestedFormat | null {
  try {
    const value = JSON.parse(text ?? 'null') as Record<string, unknown> | null
    if (!value || !isText(value.ext)) return null
    const amount = { video: value.height, sound: value.kbps }[value.kind as RequestedFormat['kind']]
    return isNumber(amount) ? (value as RequestedFormat) : null
  } catch {
    return null
  }
}

export function rememberChoice(format: Format): void {
  store(LAST_CHOICE, JSON.stringify(requestOf(format)))
}

export const useLastChoice = (): RequestedFormat | null => choiceIn(useStored(LAST_CHOICE))
