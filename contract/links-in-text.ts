import { MAX_LINK_LENGTH, MAX_LINKS } from './limits.ts'
import { acceptAny, canonicalLink, findLinks } from './platforms/index.ts'
import { unwrap } from './wrapped-link.ts'

export type LinksInText = {
  /** Each once, at most as many as there is room for. */
  links: string[]
  /** How many were left out because they were there already. */
  repeated: number
  /** How many were left out because there was no room. */
  surplus: number
  /** Lines that look like a link and are none. */
  unread: string[]
}

/** A link that is refused is told apart by its own letters. */
function keyOf(link: string): string {
  const accepted = acceptAny(link)
  return accepted.ok ? canonicalLink(accepted.url).url : link
}

function looksLikeLink(line: string): boolean {
  if (line.includes(' ')) return false
  const dot = line.indexOf('.')
  return line.includes('://') || (dot > 0 && dot < line.indexOf('/'))
}

/** A link may be broken over lines. If the text has several links, each line is read alone. */
function linksByLine(text: string): { links: string[]; unread: string[] } {
  const whole = findLinks(text)
  if (whole.length < 2) return { links: whole, unread: [] }
  const lines = text.split('\n').map((line) => ({ line: line.trim(), found: findLinks(line) }))
  const unread = lines.filter(({ line, found }) => found.length === 0 && looksLikeLink(line))
  return { links: lines.flatMap(({ found }) => found), unread: unread.map(({ line }) => line) }
}

/** @param known the links that are there already; they take room */
export function linksIn(text: string, known: readonly string[] = []): LinksInText {
  const { links, unread } = linksByLine(text.slice(0, 2 * MAX_LINKS * MAX_LINK_LENGTH))
  const keys = new Set(known.map(keyOf))
  const unwrapped = links.map(unwrap)
  const fresh = unwrapped.filter((link) => {
    const key = keyOf(link)
    return !keys.has(key) && keys.add(key)
  })
  const room = Math.max(0, MAX_LINKS - known.length)
  return {
    links: fresh.slice(0, room),
    repeated: links.length - fresh.length,
    surplus: Math.max(0, fresh.length - room),
    unread,
  }
}
