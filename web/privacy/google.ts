import type { Brand } from '#contract/brand.ts'
import { isAdFree, type Measurement, type View } from './analytics.ts'
import { allOf, type Preferences } from './consent.ts'
import { figures } from '../content/facts.ts'
import { postAt } from '../content/posts.ts'
import type { Tags } from './google-tags.ts'

// Decides what Google's tags are told; loaded only after a visitor allowed something that a brand has configured
// (Consent Mode in its basic form: nothing is loaded and nothing is sent before).

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

/** The statistics and ads of one brand in one page, beginning with the view that is open. */
export function createAnalytics(brand: Brand, tags: Tags, first: View) {
  const { trackingEnabled, googleAnalyticsId, adsenseClientId } = brand.analytics
  const id = trackingEnabled ? googleAnalyticsId : undefined
  const client = trackingEnabled ? adsenseClientId : undefined
  let allowed = allOf(false)
  let last = first
  let isTagLoaded = false
  let areAdsLoaded = false

  const isMeasuring = () => id !== undefined && allowed.analytics
  // Without the query: there may stand a visitor's link.
  const place = () => ({ page_location: tags.origin + last.path, page_title: viewTitle(last) })

  function send(name: string, parameters: Record<string, string | number>): boolean {
    if (!isMeasuring()) return false
    tags.command('event', name, { ...parameters, ...place() })
    return true
  }

  function loadTag(id: string) {
    isTagLoaded = true
    tags.command('consent', 'default', signalsOf(allOf(false)))
    tags.command('consent', 'update', signalsOf(allowed))
    tags.command('js', new Date())
    tags.command('config', id, {
      ...place(),
      send_page_view: false,
      cookie_expires: figures.analyticsYears * 365 * 24 * 3_600,
      ...(brand.features.debugMode && { debug_mode: true }),
    })
    tags.load(`https://www.googletagmanager.com/gtag/js?id=${id}`)
  }

  function loadAds() {
    if (!client || !allowed.advertising || areAdsLoaded || isAdFree(last.path)) return
    areAdsLoaded = true
    tags.load(`https://pagead2.googlesyndication.com/pagead/js/adsbygoogle.js?client=${client}`)
  }

  tags.onReturn(() => send('page_view', {}))

  return {
    /** Takes a choice into account: loads what is allowed now, silences what no longer is. */
    allow(preferences: Preferences) {
      const wasMeasuring = isMeasuring()
      allowed = preferences
      if (id) tags.switchOff(id, !isMeasuring())
      if (isTagLoaded) tags.command('consent', 'update', signalsOf(preferences))
      if (isTagLoaded && !isMeasuring()) tags.eraseCookies('statistics')
      if (areAdsLoaded && !preferences.advertising) tags.eraseCookies('ads')
      if (client) tags.allowAds(preferences.advertising, preferences.personalization)
      if (id && isMeasuring() && !isTagLoaded) loadTag(id)
      loadAds()
      if (!wasMeasuring) send('page_view', {})
    },
    /** Another page is seen; true when it was sent. */
    view(view: View): boolean {
      last = view
      loadAds()
      // For what the tag sends by itself: it would read the address bar.
      if (isMeasuring()) tags.command('set', place())
      return send('page_view', {})
    },
    /** Counts something; true when it was sent. */
    measure: (measurement: Measurement): boolean => send(measurement.name, parametersOf(measurement)),
  }
}
