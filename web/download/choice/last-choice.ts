import { useSyncExternalStore } from 'react'
import type { Format } from '#contract/api.ts'
import { wishFor, type Wish } from './wish.ts'

// The kind of file that the visitor chose last, in localStorage. The next result suggests the same kind.

export const LAST_CHOICE = 'lastChoice'

type Store = Pick<Storage, 'getItem' | 'setItem'>

const isText = (value: unknown) => value === null || typeof value === 'string'
const isNumber = (value: unknown) => value === null || typeof value === 'number'

/** Returns the stored wish, or null if there is none or it is invalid. */
export function readLastChoice(store: Store): Wish | null {
  try {
    const value = JSON.parse(store.getItem(LAST_CHOICE) ?? 'null') as Record<string, unknown> | null
    if (!value || !isText(value.ext)) return null
    const isVideo = value.kind === 'video' && isNumber(value.height)
    const isSound = value.kind === 'sound' && isNumber(value.kbps)
    return isVideo || isSound ? (value as Wish) : null
  } catch {
    return null // An invalid value counts as no choice.
  }
}

/** Stores the choice of a format. Throws if the storage throws. */
export function writeLastChoice(store: Store, format: Format): void {
  store.setItem(LAST_CHOICE, JSON.stringify(wishFor(format)))
}

/** Remembers the choice of a format on this device, unless the browser blocks its storage. */
export function rememberChoice(format: Format): void {
  try {
    writeLastChoice(localStorage, format)
  } catch (cause) {
    console.warn('Site data is blocked: the choice is not remembered.', cause)
  }
}

/** Stored text and its parsed value. The same value is returned while the text stays the same. */
let known: { text: string | null; wish: Wish | null } = { text: null, wish: null }

function read(): Wish | null {
  try {
    const text = localStorage.getItem(LAST_CHOICE)
    if (text !== known.text) known = { text, wish: readLastChoice(localStorage) }
    return known.wish
  } catch {
    return null // The browser blocks its storage.
  }
}

/** Calls the listener when another tab has stored a choice. */
function onChange(listener: () => void): () => void {
  addEventListener('storage', listener)
  return () => removeEventListener('storage', listener)
}

/** The last choice on this device. Null while the server renders and React hydrates the page. */
export const useLastChoice = (): Wish | null => useSyncExternalStore(onChange, read, () => null)
