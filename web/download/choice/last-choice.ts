import { useSyncExternalStore } from 'react'
import type { Format } from '#contract/api.ts'
import { requestOf, type RequestedFormat } from './requested-format.ts'

// Key in localStorage for the visitor's latest choice of a format. The next result suggests the same kind of
// format.

export const LAST_CHOICE = 'lastChoice'

type Store = Pick<Storage, 'getItem' | 'setItem'>

const isText = (value: unknown) => value === null || typeof value === 'string'
const isNumber = (value: unknown) => value === null || typeof value === 'number'

export function readLastChoice(store: Store): RequestedFormat | null {
  try {
    const value = JSON.parse(store.getItem(LAST_CHOICE) ?? 'null') as Record<string, unknown> | null
    if (!value || !isText(value.ext)) return null
    const amount = { video: value.height, sound: value.kbps }[value.kind as RequestedFormat['kind']]
    return isNumber(amount) ? (value as RequestedFormat) : null
  } catch {
    return null // An invalid stored value counts as no choice.
  }
}

/** Throws if `store` throws. */
export function writeLastChoice(store: Store, format: Format): void {
  store.setItem(LAST_CHOICE, JSON.stringify(requestOf(format)))
}

export function rememberChoice(format: Format): void {
  try {
    writeLastChoice(localStorage, format)
  } catch (cause) {
    console.warn('Site data is blocked: the choice is not remembered.', cause)
  }
}

/** Throws if the browser blocks localStorage. */
export function forgetChoice(): void {
  localStorage.removeItem(LAST_CHOICE)
}

let known: { text: string | null; requested: RequestedFormat | null } = { text: null, requested: null }

function read(): RequestedFormat | null {
  try {
    const text = localStorage.getItem(LAST_CHOICE)
    if (text !== known.text) known = { text, requested: readLastChoice(localStorage) }
    return known.requested
  } catch {
    return null // The browser blocks localStorage, so no choice is stored.
  }
}

function onChange(listener: () => void): () => void {
  addEventListener('storage', listener)
  return () => removeEventListener('storage', listener)
}

/**
 * Returns the latest choice on this device; null while the server renders and while React hydrates the page.
 */
export const useLastChoice = (): RequestedFormat | null => useSyncExternalStore(onChange, read, () => null)
