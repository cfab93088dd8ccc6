import type { Brand } from '#contract/brand.ts'
import type { Measurement, View } from './measurement.ts'
import { allOf, currentConsent, inForce, isSignalled, onConsent, type Preferences } from './consent.ts'

// Pages report their views and events to this module. The chunk that contacts Google loads only if the brand
// has configured statistics or ads and the visitor has allowed them. Without this chunk, events are dropped.

export function needsGoogle({ analytics }: Pick<Brand, 'analytics'>, allowed: Preferences): boolean {
  if (!analytics.trackingEnabled) return false
  const isCounting = analytics.googleAnalyticsId !== undefined && allowed.analytics
  return isCounting || (analytics.adsenseClientId !== undefined && allowed.advertising)
}

export function asksForConsent({ analytics, features }: Pick<Brand, 'analytics' | 'features'>): boolean {
  return features.consentFeature && needsGoogle({ analytics }, allOf(true))
}

type Google = ReturnType<(typeof import('./google.ts'))['createAnalytics']>

type Trace = { text: string; isSent: boolean }

let isStarted = false
let isDebugged = false
let view: View | null = null
let google: Promise<Google | null> | null = null
let traces: readonly Trace[] = []
const watchers = new Set<() => void>()

export const debugTraces = {
  get: (): readonly Trace[] => traces,
  subscribe: (watcher: () => void): (() => void) => {
    watchers.add(watcher)
    return () => void watchers.delete(watcher)
  },
}

function trace(text: string, isSent: boolean) {
  if (!isDebugged) return
  traces = [{ text, isSent }, ...traces].slice(0, 20)
  for (const watcher of watchers) watcher()
}

async function load(brand: Brand, first: View): Promise<Google | null> {
  try {
    const [{ createAnalytics }, { googleTags }] = await Promise.all([
      import('./google.ts'),
      import('./google-tags.ts'),
    ])
    return createAnalytics(brand, googleTags(), first)
  } catch (cause) {
    console.warn('Statistics could not be loaded; everything else works without them.', cause)
    return null
  }
}

export function startAnalytics(brand: Brand, first: View): void {
  if (isStarted) return
  isStarted = true
  isDebugged = brand.features.debugMode
  view = first
  const allowed = () => inForce(currentConsent(), isSignalled())
  const follow = () => {
    if (!google && needsGoogle(brand, allowed())) google = load(brand, view ?? first)
    // The visitor may have changed the preferences while the chunk was loading, so they are read again here.
    void google?.then((loaded) => loaded?.allow(allowed()))
  }
  onConsent(follow)
  follow()
  trace(`page_view: ${first.path}`, google !== null)
}

export function viewPage(next: View): void {
  if (!isStarted || next.path === view?.path) return
  view = next
  void send(`page_view: ${next.path}`, (loaded) => loaded.view(next))
}

export function measure(measurement: Measurement): void {
  const label = 'platform' in measurement ? measurement.platform : measurement.label
  void send(`${measurement.name}: ${label}`, (loaded) => loaded.measure(measurement))
}

async function send(text: string, call: (loaded: Google) => boolean): Promise<void> {
  const loaded = await google
  trace(text, loaded ? call(loaded) : false)
}
