import { useSyncExternalStore } from 'react'

// The visitor's consent, in the browser's local storage. If the storage is blocked, the choice is kept in
// memory until the visitor leaves the page. Before a choice, nothing optional is loaded or stored.

export type Preferences = {
  essential: true
  analytics: boolean
  advertising: boolean
  personalization: boolean
}
export type Category = Exclude<keyof Preferences, 'essential'>
export const categories: readonly Category[] = ['analytics', 'advertising', 'personalization']

type Consent = { asked: boolean; preferences: Preferences }

/** Keys in the local storage (docs/specification.md, section 11). */
export const KEYS = {
  preferences: 'cookiePreferences',
  consent: 'dataConsent',
  asked: 'consentAsked',
} as const

type Store = Pick<Storage, 'getItem' | 'setItem'>

export const allOf = (value: boolean): Preferences => ({
  essential: true,
  analytics: value,
  advertising: value,
  personalization: value,
})

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
    return undefined // An invalid stored value counts as no choice.
  }
}

/**
 * Reads the stored consent. The first case that applies decides:
 * - `cookiePreferences` is valid: it contains the preferences.
 * - `consentAsked` is `true`: `dataConsent` allows or rejects all optional categories.
 * - Neither: nothing optional is allowed.
 */
export function readConsent(store: Store): Consent {
  const preferences = parse(store.getItem(KEYS.preferences))
  if (preferences) return { asked: true, preferences }
  const asked = store.getItem(KEYS.asked) === 'true'
  return { asked, preferences: allOf(asked && store.getItem(KEYS.consent) === 'true') }
}

/** Throws if the storage throws. */
export function writeConsent(store: Store, preferences: Preferences): void {
  store.setItem(KEYS.preferences, JSON.stringify(preferences))
  store.setItem(KEYS.consent, String(isAnyOf(preferences)))
  // This key is written last: as long as it is not `true`, `readConsent` ignores `dataConsent`.
  store.setItem(KEYS.asked, 'true')
}

/** Global Privacy Control rejects all optional categories, even if the visitor has allowed them before. */
export function inForce(consent: Consent, hasSignal: boolean): Preferences {
  return hasSignal ? allOf(false) : consent.preferences
}

/** Returns whether this browser sends Global Privacy Control (w3c.github.io/gpc). */
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

function onStorageChange(event: Event): void {
  const { key, persisted } = event as Partial<StorageEvent & PageTransitionEvent>
  if (persisted || key === null || Object.values<unknown>(KEYS).includes(key)) publish(read())
}

const CHANGE_EVENTS = ['storage', 'pageshow']

export function onConsent(listener: () => void): () => void {
  if (listeners.size === 0) {
    for (const event of CHANGE_EVENTS) addEventListener(event, onStorageChange)
    // A timer reads the storage after hydration, and React then renders again. Without the timer, this work
    // would make hydration longer.
    if (!known) setTimeout(() => publish(currentConsent()))
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) for (const event of CHANGE_EVENTS) removeEventListener(event, onStorageChange)
  }
}

export function currentConsent(): Consent {
  known ??= read()
  return known
}

/** Applies and stores the visitor's preferences. They apply even if storing them throws. */
export function choose(preferences: Preferences): void {
  publish({ asked: true, preferences })
  writeConsent(localStorage, preferences)
}

/**
 * Returns the visitor's consent. It is null during server rendering and hydration, because the storage is
 * read after hydration.
 */
export function useConsent(): Consent | null {
  return useSyncExternalStore(
    onConsent,
    () => known,
    () => null,
  )
}
