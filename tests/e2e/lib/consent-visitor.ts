import type { BrowserContext, Page } from 'playwright'
import { fallbackBrand, type Brand } from '#contract/brand.ts'
import { useProduct, type Harness } from './harness.ts'

// Brands with and without statistics and ads. The tests answer for Google: their tag sends each event to the
// address where Google collects events.

const MEASUREMENT_ID = 'G-ABCD1234'
const CLIENT = 'ca-pub-1234567890123456'
const SLOTS = { responsive: '1234567890', leaderboard: '1234567891' }

/** What a brand measures: statistics and ads, nothing, or ads alone. */
type Measured = 'all' | 'nothing' | 'ads'
const analytics: Record<Measured, Brand['analytics']> = {
  all: {
    trackingEnabled: true,
    googleAnalyticsId: MEASUREMENT_ID,
    adsenseClientId: CLIENT,
    adSlots: SLOTS,
  },
  nothing: { trackingEnabled: false, adSlots: {} },
  ads: { trackingEnabled: true, adsenseClientId: CLIENT, adSlots: SLOTS },
}
const domainOf = (measured: Measured) => `${measured}.example`
const brandOf = (measured: Measured): Brand => {
  const brand = fallbackBrand(domainOf(measured))
  return {
    ...brand,
    analytics: analytics[measured],
    features: { ...brand.features, consentFeature: true, debugMode: true },
  }
}

/** A path for every kind of page. */
export const pageKinds =
  `/ /youtube-downloader /twitter-downloader /soundcloud-downloader /preview /blog /blog/2 /help-center
  /how-to-download-videos /privacy-policy /terms-of-service /dmca-policy /terms-glossary /cookie-settings`.split(
    /\s+/,
  )
/** Enough tabs at once to keep two cores busy. */
const TABS = 5

/** Like Google's tags, the stand-ins set cookies on the host and on its parent domain. */
const ANALYTICS_TAG = `
  document.cookie = '_ga=1; path=/'
  document.cookie = '_ga_ABCD1234=1; path=/; domain=.' + location.hostname
  const send = ([command, name, parameters]) => {
    if (command !== 'event' || window['ga-disable-${MEASUREMENT_ID}']) return
    void fetch('https://www.google-analytics.com/g/collect?' + new URLSearchParams({ en: name, ...parameters }))
  }
  for (const command of window.dataLayer) send(command)
  window.dataLayer.push = function (command) { send(command); return Array.prototype.push.call(this, command) }
`
const ADS_TAG = `document.cookie = '__gads=1; path=/'`

type Visit = {
  context: BrowserContext
  page: Page
  /** Hosts other than the product's that were asked, in order. */
  foreignHosts: string[]
  /** Parameters of the events that arrived at Google, oldest first. */
  events: Record<string, string>[]
  /** Everything in the page's local storage. */
  stored: () => Promise<Record<string, string>>
}
type VisitOptions = {
  /** Default: `all`. */
  measured?: Measured
  /** Runs in each page before its own scripts. */
  initScript?: () => void
  /** The page's chunk that talks to Google loads only after this. */
  googleChunkAfter?: Promise<unknown>
}
type ConsentHarness = Pick<Harness, 'expectConsoleError' | 'consoleErrors'> & {
  originOf: (measured?: Measured) => string
  /** Opens a path on a phone, and waits until statistics have started there. */
  visit: (path: string, options?: VisitOptions) => Promise<Visit>
  /** Loads another path of the same brand. */
  go: (page: Page, path: string) => Promise<unknown>
  /** Opens every kind of page in further tabs. */
  openAllKinds: (page: Page) => Promise<void>
}

/** Starts the product with three brands, and a browser in which the test answers for every other host. */
export function useConsentBrands(): ConsentHarness {
  const harness = useProduct({
    brands: [brandOf('all'), brandOf('nothing'), brandOf('ads')],
    keepsLeftPages: true,
  })
  const originOf = (measured: Measured = 'all') => harness.originOf(domainOf(measured))
  const go = (page: Page, path: string) =>
    page.goto(new URL(path, page.url()).href, { waitUntil: 'networkidle' })

  return {
    expectConsoleError: (pattern) => harness.expectConsoleError(pattern),
    consoleErrors: () => harness.consoleErrors(),
    originOf,
    go,
    async openAllKinds(page) {
      const left = [...pageKinds]
      const openInTab = async () => {
        const tab = await page.context().newPage()
        for (let path = left.shift(); path; path = left.shift())
          await tab.goto(new URL(path, page.url()).href, { waitUntil: 'networkidle' })
        await tab.close()
      }
      await Promise.all(Array.from({ length: TABS }, openInTab))
    },
    async visit(path, { measured = 'all', initScript, googleChunkAfter } = {}) {
      const foreignHosts: string[] = []
      const events: Record<string, string>[] = []
      const answerForOthers = (context: BrowserContext) =>
        context.route(
          (url) => url.origin !== originOf(measured),
          async (route) => {
            const url = new URL(route.request().url())
            foreignHosts.push(url.hostname)
            if (url.pathname === '/g/collect') events.push(Object.fromEntries(url.searchParams))
            const isTag = url.hostname === 'www.googletagmanager.com'
            const isAds = url.pathname.endsWith('/adsbygoogle.js')
            await route.fulfill({
              contentType: 'text/javascript',
              headers: { 'access-control-allow-origin': '*' },
              body: isTag ? ANALYTICS_TAG : isAds ? ADS_TAG : '',
            })
          },
        )
      const page = await harness.open(path, {
        brand: domainOf(measured),
        viewport: { width: 390, height: 844 },
        waitUntil: 'networkidle',
        prepare: async (context) => {
          await answerForOthers(context)
          if (googleChunkAfter)
            await context.route(/\/assets\/google-/, async (route) => {
              await googleChunkAfter
              await route.continue()
            })
          if (initScript) await context.addInitScript(initScript)
        },
      })
      await page.getByText(/^Events \(/).waitFor()
      const stored = () => page.evaluate(() => Object.fromEntries(Object.entries(localStorage)))
      return { context: page.context(), page, foreignHosts, events, stored }
    },
  }
}

/** Init script: an earlier visit accepted everything. */
export const acceptedBefore = (): void => {
  localStorage.setItem('consentAsked', 'true')
  localStorage.setItem('dataConsent', 'true')
}

/** Init script: an earlier visit rejected everything. */
export const rejectedBefore = (): void => {
  if (!location.protocol.startsWith('http')) return // A blank page has no storage.
  localStorage.setItem('consentAsked', 'true')
  localStorage.setItem('dataConsent', 'false')
}
