import { Hono, type Context } from 'hono'
import { Failure } from '#contract/failure.ts'
import { API_PREFIX, paths } from '#contract/paths.ts'
import { baseOf, languagePathOf } from '#texts/brand-languages.ts'
import { pathsOf } from '#render'
import type { App } from '../app.ts'
import { favicon } from '../pages/favicon.ts'
import { linkBehind } from '../pages/link-behind.ts'
import { PREVIEW_ROBOTS } from '../request/preview-robots.ts'
import { languageOf, VARY } from '../request/language.ts'
import { ICON_SIZES, iconPng, type IconSize } from '../pages/icon-png.ts'
import { manifest } from '../pages/web-manifest.ts'
import { page } from '../pages/page.ts'
import { xml } from '../pages/xml.ts'

const DAY = 'public, max-age=86400'
/** Google as the authority TAG knows it, the same in every ads.txt (support.google.com/adsense). */
const GOOGLE_AUTHORITY = 'f08c47fec0942fa0'

export const pages = new Hono<App>()
  .get('/robots.txt', (c) => {
    if (!c.var.indexable) return c.text('User-agent: *\nDisallow: /\n')
    const rules = `Allow: /\nDisallow: ${API_PREFIX}\nDisallow: /preview\n`
    const robots = PREVIEW_ROBOTS.map((name) => `User-agent: ${name}\n`).join('')
    return c.text(
      `User-agent: *\n${rules}Disallow: ${paths.shortLink}\n\n` +
        `${robots}${rules}Allow: ${paths.imageProxy}\n\nSitemap: ${canonicalOrigin(c)}/sitemap.xml\n`,
    )
  })
  .get('/ads.txt', (c) => {
    const client = c.var.brand.analytics.adsenseClientId
    if (client === undefined) throw new Failure('not_found')
    return c.text(`google.com, ${client.replace('ca-', '')}, DIRECT, ${GOOGLE_AUTHORITY}\n`)
  })
  .get('/sitemap.xml', (c) => {
    // The sitemap lists only URLs on the brand's canonical origin. So it is correct on every host, also on a
    // host that search engines may not index.
    const entries = pathsOf(c.var.brand).map(
      (path) => `<url><loc>${xml(new URL(path, canonicalOrigin(c)).href)}</loc></url>`,
    )
    const text = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`
    return c.body(text, 200, { 'content-type': 'application/xml; charset=utf-8', 'cache-control': DAY })
  })
  .get('/manifest.webmanifest', (c) => webManifest(c))
  .get('/:language/manifest.webmanifest', (c) => webManifest(c))
  .get('/favicon.svg', (c) => icon(c))
  .get('/favicon.ico', (c) => icon(c))
  .get('/:icon{icon-[0-9]+\\.png}', (c) => {
    const size = ICON_SIZES.find((one) => c.req.param('icon') === `icon-${one}.png`)
    if (size === undefined) throw new Failure('not_found')
    return pngIcon(c, size)
  })
  .get('/apple-touch-icon.png', (c) => pngIcon(c, APPLE_SIZE))
  .get('/assets/*', (c) => asset(c))
  .on(['GET', 'HEAD'], '*', (c) => {
    if (c.req.path.startsWith(API_PREFIX)) throw new Failure('not_found')
    return filledForm(c) ?? page(c)
  })

/** The home page with a link in its form. Nothing starts, so another site can start nothing in this way. */
function filledForm(c: Context<App>): Response | undefined {
  const { brand } = c.var
  const url = new URL(c.req.url)
  const link = linkBehind(brand, url)
  if (link === undefined) return undefined
  const base = languagePathOf(brand, url.pathname).base || baseOf(brand, languageOf(c))
  const location = `${base}/?url=${encodeURIComponent(link)}`
  return new Response(null, { status: 302, headers: { location, vary: VARY, 'x-robots-tag': 'noindex' } })
}

/** Each language opens its own home page, and takes what is shared there. */
function webManifest(c: Context<App>): Response {
  const { language, path } = languagePathOf(c.var.brand, c.req.path)
  if (path !== '/manifest.webmanifest') throw new Failure('not_found')
  const headers = { 'content-type': 'application/manifest+json', 'cache-control': DAY }
  return new Response(JSON.stringify(manifest(c.var.brand, language)), { headers })
}

/** It comes from the brand and never from the Host header, which the client controls. */
const canonicalOrigin = (c: Context<App>) => new URL(c.var.brand.seo.canonicalUrl).origin

function icon(c: Context<App>): Response {
  const csp = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
  const headers = { 'content-type': 'image/svg+xml', 'cache-control': DAY, 'content-security-policy': csp }
  return new Response(favicon(c.var.brand), { headers })
}

/** Width in pixels of the icon that iOS requests. */
const APPLE_SIZE = 180

async function pngIcon(c: Context<App>, size: IconSize): Promise<Response> {
  const png = await iconPng(c.var.brand, size)
  return new Response(png, { headers: { 'content-type': 'image/png', 'cache-control': DAY } })
}

/**
 * Its name contains no hash, because browsers look for a new version of a service worker under the same URL.
 */
const OFFLINE_WORKER = '/assets/offline-worker.js'
/** The next deployment (scripts/operate/deploy.ts) reads it. */
const RELEASE_LIST = '/assets/release.json'

/** A 404 is not cached, because the next deployment may contain the file. */
async function asset(c: Context<App>): Promise<Response> {
  const found = await c.env.ASSETS.fetch(c.req.raw)
  if (found.status !== 200 && found.status !== 304) throw new Failure('not_found')
  const headers = new Headers(found.headers)
  const isWorker = c.req.path === OFFLINE_WORKER
  const isHashed = !isWorker && c.req.path !== RELEASE_LIST
  headers.set('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
  if (isWorker) {
    headers.set('service-worker-allowed', '/')
    // A service worker obeys the Content-Security-Policy of its own script. Without `connect-src` it could
    // not fetch the files that it stores during its installation.
    headers.set('content-security-policy', "default-src 'none'; connect-src 'self'")
  }
  headers.set('cross-origin-resource-policy', 'same-origin')
  return new Response(found.body, { status: found.status, headers })
}
