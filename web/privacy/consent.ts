import { useSyncExternalStore } from 'react'

// The visitor's consent, in the browser's local storage. If the storage is blocked, the choice is kept in
// memory until the page is left. Nothing optional happens before a choice.

/** The four switches of the cookie settings. Essential storage cannot be switched off. */
export type Preferences = {
  essential: true
  analytics: boolean
  advertising: boolean
  personalization: boolean
}
export type Category = Exclude<keyof Preferences, 'essential'>
export const categories: readonly Category[] = ['analytics', 'advertising', 'personalization']

/** A visitor's choice. `asked` is true if the visitor has made one. */
export type Consent = { asked: boolean; preferences: Preferences }

/** Keys in the local storage (docs/specification.md, section 11). */
export const KEYS = {
  preferences: 'cookiePreferences',
  consent: 'dataConsent',
  asked: 'consentAsked',
} as const

type Store = Pick<Storage, 'getItem' | 'setItem'>

/** Preferences that allow or reject all optional categories. */
export const allOf = (value: boolean): Preferences => ({
  essential: true,
  analytics: value,
  advertising: value,
  personalization: value,
})

/** Whether any optional category is allowed. */
export const isAnyOf = (preferences: Preferences): boolean => categories.some((one) => preferences[one])

function parse(text: string | null): Preferences | undefined {
  if (text === null) return undefined
  try {
    const value = JSON.parse(text) as Record<string, unknown> | null
    if (typeof value !== 'object' || value === null) return undefined
    if (!['essential', ...categories].every((key) => typeof value[key] === 'boolean')) return undefined
    const { analytics, advertising, personalization } = value as Preferences
    return { essential: true, analytics, advertising, personalization }
  } catch {
    return undefined // An invalid value counts as no choice.
  }
}

/**
 * Reads the stored choice: valid `cookiePreferences`, else `dataConsent` for all categories, else nothing is
 * allowed.
 */
export function readConsent(store: Store): Consent {
  const preferences = parse(store.getItem(KEYS.preferences))
  if (preferences) return { asked: true, preferences }
  const asked = store.getItem(KEYS.asked) === 'true'
  return { asked, preferences: allOf(asked && store.getItem(KEYS.consent) === 'true') }
}

/** Writes a choice to all three keys. Throws if the storage throws. */
export function writeConsent(store: Store, preferences: Preferences): void {
  store.setItem(KEYS.preferences, JSON.stringify(preferences))
  store.setItem(KEYS.consent, String(isAnyOf(preferences)))
  // Written last, so that a choice written only in part does not count as asked.
  store.setItem(KEYS.asked, 'true')
}

/** The preferences in force. Global Privacy Control rejects everything, whatever is stored. */
export function inForce(consent: Consent, hasSignal: boolean): Preferences {
  return hasSignal ? allOf(false) : consent.preferences
}

/** Whether this browser sends Global Privacy Control (w3c.github.io/gpc). */
export function isSignalled(): boolean {
  return (navigator as { globalPrivacyControl?: unknown }).globalPrivacyControl === true
}

const listeners = new Set<() => void>()
let known: Consent | null = null

function read(): Consent {
  try {
    return readConsent(localStorage)
  } catch (cause) {
    console.warn('Site data is blocked: cookie choices last until this page is left.', cause)
    return { asked: false, preferences: allOf(false) }
  }
}

function publish(consent: Consent): void {
  known = consent
  for (const listener of listeners) listener()
}

/**
 * Reads the choice again when another tab has changed it, or when this page returns from the back/forward
 * cache.
 */
function onStorageChange(event: Event): void {
  const { key, persisted } = event as Partial<StorageEvent & PageTransitionEvent>
  if (persisted || key === null || Object.values<unknown>(KEYS).includes(key)) publish(read())
}

const CHANGE_EVENTS = ['storage', 'pageshow']

/** Calls the listener on every change of the choice. Returns a function that stops it. Browser only. */
export function onConsent(listener: () => void): () => void {
  if (listeners.size === 0) {
    for (const event of CHANGE_EVENTS) addEventListener(event, onStorageChange)
    // The first call is in a later task, so that its rendering does not delay hydration.
    if (!known) setTimeout(() => publish(currentConsent()))
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) for (const event of CHANGE_EVENTS) removeEventListener(event, onStorageChange)
  }
}

/** The current choice. Browser only. */
export function currentConsent(): Consent {
  known ??= read()
  return known
}

/** Applies and stores a choice. It applies even if storing it throws. */
export function choose(preferences: Preferences): void {
  publish({ asked: true, preferences })
  writeConsent(localStorage, preferences)
}

/**
 * The visitor's choice. Null during server rendering and hydration, because the storage is read afterwards.
 */
export function useConsent(): Consent | null {
  return useSyncExternalStore(
    onConsent,
    () => known,
    () => null,
  )
}
