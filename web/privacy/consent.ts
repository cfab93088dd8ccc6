import { useSyncExternalStore } from 'react'

// What a visitor allows, in the storage of the browser. The storage may be closed (private windows, blocked site
// data); then the choice lives in memory, and nothing optional happens before there is one.

/** The four switches of the cookie settings; essential storage can't be switched off. */
export type Preferences = {
  essential: true
  analytics: boolean
  advertising: boolean
  personalization: boolean
}
export type Category = Exclude<keyof Preferences, 'essential'>
export const categories: readonly Category[] = ['analytics', 'advertising', 'personalization']

/** What is known of a visitor's choice; `asked` says that they made one. */
export type Consent = { asked: boolean; preferences: Preferences }

/** Keys of the specification, section 7. */
export const KEYS = {
  preferences: 'cookiePreferences',
  consent: 'dataConsent',
  asked: 'consentAsked',
} as const

type Store = Pick<Storage, 'getItem' | 'setItem'>

/** All optional categories alike. */
export const allOf = (value: boolean): Preferences => ({
  essential: true,
  analytics: value,
  advertising: value,
  personalization: value,
})

/** Whether anything beyond the essential is allowed. */
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
    return undefined // Somebody else's text under our key: as if nothing had been chosen there.
  }
}

/** The stored choice: `cookiePreferences` where valid, else the yes or no of `dataConsent`, else nothing allowed. */
export function readConsent(store: Store): Consent {
  const preferences = parse(store.getItem(KEYS.preferences))
  if (preferences) return { asked: true, preferences }
  const asked = store.getItem(KEYS.asked) === 'true'
  return { asked, preferences: allOf(asked && store.getItem(KEYS.consent) === 'true') }
}

/** Writes a choice under all three keys; throws what the storage throws. */
export function writeConsent(store: Store, preferences: Preferences): void {
  store.setItem(KEYS.preferences, JSON.stringify(preferences))
  store.setItem(KEYS.consent, String(isAnyOf(preferences)))
  // Last, so that a write that ends half-way counts as not asked where it was not.
  store.setItem(KEYS.asked, 'true')
}

/** What may happen now. Global Privacy Control is a "no" that stands above what was saved here. */
export function inForce(consent: Consent, isSignalled: boolean): Preferences {
  return isSignalled ? allOf(false) : consent.preferences
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

function tell(consent: Consent): void {
  known = consent
  for (const listener of listeners) listener()
}

/** Another tab of the same site has saved a choice, or this page comes back from the browser's memory, where it hears none. */
function hear(event: Event): void {
  const { key, persisted } = event as Partial<StorageEvent & PageTransitionEvent>
  if (persisted || key === null || Object.values<unknown>(KEYS).includes(key)) tell(read())
}

/** Where choices of elsewhere are heard of. */
const news = ['storage', 'pageshow']

/** Calls back on every change of the choice; returns the way to stop. Browser only. */
export function onConsent(listener: () => void): () => void {
  if (listeners.size === 0) {
    for (const event of news) addEventListener(event, hear)
    // The first answer comes in a task of its own: what it shows is rendered apart from hydration.
    if (!known) setTimeout(() => tell(currentConsent()))
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) for (const event of news) removeEventListener(event, hear)
  }
}

/** The choice as it stands. Browser only. */
export function currentConsent(): Consent {
  known ??= read()
  return known
}

/** Makes a choice: it holds at once, also where writing it down throws. */
export function choose(preferences: Preferences): void {
  tell({ asked: true, preferences })
  writeConsent(localStorage, preferences)
}

/** The visitor's choice; null while the page is rendered and hydrated, since storage is only asked afterwards. */
export function useConsent(): Consent | null {
  return useSyncExternalStore(
    onConsent,
    () => known,
    () => null,
  )
}
