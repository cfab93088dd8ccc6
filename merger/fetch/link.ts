import type { Rendition } from '#contract/engine.ts'

export type Link = { url: string; headers: Record<string, string> }

/** Where the bytes of a rendition are, and what must be said to get them. */
export function linkOf(rendition: Rendition): Link {
  return { url: rendition.url, headers: headersOf(rendition) }
}

/** The headers a rendition wants, its cookies among them. */
export function headersOf(rendition: Rendition): Record<string, string> {
  const cookie: Record<string, string> = rendition.cookies ? { cookie: rendition.cookies } : {}
  return { ...lowerCase(rendition.headers), ...cookie }
}

function lowerCase(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}

/** The headers that go on to where a link was redirected: cookies only to their own host. */
export function headersFor(link: Link, url: string): Record<string, string> {
  if (new URL(link.url).host === new URL(url).host) return link.headers
  const { cookie: _, authorization: __, ...rest } = link.headers
  return rest
}
