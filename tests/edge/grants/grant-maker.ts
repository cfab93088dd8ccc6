import { env } from 'cloudflare:workers'
import { grantImage, grantMedia, type Terms } from '../../../edge/grants/grant.ts'
import { visit, type Visit } from '../visit.ts'

// True grants for links of a test's choice, and what the proxy answers to them.

export const terms: Terms = {
  headers: {},
  cookies: null,
  way: 'edge',
  merger: 'local:0',
  key: 'k',
  container: 'mp4',
  expiresAt: null,
}

/** Address of the proxy for a media link. */
export async function pathOf(url: string, more: Partial<Terms> = {}): Promise<string> {
  const grant = await grantMedia(env, url, { ...terms, ...more })
  return `/api/proxied_download?url=${encodeURIComponent(url)}&g=${grant}`
}

/** What the proxy answers to a true grant for a media link. */
export const ask = async (url: string, init?: RequestInit, more?: Partial<Terms>): Promise<Response> =>
  visit(await pathOf(url, more), init)

/** What the image proxy answers to a true grant for a picture. */
export async function askImage(url: string, by: Visit = visit): Promise<Response> {
  const grant = await grantImage(env, url, 'local:0')
  return by(`/api/image-proxy?url=${encodeURIComponent(url)}&g=${grant}`)
}
