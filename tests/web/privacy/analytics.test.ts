import { describe, expect, test } from 'vitest'
import { neutralBrand, type Brand } from '#contract/brand.ts'
import { asksForConsent, needsGoogle } from '../../../web/privacy/analytics.ts'
import { UNKNOWN_PATH, type View } from '../../../web/privacy/measurement.ts'
import { allOf, type Preferences } from '../../../web/privacy/consent.ts'
import type { Tags } from '../../../web/privacy/google-tags.ts'
import { createAnalytics, signalsOf, viewTitle } from '../../../web/privacy/google.ts'

const GOOGLE: Brand['analytics'] = {
  trackingEnabled: true,
  googleAnalyticsId: 'G-ABCD1234',
  adsenseClientId: 'ca-pub-1234567890123456',
  adSlots: {},
}
const brandWith = (analytics: Partial<Brand['analytics']> = {}, debugMode = false): Brand => ({
  ...neutralBrand,
  analytics: { ...GOOGLE, ...analytics },
  features: { ...neutralBrand.features, debugMode },
})
const home: View = { path: '/', title: 'Home' }
const only = (allowed: Partial<Preferences>): Preferences => ({ ...allOf(false), ...allowed })

/**
 * Returns the analytics module of a brand, and the calls that the module makes to Google's tags. The tags are
 * stubs, which record the calls and send nothing to Google. `first` is the view of the first page.
 */
function recorded(brand: Brand = brandWith(), first: View = home) {
  const commands: unknown[][] = []
  const loaded: string[] = []
  const switches: [string, boolean][] = []
  const ads: [boolean, boolean][] = []
  const erased: string[] = []
  const returns: (() => void)[] = []
  const tags: Tags = {
    command: (...args) => void commands.push(args),
    load: (address) => void loaded.push(address),
    switchOff: (id, isOff) => void switches.push([id, isOff]),
    allowAds: (isAllowed, isPersonal) => void ads.push([isAllowed, isPersonal]),
    eraseCookies: (of) => void erased.push(of),
    onReturn: (callback) => void returns.push(callback),
    origin: 'https://clips.example',
  }
  return {
    analytics: createAnalytics(brand, tags, first),
    commands,
    loaded,
    switches,
    ads,
    erased,
    comeBack: () => returns.forEach((callback) => callback()),
    events: () => commands.filter(([command]) => command === 'event'),
  }
}

describe('needsGoogle follows consent and configuration', () => {
  test.each([
    ['before consent', brandWith(), allOf(false)],
    ['if tracking is switched off', brandWith({ trackingEnabled: false }), allOf(true)],
    ['if no id is configured', { analytics: { trackingEnabled: true, adSlots: {} } }, allOf(true)],
    ['if only personalization is allowed', brandWith(), only({ personalization: true })],
    [
      'for ads without an ad client',
      { analytics: { ...GOOGLE, adsenseClientId: undefined } },
      only({ advertising: true }),
    ],
  ])('needsGoogle returns false in this case: %s', (_, brand, allowed) => {
    expect(needsGoogle(brand as Brand, allowed)).toBe(false)
  })

  test('needs Google for analytics or advertising', () => {
    expect(needsGoogle(brandWith(), only({ analytics: true }))).toBe(true)
    expect(needsGoogle(brandWith(), only({ advertising: true }))).toBe(true)
  })
})

describe('asks only for what the brand would load', () => {
  const features = { ...neutralBrand.features, consentFeature: true }
  const { googleAnalyticsId, adsenseClientId } = GOOGLE

  test.each([
    ['an id of Analytics', { googleAnalyticsId }, true],
    ['an id of AdSense', { adsenseClientId }, true],
    ['no id', {}, false],
    ['slots without an id', { adSlots: { leaderboard: '1234567890' } }, false],
  ])('tracking with %s', (_, ids, isAsking) => {
    const analytics = { trackingEnabled: true, adSlots: {}, ...ids }
    expect(asksForConsent({ analytics, features })).toBe(isAsking)
    expect(asksForConsent({ analytics: { ...analytics, trackingEnabled: false }, features })).toBe(false)
    expect(asksForConsent({ analytics, features: { ...features, consentFeature: false } })).toBe(false)
  })
})

