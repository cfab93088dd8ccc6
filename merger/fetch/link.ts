import type { Rendition } from '#contract/engine.ts'

/**
 * A URL and the request headers for it, with lower-case names. Credentials among them belong to the URL's
 * host.
 */
export type Link = { url: string; headers: Record<string, string> }

const CREDENTIALS = new Set(['cookie', 'authorization'])

/** The URL of a rendition and the headers its site requires, including its cookies. */
export function linkOf(rendition: Rendition): Link {
  return { url: rendition.url, headers: headersOf(rendition) }
}

/** The headers that the site of a rendition requires, including its User-Agent and its cookies. */
export function headersOf(rendition: Rendition): Record<string, string> {
  const agent: Record<string, string> = rendition.user_agent ? { 'user-agent': rendition.user_agent } : {}
  const cookie: Record<string, string> = rendition.cookies ? { cookie: rendition.cookies } : {}
  return { ...agent, ...lowerCaseNames(rendition.headers), ...cookie }
}

export function lowerCaseNames(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}

/**
 * The headers of a link that may be sent to another URL: after a redirect, or for the segments of a playlist.
 * Cookies and Authorization go to the same host and port only, and never from https to plain http.
 */
export function headersFor(link: Link, url: string): Record<string, string> {
  const [from, to] = [new URL(link.url), new URL(url)]
  const isDowngrade = from.protocol === 'https:' && to.protocol === 'http:'
  if (from.host === to.host && !isDowngrade) return link.headers
  return Object.fromEntries(
    Object.entries(link.headers).filter(([name]) => !CREDENTIALS.has(name.toLowerCase())),
  )
}
