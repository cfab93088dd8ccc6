import type { BrowserContext, Page } from 'playwright'
import { fallbackBrand, type Brand } from '#contract/brand.ts'
import { useProduct, type Harness } from './harness.ts'

// Brands with and without statistics and ads. The tests answer requests to Google with stub tags. The stub of
// the statistics tag sends its events to the same URL as Google's tag.

const MEASUREMENT_ID = 'G-ABCD1234'
const CLIENT = 'ca-pub-1234567890123456'
const SLOTS = { responsive: '1234567890', leaderboard: '1234567891' }

/** The Google services of a brand: statistics and ads (`all`), none (`nothing`), or only ads (`ads`). */
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

/** The paths of example pages: one path for each kind of page. */
export const pageKinds =
  `/ /youtube-downloader /twitter-downloader /soundcloud-downloader /preview /blog /blog/2 /help-center
  /how-to-download-videos /privacy-policy /terms-of-service /dmca-policy /terms-glossary /cookie-settings`.split(
    /\s+/,
  )
/** Number of tabs that are open at the same time. */
const TABS = 5

/** This stub tag sets one cookie for the host alone, and one that subdomains of the host also receive. */
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
  /** Hosts to which the page sent requests, except the product's own hosts, in the order of the requests. */
  foreignHosts: string[]
  /** Parameters of the events that the page sent to Google's statistics, oldest first. */
  events: Record<string, string>[]
  /** Returns all entries of the page's local storage. */
  stored: () => Promise<Record<string, string>>
}
type VisitOptions = {
  /** The Google services of the brand whose page is opened. Default: `all`. */
  measured?: Measured
  /** Init script of the browser: it runs in each page before the page's own scripts. */
  initScript?: () => void
  /** The page's chunk that loads Google's scripts is delayed until this promise resolves. */
  googleChunkAfter?: Promise<unknown>
}
type ConsentHarness = Pick<Harness, 'expectConsoleError' | 'consoleErrors'> & {
  originOf: (measured?: Measured) => string
  /**
   * Opens a path in a window of phone size. Waits until the network is idle and the page shows the list of
   * the statistics events that it sent. The brands have `debugMode` on, so every page has this list.
   */
  visit: (path: string, options?: VisitOptions) => Promise<Visit>
  /** Navigates a page to another path of the same brand. */
  go: (page: Page, path: string) => Promise<unknown>
  /** Opens every kind of page, each in a new tab. */
  openAllKinds: (page: Page) => Promise<void>
}

/**
 * Starts the product with three brands, and a browser in which the test intercepts requests to every other
 * host.
 */
export function useConsentBrands(): ConsentHarness {
  const harness = useProduct({
    trustsHttpPages: true,
    brands: [brandOf('all'), brandOf('nothing'), brandOf('ads')],
    hasBackForwardCache: true,
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

/** Browser init script: stores the consent choice of a visitor who accepted all cookies. */
export const acceptedBefore = (): void => {
  localStorage.setItem('consentAsked', 'true')
  localStorage.setItem('dataConsent', 'true')
}

/** Browser init script: stores the consent choice of a visitor who rejected all cookies. */
export const rejectedBefore = (): void => {
  if (!location.protocol.startsWith('http')) return // On a blank page, localStorage throws an error.
  localStorage.setItem('consentAsked', 'true')
  localStorage.setItem('dataConsent', 'false')
}
