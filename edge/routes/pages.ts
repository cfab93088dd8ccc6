import { Hono, type Context } from 'hono'
import { Failure } from '#contract/failure.ts'
import { API_PREFIX, paths } from '#contract/paths.ts'
import { pathsOf } from '#render'
import type { App } from '../app.ts'
import { favicon } from '../pages/favicon.ts'
import { manifest } from '../pages/web-manifest.ts'
import { page } from '../pages/page.ts'
import { xml } from '../pages/xml.ts'

const DAY = 'public, max-age=86400'

/** What people and machines read: pages, site map, robots rules, the web app's manifest, the icon, built files. */
export const pages = new Hono<App>()
  .get('/robots.txt', (c) => {
    const rules = c.var.indexable
      ? `Allow: /\nDisallow: ${API_PREFIX}\nDisallow: ${paths.shortLink}\nDisallow: /preview`
      : 'Disallow: /'
    const siteMap = c.var.indexable ? `\nSitemap: ${canonicalOrigin(c)}/sitemap.xml` : ''
    return c.text(`User-agent: *\n${rules}${siteMap}\n`)
  })
  .get('/sitemap.xml', (c) => {
    // On a host that is not listed it is there for readers: every address in it is the brand's own.
    const entries = pathsOf(c.var.brand).map(
      (path) => `<url><loc>${xml(new URL(path, canonicalOrigin(c)).href)}</loc></url>`,
    )
    const text = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`
    return c.body(text, 200, { 'content-type': 'application/xml; charset=utf-8', 'cache-control': DAY })
  })
  .get('/manifest.webmanifest', (c) =>
    c.body(JSON.stringify(manifest(c.var.brand)), 200, {
      'content-type': 'application/manifest+json',
      'cache-control': DAY,
    }),
  )
  .get('/favicon.svg', (c) => icon(c))
  .get('/favicon.ico', (c) => icon(c))
  .get('/assets/*', (c) => asset(c))
  .on(['GET', 'HEAD'], '*', (c) => {
    // An API path that no route took is a mistake of a program, not of a reader.
    if (c.req.path.startsWith(API_PREFIX)) throw new Failure('not_found')
    return page(c)
  })

/** Canonical addresses come from the brand, never from the host that was asked. */
const canonicalOrigin = (c: Context<App>) => new URL(c.var.brand.seo.canonicalUrl).origin

function icon(c: Context<App>): Response {
  const csp = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
  const headers = { 'content-type': 'image/svg+xml', 'cache-control': DAY, 'content-security-policy': csp }
  return new Response(favicon(c.var.brand), { headers })
}

/** The service worker keeps one name, by which browsers look for a newer one, and looks after the whole site. */
const OFFLINE_WORKER = '/assets/offline-worker.js'

/** A built file: its name holds its hash, so it never changes; one that is missing may come with the next deploy. */
async function asset(c: Context<App>): Promise<Response> {
  const found = await c.env.ASSETS.fetch(c.req.raw)
  if (found.status !== 200 && found.status !== 304) throw new Failure('not_found')
  const headers = new Headers(found.headers)
  const isWorker = c.req.path === OFFLINE_WORKER
  headers.set('cache-control', isWorker ? 'no-cache' : 'public, max-age=31536000, immutable')
  if (isWorker) {
    headers.set('service-worker-allowed', '/')
    // A worker lives by the policy of its own script: without this it may fetch nothing, and is never installed.
    headers.set('content-security-policy', "default-src 'none'; connect-src 'self'")
  }
  headers.set('cross-origin-resource-policy', 'same-origin')
  return new Response(found.body, { status: found.status, headers })
}
