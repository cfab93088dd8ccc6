import type { Brand } from '#contract/brand.ts'
import { allOf, currentConsent, inForce, isSignalled, onConsent, type Preferences } from './consent.ts'
import { postAt } from './content/posts.ts'
import { googleTags, type Tags } from './google.ts'

// Statistics and ads of Google, only where a brand has them configured and only after a visitor allowed them: until
// then nothing is loaded and nothing is sent (Consent Mode in its basic form).

type BlogEvent =
  | 'blog_post_like'
  | 'blog_post_unlike'
  | 'blog_post_share'
  | 'blog_post_share_success'
  | 'blog_article_click'
  | 'blog_topic_explore'
  | 'blog_post_view'

/** What is counted. Never a pasted link, a title or a file name. */
export type Measurement =
  | { name: BlogEvent; label: string }
  | { name: 'video_search' | 'video_download'; platform: string }

/** A page that was seen: its path without the query, which may hold a visitor's link. */
export type View = { path: string; title: string }

/** The longest we let a statistics cookie live; the privacy policy says so too. */
export const ANALYTICS_YEARS = 2

/** Google's names for what the visitor allowed (Consent Mode v2). */
export function signalsOf({ analytics, advertising, personalization }: Preferences): Record<string, string> {
  const say = (isAllowed: boolean) => (isAllowed ? 'granted' : 'denied')
  return {
    analytics_storage: say(analytics),
    ad_storage: say(advertising),
    ad_user_data: say(advertising),
    ad_personalization: say(advertising && personalization),
    personalization_storage: say(personalization),
  }
}

/** The parameters an event is sent with (specification of the pages, section 7). */
export function parametersOf(measurement: Measurement): Record<string, string | number> {
  if ('platform' in measurement) {
    const { platform } = measurement
    return { event_category: 'Download', event_label: platform, platform, value: 1 }
  }
  return { event_category: 'Blog', event_label: measurement.label, value: 1 }
}

/** What a page view is called: articles by their title plus Blog, the preview without the title of the file. */
export function viewTitle(view: View): string {
  const post = postAt(view.path)
  if (post) return `${post.title} | Blog`
  return view.path === '/preview' ? 'Preview' : view.title
}

/** Ads read the address of the page, and the preview's holds the visitor's link: none there. */
export const isAdFree = (path: string): boolean => path === '/preview'

/** The statistics and ads of one brand in one page. */
export function createAnalytics(brand: Brand, tags: Tags) {
  const { trackingEnabled, googleAnalyticsId: id, adsenseClientId } = brand.analytics
  let allowed = allOf(false)
  let last: View | null = null
  let isTagLoaded = false
  let areAdsLoaded = false

  const isMeasuring = () => trackingEnabled && id !== undefined && allowed.analytics
  const place = (view: View) => ({ page_location: tags.origin + view.path, page_title: viewTitle(view) })

  function send(name: string, parameters: Record<string, string | number>) {
    tags.command('event', name, { ...parameters, ...(last && place(last)) })
  }

  /** Loads what is allowed, once there is a page to speak of. */
  function load() {
    if (!last) return
    if (isMeasuring() && !isTagLoaded) {
      isTagLoaded = true
      tags.command('consent', 'default', signalsOf(allOf(false)))
      tags.command('consent', 'update', signalsOf(allowed))
      tags.command('js', new Date())
      tags.command('config', id, {
        ...place(last),
        send_page_view: false,
        cookie_expires: ANALYTICS_YEARS * 365 * 24 * 3_600,
        ...(brand.features.debugMode && { debug_mode: true }),
      })
      tags.load(`https://www.googletagmanager.com/gtag/js?id=${id}`)
    }
    if (adsenseClientId && allowed.advertising && !areAdsLoaded && !isAdFree(last.path)) {
      areAdsLoaded = true
      tags.load(`https://pagead2.googlesyndication.com/pagead/js/adsbygoogle.js?client=${adsenseClientId}`)
    }
  }

  return {
    /** Takes a choice into account: loads what is allowed now, silences what no longer is. */
    allow(preferences: Preferences) {
      const wasMeasuring = isMeasuring()
      allowed = preferences
      if (id) tags.switchOff(id, !isMeasuring())
      if (isTagLoaded) tags.command('consent', 'update', signalsOf(preferences))
      if (isTagLoaded && !isMeasuring()) tags.eraseCookies()
      if (adsenseClientId) tags.allowAds(preferences.advertising, preferences.personalization)
      load()
      if (isMeasuring() && !wasMeasuring && last) send('page_view', {})
    },
    /** A page is seen; true when it was sent. */
    view(view: View): boolean {
      last = view
      load()
      if (!isMeasuring()) return false
      // For what the tag sends by itself: it would read the address bar, where a visitor's link may stand.
      tags.command('set', place(view))
      send('page_view', {})
      return true
    },
    /** Counts something; true when it was sent. */
    measure(measurement: Measurement): boolean {
      if (!isMeasuring()) return false
      send(measurement.name, parametersOf(measurement))
      return true
    },
  }
}

/** A line of the debug view. */
export type Trace = { text: string; isSent: boolean }

let own: ReturnType<typeof createAnalytics> | null = null
let isDebugged = false
let traces: readonly Trace[] = []
const watchers = new Set<() => void>()

function trace(text: string, isSent: boolean) {
  if (!isDebugged) return
  traces = [{ text, isSent }, ...traces].slice(0, 20)
  for (const watcher of watchers) watcher()
}

/** What was counted or would have been, newest first; kept only where a brand has `debugMode` on. */
export const debugTraces = {
  get: (): readonly Trace[] => traces,
  subscribe: (watcher: () => void): (() => void) => {
    watchers.add(watcher)
    return () => void watchers.delete(watcher)
  },
}

/** Starts following the visitor's choice in this page; the second call changes nothing. */
export function startAnalytics(brand: Brand): void {
  if (own) return
  const analytics = createAnalytics(brand, googleTags())
  own = analytics
  isDebugged = brand.features.debugMode
  const follow = () => analytics.allow(inForce(currentConsent(), isSignalled()))
  onConsent(follow)
  follow()
}

/** A page came into view. */
export function viewPage(view: View): void {
  if (own) trace(`page_view: ${viewTitle(view)} (${view.path})`, own.view(view))
}

/** Counts something that a visitor did, where that is allowed; else it is forgotten. */
export function measure(measurement: Measurement): void {
  if (!own) return
  const what = 'platform' in measurement ? measurement.platform : measurement.label
  trace(`${measurement.name}: ${what}`, own.measure(measurement))
}