describe('statistics are sent to Google only with consent', () => {
  test('statistics load no script and send no event before consent', () => {
    const { analytics, commands, loaded } = recorded()
    analytics.allow(allOf(false))
    expect(analytics.view({ path: '/blog', title: 'Blog' })).toBe(false)
    expect(analytics.measure({ name: 'video_search', platform: 'youtube' })).toBe(false)
    expect(commands).toEqual([])
    expect(loaded).toEqual([])
  })

  test("denies all purposes before the visitor's consent", () => {
    const { analytics, commands, loaded, events } = recorded()
    analytics.allow(only({ analytics: true }))
    expect(commands[0]).toEqual(['consent', 'default', signalsOf(allOf(false))])
    expect(commands[1]).toEqual(['consent', 'update', signalsOf(only({ analytics: true }))])
    expect(Object.values(signalsOf(allOf(false)))).toEqual(Array(5).fill('denied'))
    expect(loaded).toEqual(['https://www.googletagmanager.com/gtag/js?id=G-ABCD1234'])
    expect(events()).toHaveLength(1)
  })

  test('sends events with category, label and value', () => {
    const { analytics, events } = recorded()
    analytics.allow(allOf(true))
    analytics.measure({ name: 'blog_post_like', label: 'An article' })
    analytics.measure({ name: 'video_search', platform: 'vimeo' })
    const [, like, search] = events()
    expect(like).toEqual([
      'event',
      'blog_post_like',
      expect.objectContaining({ event_category: 'Blog', event_label: 'An article', value: 1 }),
    ])
    expect(search?.[2]).toMatchObject({ event_category: 'Download', event_label: 'vimeo', platform: 'vimeo' })
  })

  test('counts each page once', () => {
    const { analytics, events } = recorded()
    analytics.allow(allOf(true))
    analytics.view({ path: '/blog/2', title: 'Whatever | Brand' })
    analytics.view(home)
    expect(
      events().map(([, name, facts]) => [name, (facts as Record<string, unknown>)['page_location']]),
    ).toEqual([
      ['page_view', 'https://clips.example/'],
      ['page_view', 'https://clips.example/blog/2'],
      ['page_view', 'https://clips.example/'],
    ])
  })

  test('counts a page from the back/forward cache', () => {
    const { analytics, events, comeBack } = recorded()
    comeBack()
    analytics.allow(allOf(true))
    comeBack()
    analytics.allow(allOf(false))
    comeBack()
    expect(events().map(([, name]) => name)).toEqual(['page_view', 'page_view'])
  })

  test('names an article but no file', () => {
    expect(viewTitle({ path: '/blog/2', title: 'x' })).toMatch(/^Saving Videos .* \| Blog$/)
    expect(viewTitle({ path: '/preview', title: 'Preview | YouTube | A secret' })).toBe('Preview')
    expect(viewTitle({ path: '/help', title: 'Help | Brand' })).toBe('Help | Brand')
  })

  test('stops and deletes cookies when consent ends', () => {
    const { analytics, events, switches, erased, commands } = recorded()
    analytics.allow(allOf(true))
    const before = events().length
    analytics.allow(allOf(false))
    expect(switches.at(-1)).toEqual(['G-ABCD1234', true])
    expect(commands.at(-1)).toEqual(['consent', 'update', signalsOf(allOf(false))])
    expect(erased).toEqual(['statistics', 'ads'])
    analytics.measure({ name: 'video_download', platform: 'youtube' })
    expect(events()).toHaveLength(before)
  })

  test('loads no script twice', () => {
    const { analytics, loaded } = recorded()
    for (const value of [true, false, true]) analytics.allow(allOf(value))
    expect(loaded).toHaveLength(2)
  })

  test("the debug mode of a brand is passed to Google's tag", () => {
    const { analytics, commands } = recorded(brandWith({}, true))
    analytics.allow(allOf(true))
    expect(commands.find(([command]) => command === 'config')?.[2]).toMatchObject({ debug_mode: true })
  })
})

describe('ads of Google are loaded only with consent', () => {
  test('loads no personalized ads without consent to both', () => {
    const { analytics, loaded, ads, commands } = recorded()
    analytics.allow(only({ advertising: true }))
    expect(loaded).toEqual([
      'https://pagead2.googlesyndication.com/pagead/js/adsbygoogle.js?client=ca-pub-1234567890123456',
    ])
    expect(ads.at(-1)).toEqual([true, false])
    expect(commands).toEqual([])
  })

  test.each(['/preview', UNKNOWN_PATH])('loads no ads on %s', (path) => {
    const { analytics, loaded } = recorded(brandWith(), { path, title: 'Preview' })
    analytics.allow(only({ advertising: true }))
    expect(loaded).toEqual([])
    analytics.view(home)
    expect(loaded).toHaveLength(1)
  })
})
