import { MAX_LINK_LENGTH, MAX_PASTE_LENGTH } from './limits.ts'

/**
 * Invisible characters, including lone surrogates (Cs) and spaces of all kinds (Z); no valid link contains
 * one.
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}\\]/u
/**
 * Names of private networks: RFC 6761, RFC 8375, ICANN's name collisions, and names that container runtimes
 * use.
 */
const SPECIAL_NAME =
  /(^|\.)(localhost|local|localdomain|internal|intranet|private|lan|corp|home|arpa|onion|svc)$/
/** At least two labels. The last one begins with a letter, so a number is never taken for an IP address. */
const PUBLIC_NAME = /^(?=.{1,253}$)([a-z\d_-]{1,63}\.)+[a-z][a-z\d-]{1,62}$/

/**
 * Parses a link that may be fetched: http or https on a default port, a public name as its host, no invisible
 * characters. Returns undefined for other text. Only the spelling is checked; the egress guard checks the
 * resolved address.
 * @param limit maximum number of characters; media links may have `MAX_MEDIA_LINK_LENGTH`
 */
export function parsePublicLink(text: string, limit = MAX_LINK_LENGTH): URL | undefined {
  if (text.length > limit || INVISIBLE.test(text)) return undefined
  const authority = /^https?:\/\/([^/?#]+)/i.exec(text)?.[1]
  // A user name or an escape in the authority can make a link look like one to another host.
  if (!authority || /[@%]/.test(authority) || !URL.canParse(text)) return undefined
  // yt-dlp reads options from such a fragment (CVE-2023-46121).
  if (/__youtubedl_smuggle/i.test(text)) return undefined
  const url = new URL(text)
  if (!isPublicName(hostOf(url))) return undefined
  // Normalisation may have made the link longer.
  return ['', '80', '443'].includes(url.port) && url.href.length <= limit ? url : undefined
}

/** Whether a lower-case host can be a public domain name. IP addresses are not. */
export function isPublicName(name: string): boolean {
  return PUBLIC_NAME.test(name) && !SPECIAL_NAME.test(name)
}

/** The host name in lower case, without a trailing dot. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/\.$/, '')
}

/** Whether a host is one of these names or a subdomain of one. */
export function isHostOf(host: string, names: readonly string[]): boolean {
  return names.some((name) => host === name || host.endsWith(`.${name}`))
}

/** Characters that end a link in a message: quotes, brackets, and scripts that are written without spaces. */
const END = String.raw`\s<>"\u0060\u2018-\u201f\u2026\u3000-\u303f\uff00-\uffef\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Bopo}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}`
const REST = String.raw`(?:(?!\]\()[^${END}])*`

const BRACKETS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' }
const AFTER_A_LINK = /[.,;:!?'*|^\u060c\u061b\u061f\u06d4\u0964\p{Cf}\p{Default_Ignorable_Code_Point}]/u

/** "http", also with a letter too few or too many: "ttps", "htps", "htttp". */
const SCHEME = String.raw`(?:h{1,2}t{1,3}|t{1,2})ps?`
/** The separator of a mistyped scheme: "http//", "https:/", "https;//", "https:///", or full-width colons. */
const SLIP = String.raw`(?:[:;\uff1a\uff1b]\/+|\/\/+)`
const NAME = String.raw`(?:[a-z\d-]{1,63}\.){1,8}[a-z]{2,63}(?=[\/?#:])`
const START = String.raw`(?<![\w+.-]|\b(?:blob|jar|view-source|filesystem|feed|data|javascript):)`

/**
 * Returns a function that finds the links in pasted text. Links to `hosts` are found without a scheme, too.
 * Repairs mistyped schemes, and removes the escapes that HTML, JSON and Markdown add to a copied link.
 */
export function linkFinder(hosts: readonly string[]): (text: string) => string[] {
  const names = hosts.map((host) => host.replaceAll('.', String.raw`\.`)).join('|')
  // A word of any script may precede a link, but not another scheme (blob:, jar:) or another link.
  const pattern = new RegExp(
    String.raw`${START}https?:\/\/(?![/?#])${REST}|${START}${SCHEME}${SLIP}${NAME}${REST}` +
      String.raw`|${START}https?%3a%2f%2f${REST}` +
      String.raw`|(?<![\w@:/\\.%+=&?#~-])(?:\/\/)?(?:[a-z\d-]+\.)*(?:${names})\/${REST}`,
    'giu',
  )
  return (text) => {
    const message = text.slice(0, MAX_PASTE_LENGTH).replace(/\\([/_&])/g, '$1')
    // Text like "-o/tmp/x https://..." is a command line.
    if (/^\s*-+[a-z]/i.test(message)) return []
    return (message.match(pattern) ?? []).map((match) => trimEnd(repaired(match)))
  }
}

const SLIPPED = new RegExp(String.raw`^${SCHEME}${SLIP}`, 'iu')

/** A matched link with a correct scheme and without the escapes of HTML in its query. */
function repaired(match: string): string {
  const whole = /^https?%3a/i.test(match) ? decoded(match) : match
  const link = whole.replace(/&(?:amp;|#0*38;)+/gi, '&')
  // A link that was pasted behind "https://".
  const once = link.replace(/^https?:\/\/(?=https?:?\/\/)/i, '')
  if (/^https?:\/\/(?!\/)/i.test(once)) return once
  const slip = SLIPPED.exec(once)?.[0]
  if (slip) return `${/s/i.test(slip) ? 'https' : 'http'}://${once.slice(slip.length)}`
  return `https://${once.replace(/^\/\//, '')}`
}

/** The text of a percent-encoded link up to its first white space; the text itself if it is no valid code. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text).split(/\s/, 1)[0]!
  } catch {
    return text // It stays an invalid link, which the caller refuses.
  }
}

/**
 * Removes the punctuation of the surrounding sentence; a closing bracket stays if the link has the opening
 * one.
 */
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
