import { MAX_LINK_LENGTH, MAX_PASTE_LENGTH } from './limits.ts'

/** Nothing that cannot be seen belongs in a link; lone surrogates (Cs) and look-alike spaces (Z) are among it. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}\\]/u
/** Names that mean "inside" somewhere: RFC 6761, RFC 8375, ICANN's collision names and what container runtimes use. */
const SPECIAL_NAME =
  /(^|\.)(localhost|local|localdomain|internal|intranet|private|lan|corp|home|arpa|onion|svc)$/
/** Two labels at least; the last one is a name, so that no number can be read as an address. */
const PUBLIC_NAME = /^(?=.{1,253}$)([a-z\d_-]{1,63}\.)+[a-z][a-z\d-]{1,62}$/

/**
 * Parses a link that may be asked for: http or https on its usual ports, a public name as its host, nothing hidden in it.
 * Undefined for all else. It decides by spelling alone; where the name really leads is for the egress guard.
 * @param limit characters; what visitors paste is short, media links may be `MAX_MEDIA_LINK_LENGTH`
 */
export function parseTarget(text: string, limit = MAX_LINK_LENGTH): URL | undefined {
  if (text.length > limit || INVISIBLE.test(text)) return undefined
  const authority = /^https?:\/\/([^/?#]+)/i.exec(text)?.[1]
  // An escape or a user name in front of the host makes another host look like the one that is asked.
  if (!authority || /[@%]/.test(authority) || !URL.canParse(text)) return undefined
  // yt-dlp takes orders out of such a fragment (CVE-2023-46121).
  if (/__youtubedl_smuggle/i.test(text)) return undefined
  const url = new URL(text)
  if (!isPublicName(hostOf(url))) return undefined
  // Writing it out may have made it longer.
  return ['', '80', '443'].includes(url.port) && url.href.length <= limit ? url : undefined
}

/** Whether a name, in lower case, can be one of the public internet; addresses are none. */
export function isPublicName(name: string): boolean {
  return PUBLIC_NAME.test(name) && !SPECIAL_NAME.test(name)
}

/** Host name in lower case, without the dot that may end it. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/\.$/, '')
}

/** Whether a host is one of these names or below one. */
export function isHostOf(host: string, names: readonly string[]): boolean {
  return names.some((name) => host === name || host.endsWith(`.${name}`))
}

/** Scripts written without spaces, their punctuation, and signs that frame a link: a link in a message ends before them. */
const END = String.raw`\s<>"\u0060\u2018-\u201f\u2026\u3000-\u303f\uff00-\uffef\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Bopo}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}`
const REST = String.raw`(?:(?!\]\()[^${END}])*`

const BRACKETS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' }
const AFTER_A_LINK = /[.,;:!?'*|^\u060c\u061b\u061f\u06d4\u0964\p{Cf}\p{Default_Ignorable_Code_Point}]/u

/** Makes a finder of links in pasted text; a link to one of `hosts` is found without its scheme too. */
export function linkFinder(hosts: readonly string[]): (text: string) => string[] {
  const names = hosts.map((host) => host.replaceAll('.', String.raw`\.`)).join('|')
  // In front of a link may stand a word in any script, but not another scheme (blob:, jar:) or another link.
  const pattern = new RegExp(
    String.raw`(?<![\w+.-]|\b(?:blob|jar|view-source|filesystem|feed|data|javascript):)https?:\/\/(?![/?#])${REST}` +
      String.raw`|(?<![\w@:/\\.%+=&?#~-])(?:[a-z\d-]+\.)*(?:${names})\/${REST}`,
    'giu',
  )
  return (text) => {
    const message = text.slice(0, MAX_PASTE_LENGTH)
    // "-o/tmp/x https://..." is a command line, not a message.
    if (/^\s*-+[a-z]/i.test(message)) return []
    return (message.match(pattern) ?? [])
      .map(trimEnd)
      .map((link) => (/^https?:\/\//i.test(link) ? link : `https://${link}`))
  }
}

/** Without the punctuation of the sentence around it; a closing bracket stays where the link opened it. */
function trimEnd(link: string): string {
  if (link.length > MAX_LINK_LENGTH) return link
  let end = link.length
  for (; end > 0; end--) {
    const rest = link.slice(0, end)
    const opening = BRACKETS[rest.at(-1)!]
    const isSurplus = opening
      ? rest.split(rest.at(-1)!).length > rest.split(opening).length
      : AFTER_A_LINK.test(rest.at(-1)!)
    if (!isSurplus) break
  }
  return link.slice(0, end)
}
