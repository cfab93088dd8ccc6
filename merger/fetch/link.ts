import type { Rendition } from '#contract/engine/extraction.ts'

/**
 * A URL and the request headers for it. The header names are in lower case. The headers Cookie and
 * Authorization may be sent only to the host and port of this URL (`headersFor`).
 */
export type Link = { url: string; headers: Record<string, string> }

const CREDENTIALS = new Set(['cookie', 'authorization'])

/** Returns the URL of a rendition and the headers that its site requires, including cookies. */
export function linkOf(rendition: Rendition): Link {
  return { url: rendition.url, headers: headersOf(rendition) }
}

/** Returns the headers that the site of a rendition requires, including its User-Agent and cookies. */
export function headersOf(rendition: Rendition): Record<string, string> {
  const agent: Record<string, string> = rendition.user_agent ? { 'user-agent': rendition.user_agent } : {}
  const cookie: Record<string, string> = rendition.cookies ? { cookie: rendition.cookies } : {}
  return { ...agent, ...lowerCaseNames(rendition.headers), ...cookie }
}

export function lowerCaseNames(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}

/**
 * Returns the headers for a request to `url`, which is a redirect target of `link` or a segment of the
 * playlist at `link`. These are the headers of `link`. Cookie and Authorization are removed in two cases:
 * - the host or port changes
 * - the scheme changes from https to http
 */
export function headersFor(link: Link, url: string): Record<string, string> {
  const [from, to] = [new URL(link.url), new URL(url)]
  const isDowngrade = from.protocol === 'https:' && to.protocol === 'http:'
  if (from.host === to.host && !isDowngrade) return link.headers
  return Object.fromEntries(
    Object.entries(link.headers).filter(([name]) => !CREDENTIALS.has(name.toLowerCase())),
  )
}
