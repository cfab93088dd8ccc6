import type { Brand } from '#contract/brand.ts'
import { currentConsent, inForce, isSignalled, onConsent, type Preferences } from './consent.ts'

// What the pages call. The part that speaks to Google is a chunk of its own and is fetched only when a visitor has
// allowed something that the brand has configured; until then, what is counted here is forgotten at once.

type BlogEvent =
  | 'blog_post_like'
  | 'blog_post_unlike'
  | 'blog_post_share'
  | 'blog_post_share_success'
  | 'blog_article_click'
  | 'blog_topic_explore'
  | 'blog_post_view'

/** What is counted. Never a pasted link, a title of an item or a file name. */
export type Measurement =
  | { name: BlogEvent; label: string }
  | { name: 'video_search' | 'video_download'; platform: string }

/** A page that is seen: its path without the query, which may hold a visitor's link. */
export type View = { path: string; title: string }

/** What an address is called at which nothing of ours stands: it may hold a visitor's link, or the slug of somebody's. */
export const NOWHERE = '/404'

/** Ads read the address of the page, and the preview's holds the visitor's link: none there. */
export const isAdFree = (path: string): boolean => path === '/preview' || path === NOWHERE

/** Whether anything of Google is both configured and allowed. */
export function isWanted({ analytics }: Pick<Brand, 'analytics'>, allowed: Preferences): boolean {
  if (!analytics.trackingEnabled) return false
  const isCounting = analytics.googleAnalyticsId !== undefined && allowed.analytics
  return isCounting || (analytics.adsenseClientId !== undefined && allowed.advertising)
}

type Google = ReturnType<(typeof import('./google.ts'))['createAnalytics']>

/** A line of the debug view. */
export type Trace = { text: string; isSent: boolean }

let isStarted = false
let isDebugged = false
let view: View | null = null
let google: Promise<Google | null> | null = null
let traces: readonly Trace[] = []
const watchers = new Set<() => void>()

/** What was counted or would have been, newest first; kept only where a brand has `debugMode` on. */
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

/** Starts following the visitor's choice in this page, beginning with the page that is open. The second call changes nothing. */
export function startAnalytics(brand: Brand, first: View): void {
  if (isStarted) return
  isStarted = true
  isDebugged = brand.features.debugMode
  view = first
  const allowed = () => inForce(currentConsent(), isSignalled())
  const follow = () => {
    if (!google && isWanted(brand, allowed())) google = load(brand, view ?? first)
    // Asked again when it has come: meanwhile a visitor may have said no.
    void google?.then((one) => one?.allow(allowed()))
  }
  onConsent(follow)
  follow()
  trace(`page_view: ${first.path}`, google !== null)
}

/** Another page came into view. */
export function viewPage(next: View): void {
  if (!isStarted || next.path === view?.path) return
  view = next
  void tell(`page_view: ${next.path}`, (one) => one.view(next))
}

/** Counts something that a visitor did, where that is allowed; else it is forgotten. */
export function measure(measurement: Measurement): void {
  const what = 'platform' in measurement ? measurement.platform : measurement.label
  void tell(`${measurement.name}: ${what}`, (one) => one.measure(measurement))
}

async function tell(text: string, call: (one: Google) => boolean): Promise<void> {
  const one = await google
  trace(text, one ? call(one) : false)
}
