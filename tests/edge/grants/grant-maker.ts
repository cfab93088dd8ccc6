import { env } from 'cloudflare:workers'
import { grantImage, grantMedia, type Terms } from '../../../edge/grants/grant.ts'
import { visit, type Visit } from '../visit.ts'
import { termsOf } from './terms.ts'

// Creates valid grants for any link and sends requests with them to the proxy.

export const terms = termsOf()

/** Returns the path and query of the proxy URL for a media link. The URL contains a valid grant. */
export async function pathOf(url: string, more: Partial<Terms> = {}): Promise<string> {
  const grant = await grantMedia(env, url, { ...terms, ...more })
  return `/api/proxied_download?url=${encodeURIComponent(url)}&g=${grant}`
}

/** Requests a media link through the proxy with a valid grant. */
export const ask = async (url: string, init?: RequestInit, more?: Partial<Terms>): Promise<Response> =>
  visit(await pathOf(url, more), init)

/** Requests an image through the image proxy with a valid grant. */
export async function askImage(url: string, by: Visit = visit): Promise<Response> {
  const grant = await grantImage(env, url, 'local:0', [])
  return by(`/api/image-proxy?url=${encodeURIComponent(url)}&g=${grant}`)
}
