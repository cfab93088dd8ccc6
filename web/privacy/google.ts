import type { Brand } from '#contract/brand.ts'
import { isAdFree } from './ad-free.ts'
import type { Measurement, View } from './measurement.ts'
import { allOf, type Preferences } from './consent.ts'
import { figures } from '../content/facts.ts'
import { postAt } from '../content/posts.ts'
import type { Tags } from './google-tags.ts'

// Controls Google's tags. This chunk loads only after the visitor has allowed statistics or ads. The site
// uses the basic form of Consent Mode: before consent, nothing is loaded and nothing is sent.

export function signalsOf({ analytics, advertising, personalization }: Preferences): Record<string, string> {
  const stateOf = (isAllowed: boolean) => (isAllowed ? 'granted' : 'denied')
  return {
    analytics_storage: stateOf(analytics),
    ad_storage: stateOf(advertising),
    ad_user_data: stateOf(advertising),
    ad_personalization: stateOf(advertising && personalization),
    personalization_storage: stateOf(personalization),
  }
}

/** Returns the parameters of an event (docs/specification.md, section 11). */
function parametersOf(measurement: Measurement): Record<string, string | number> {
  if ('platform' in measurement) {
    const { platform } = measurement
    return { event_category: 'Download', event_label: platform, platform, value: 1 }
  }
  return { event_category: 'Blog', event_label: measurement.label, value: 1 }
}

/**
 * For an article, this is the article's title, followed by "| Blog". For the preview, it is "Preview",
 * without the name of the file.
 */
export function viewTitle(view: View): string {
  const post = postAt(view.path)
  if (post) return `${post.title} | Blog`
  return view.path === '/preview' ? 'Preview' : view.title
}

export function createAnalytics(brand: Brand, tags: Tags, first: View) {
  const { trackingEnabled, googleAnalyticsId, adsenseClientId } = brand.analytics
  const id = trackingEnabled ? googleAnalyticsId : undefined
  const client = trackingEnabled ? adsenseClientId : undefined
  let allowed = allOf(false)
  let last = first
  let isTagLoaded = false
  let areAdsLoaded = false

  const maySendStatistics = () => id !== undefined && allowed.analytics
  // The URL has no query, because the query may contain a visitor's link.
  const place = () => ({ page_location: tags.origin + last.path, page_title: viewTitle(last) })

  function send(name: string, parameters: Record<string, string | number>): boolean {
    if (!maySendStatistics()) return false
    tags.command('event', name, { ...parameters, ...place() })
    return true
  }

  function loadTag(measurementId: string) {
    isTagLoaded = true
    tags.command('consent', 'default', signalsOf(allOf(false)))
    tags.command('consent', 'update', signalsOf(allowed))
    tags.command('js', new Date())
    tags.command('config', measurementId, {
      ...place(),
      send_page_view: false,
      cookie_expires: figures.analyticsYears * 365 * 24 * 3_600,
      ...(brand.features.debugMode && { debug_mode: true }),
    })
    tags.load(`https://www.googletagmanager.com/gtag/js?id=${measurementId}`)
  }

  function loadAds() {
    if (!client || !allowed.advertising || areAdsLoaded || isAdFree(last.path)) return
    areAdsLoaded = true
    tags.load(`https://pagead2.googlesyndication.com/pagead/js/adsbygoogle.js?client=${client}`)
  }

  tags.onReturn(() => send('page_view', {}))

  return {
    allow(preferences: Preferences) {
      const couldSendStatistics = maySendStatistics()
      allowed = preferences
      if (id) tags.switchOff(id, !maySendStatistics())
      if (isTagLoaded) tags.command('consent', 'update', signalsOf(preferences))
      if (isTagLoaded && !maySendStatistics()) tags.eraseCookies('statistics')
      if (areAdsLoaded && !preferences.advertising) tags.eraseCookies('ads')
      if (client) tags.allowAds(preferences.advertising, preferences.personalization)
      if (id && maySendStatistics() && !isTagLoaded) loadTag(id)
      loadAds()
      if (!couldSendStatistics) send('page_view', {})
    },
    view(view: View): boolean {
      last = view
      loadAds()
      // Google's tag also sends events by itself. This command sets their URL and title. Otherwise they would
      // contain the URL from the address bar.
      if (maySendStatistics()) tags.command('set', place())
      return send('page_view', {})
    },
    measure: (measurement: Measurement): boolean => send(measurement.name, parametersOf(measurement)),
  }
}
