import { withWebLinks } from './app-link.ts'
import { MAX_LINK_LENGTH, MAX_PASTE_LENGTH } from './limits.ts'

/**
 * The backslash and all invisible characters, which include unpaired surrogates (Cs) and spaces of all kinds
 * (Z).
 */
const FORBIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}\\]/u
/** RFC 6761, RFC 8375, ICANN's collision list, and the names that container runtimes use. */
const SPECIAL_NAME =
  /(^|\.)(localhost|local|localdomain|internal|intranet|private|lan|corp|home|arpa|onion|svc)$/
/** The rightmost label begins with a letter, so an IP address does not match. */
const PUBLIC_NAME = /^(?=.{1,253}$)([a-z\d_-]{1,63}\.)+[a-z][a-z\d-]{1,62}$/

/** Checks only the spelling. A merger that connects to the host checks its addresses. */
export function parsePublicLink(text: string, limit = MAX_LINK_LENGTH): URL | undefined {
  if (text.length > limit || FORBIDDEN.test(text)) return undefined
  const authority = /^https?:\/\/([^/?#]+)/i.exec(text)?.[1]
  // A user name or a percent escape in the authority can make the link look like a link to another host. So
  // both are refused.
  if (!authority || /[@%]/.test(authority) || !URL.canParse(text)) return undefined
  // yt-dlp reads options from a fragment that contains `__youtubedl_smuggle` (CVE-2023-46121), so a link with
  // this text is refused.
  if (/__youtubedl_smuggle/i.test(text)) return undefined
  const url = new URL(text)
  if (!isPublicName(hostOf(url))) return undefined
  url.hostname = hostOf(url) // TLS names no host with a dot at its end (RFC 6066, section 3).
  // `href` can be longer than the text, because URL parsing percent-encodes characters. So its length is
  // checked too.
  return ['', '80', '443'].includes(url.port) && url.href.length <= limit ? url : undefined
}

export function isPublicName(name: string): boolean {
  return PUBLIC_NAME.test(name) && !SPECIAL_NAME.test(name)
}

export function hostOf(url: URL): string {
  return url.hostname.replace(/\.$/, '')
}

export function isHostOf(host: string, names: readonly string[]): boolean {
  return names.some((name) => host === name || host.endsWith(`.${name}`))
}

/**
 * Characters that end a link in a text: white space, quotes, CJK punctuation, full-width characters, and
 * letters of Asian scripts in which a word can follow a link without a space.
 */
const LETTER = String.raw`\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Bopo}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}`
const MARK = String.raw`\s<>\u00ab\u00bb\u2039\u203a"\u0060\u2018-\u201f\u2026\u3000-\u303f\uff00-\uffef`
const FILE = String.raw`\.(?:mp[34]|m4[abv]|mov|mkv|webm|ogg|oga|ogv|opus|aac|flac|wav|avi|flv|wmv|ts|m3u8?|mpd|xml|rss)(?![\w-])`
/** A letter belongs to the link if more of a link follows without a space: a slash, a query or a file. */
const WORD = String.raw`[${LETTER}](?=[${LETTER}\p{M}\w%~.()+,'!@-]{0,200}?(?:\/(?!\/)|[?&=]|${FILE}))`
const DASH = String.raw`\u2012-\u2015`
/** A link ends before a Markdown label, the next link, a line break of JSON, and a dash in a sentence. */
const NEXT = String.raw`\]\(\s*(?:<|https?:|\/)|\)!?\[[^\[\]\s]{0,100}\]\(|[,;|\u200b\u2060\ufeff]https?:\/\/|\\[nrt]|(?<=${FILE})[${DASH}]|[${DASH}](?!\S{0,200}?(?:[/?&=]|${FILE}))`
const REST = String.raw`(?:(?!${NEXT})(?:[^${MARK}${LETTER}]|${WORD}))*`

const BRACKETS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' }
/** Punctuation of any script. That of ASCII is named, because some of it belongs to links. */
const MARKS = String.raw`[.,;:!?'*|^\\\p{Cf}\p{Default_Ignorable_Code_Point}]|(?![\0-\x7f])[\p{Po}\p{Pd}\p{Pi}\p{Pf}]`
const AFTER_A_LINK = new RegExp(`(?:${MARKS})$`, 'u')
const AFTER_A_LINK_IN_WORDS = new RegExp(
  String.raw`(?:${MARKS}|'s|(?![\0-\x7f])[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}])$`,
  'u',
)
/** Browsers ignore them (UTS 46), and apps put them where a long link may break. */
const UNSEEN = /(?<=\S)[\u00ad\u200b\u2060\ufeff](?=\S)(?!https?:)/gi
const WIDE =
  /[hｈ][tｔ]{2}[pｐ][sｓ]?[:：][/／]{2}[\x21-\x7e\uff01-\uff5e]*[\w/\uff0f\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]/giu
/** Full-width letters, digits and dots in the name of a host (UTS 46). */
const WIDE_HOST =
  /(?<=https?:\/\/[^\s/?#]{0,253})(?:[\uff0d\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]|[\u3002\uff0e\uff61](?=[a-z\d\uff10-\uff19\uff21-\uff3a\uff41-\uff5a][^\s/?#:]{0,253}\/))/giu
const BACKSLASHES = /https?:\/?\\{1,2}(?=\w)[^\s"<>]+/gi

function inPlainCharacters(text: string): string {
  return text
    .replace(/\\u0026/gi, '&')
    .replace(/\\u003d/gi, '=')
    .replace(/\\(?:u00|x)2f/gi, '/')
    .replace(/\\([/_&])/g, '$1')
    .replace(UNSEEN, '')
    .replace(BACKSLASHES, (link) => link.replaceAll('\\', '/'))
    .replace(WIDE, (link) => (/^https?:\/\//i.test(link) ? link : link.normalize('NFKC')))
    .replace(WIDE_HOST, (one) => one.normalize('NFKC').replace('。', '.'))
}

/** Also with one letter too few or too many: "ttps", "htps", "htttp". */
const SCHEME = String.raw`(?:h{1,2}t{1,3}|t{1,2})ps?`
/** Also mistyped: "http//", "https:", "https;//", "https:///", with spaces or full-width colons. */
const SLIP = String.raw`(?: ?[:;\uff1a\uff1b] ?\/* ?|\/\/+)`
const NAME = String.raw`(?:[a-z\d-]{1,63}\.){1,8}[a-z]{2,63}(?=[\/?#:])`
const START = String.raw`(?<![a-z\d+.-]|\b(?:blob|jar|filesystem|data|javascript):)`

export function linkFinder(hosts: readonly string[]): (text: string) => string[] {
  const names = hosts.map((host) => host.replaceAll('.', String.raw`\.`)).join('|')
  // A link is also found directly after a letter that is not in ASCII, for example a Chinese one. It is not
  // found after another scheme (blob:, jar:) or inside another link.
  const pattern = new RegExp(
    String.raw`${START}https?:\/\/(?![/?#\s])${REST}|${START}${SCHEME}${SLIP}${NAME}${REST}` +
      String.raw`|${START}https?%(?:25){0,2}3a%(?:25){0,2}2f%(?:25){0,2}2f${REST}` +
      String.raw`|(?<![\w@:/\\.%+=&?#~-])(?:\/\/)?(?:[a-z\d-]+\.)*(?:${names})\/${REST}`,
    'giu',
  )
  return (text) => {
    const message = withWebLinks(inPlainCharacters(text.slice(0, MAX_PASTE_LENGTH)))
    if (isOneLink(message, hosts)) return [message.trim()]
    const spaced = spacedFile(message, hosts)
    if (spaced !== undefined) return [spaced]
    // A text that starts like "-o/tmp/x https://..." is a command line and not a pasted link, so no link in
    // it is accepted.
    if (/^\s*-+[a-z]/i.test(message)) return []
    return Array.from(message.matchAll(pattern), ({ 0: match, index }) => {
      const link = repaired(inMarkup(match, message.slice(Math.max(0, index - 6), index)))
      return asBrowsers(trimEnd(link, message.trim() === match ? AFTER_A_LINK : AFTER_A_LINK_IN_WORDS))
    })
  }
}

/** The text is a link of no known platform and nothing else, so each of its letters belongs to it. */
function isOneLink(text: string, known: readonly string[]): boolean {
  const link = text.trim()
  if (!/^https?:\/\/[^\s<>"]+$/iu.test(link) || !new RegExp(`[${LETTER}${DASH}]`, 'u').test(link))
    return false
  if (new RegExp(`${FILE}[${DASH}]|[${DASH}]$`, 'iu').test(link)) return false
  const url = parsePublicLink(link)
  if (!url || /:\/\//.test(link.slice(8)) || isHostOf(hostOf(url), known)) return false
  return !new RegExp(`[${MARK}]`, 'u').test(link) || new RegExp(`${FILE}$`, 'iu').test(link)
}

/** The text is a link to a file, which is broken over lines or has spaces in its name, and nothing else. */
function spacedFile(text: string, known: readonly string[]): string | undefined {
  const link = text.trim().replace(/\s*[\t\r\n]\s*/g, '')
  const words = text.trim().split(/\s+/)
  const isFile = (name: string) => new RegExp(`${FILE}$`, 'iu').test(name)
  if (words.length < 2 || words.length > 9 || words.slice(0, -1).some(isFile) || !isFile(link))
    return undefined
  if (!/^https?:\/\/[^\s?#<>"]+\/[^?#<>"]*$/iu.test(link) || /:\/\//.test(link.slice(8))) return undefined
  const escaped = link.replaceAll(' ', '%20')
  const url = parsePublicLink(escaped)
  return url && !isHostOf(hostOf(url), known) ? escaped : undefined
}

const SLIPPED = new RegExp(String.raw`^${SCHEME}${SLIP}`, 'iu')

function repaired(match: string): string {
  const whole = decoded(match)
  const link = whole.replace(/&(?:amp;|#0*38;)+/gi, '&')
  // In "https://https://example.com" the visitor typed a scheme before a pasted link, so the first scheme is
  // removed.
  const once = link.replace(/^https?:\/\/(?=https?:?\/\/)/i, '')
  if (/^https?:\/\/(?![/\s])/i.test(once)) return once
  const slip = SLIPPED.exec(once)?.[0]
  if (slip) return `${/s/i.test(slip) ? 'https' : 'http'}://${once.slice(slip.length)}`
  return `https://${once.replace(/^\/\//, '')}`
}

/** Browsers take backslashes, escapes in the name of the host, and an empty user name. */
function asBrowsers(link: string): string {
  const plain = link.replace(/^(https?:\/\/):?@/i, '$1')
  const isOdd = plain !== link || /\\|^https?:\/\/[^/?#]*%/i.test(link)
  return isOdd && URL.canParse(plain) && !new URL(plain).username ? new URL(plain).href : link
}

/** A link that is percent-encoded as a whole, once or up to three times. */
export function decoded(text: string): string {
  let whole = text
  try {
    for (let times = 0; times < 3 && /^https?%/i.test(whole); times++) whole = decodeURIComponent(whole)
  } catch {
    // The encoding is malformed. `parsePublicLink` refuses the link later, because its host contains percent
    // escapes.
    return text
  }
  return whole === text ? text : whole.split(/\s/, 1)[0]!
}

/**
 * Cuts a link where its markup ends: `[url=…]title[/url]`, `[[…][title]]`, `\href{…}{title}`, `<…|title>`.
 * `before`: the characters before the link.
 */
function inMarkup(match: string, before: string): string {
  if (/[_~]$/.test(before)) return match.replace(/[_~]+$/, '')
  if (before.endsWith('<')) return match.split('|', 1)[0]!
  const closing = /\[(?:url=)?$/i.test(before) ? ']' : before.endsWith('{') ? '}' : undefined
  if (/\[url\]$/i.test(before)) return match.split(/\[\/url/i, 1)[0]!
  if (!closing) return match
  let open = 0
  for (let at = 0; at < match.length; at++) {
    if (match[at] === BRACKETS[closing]) open++
    if (match[at] === closing && --open < 0) return match.slice(0, at)
  }
  return match
}

/** A closing bracket stays if the link contains its opening bracket. */
function trimEnd(link: string, after: RegExp): string {
  if (link.length > MAX_LINK_LENGTH) return link
  let rest = link
  while (rest) {
    const last = rest.at(-1)!
    const opening = BRACKETS[last]
    const surplus = opening
      ? rest.split(last).length > rest.split(opening).length && last
      : after.exec(rest.slice(-2))?.[0]
    if (!surplus) break
    rest = rest.slice(0, -surplus.length)
  }
  return rest
}
