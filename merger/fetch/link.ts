import type { Rendition } from '#contract/engine/extraction.ts'

/**
 * The header names are in lower case. The headers Cookie and Authorization may be sent only to the host and
 * port of this URL (`headersFor`).
 */
export type Link = { url: string; headers: Record<string, string> }

const CREDENTIALS = new Set(['cookie', 'authorization'])

export function linkOf(rendition: Rendition): Link {
  return { url: rendition.url, headers: headersOf(rendition) }
}

export function headersOf(rendition: Rendition): Record<string, string> {
  const agent: Record<string, string> = rendition.user_agent ? { 'user-agent': rendition.user_agent } : {}
  const cookie: Record<string, string> = rendition.cookies ? { cookie: rendition.cookies } : {}
  return { ...agent, ...lowerCaseNames(rendition.headers), ...cookie }
}

export function lowerCaseNames(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}

export function headersFor(link: Link, url: string): Record<string, string> {
  const [from, to] = [new URL(link.url), new URL(url)]
  const isDowngrade = from.protocol === 'https:' && to.protocol === 'http:'
  if (from.host === to.host && !isDowngrade) return link.headers
  return Object.fromEntries(
    Object.entries(link.headers).filter(([name]) => !CREDENTIALS.has(name.toLowerCase())),
  )
}
