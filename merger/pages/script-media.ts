import { isManifest, MEDIA_EXTENSIONS, mediaExtension } from './media-name.ts'

const MAX_FOUND = 200
/** Of one text, so that a hostile page takes little time of the merger's only loop. */
const MAX_TRIES = 500
const MAX_LINK = 2_000
const NAMED = new RegExp(
  String.raw`(?<=[^\s"'\x60/.])\.(?:(?:${MEDIA_EXTENSIONS})(?=\/?["'\x60?#&])|isml?\/manifest\(format=(?:m3u8|mpd))`,
  'gi',
)
/** `{src: "/stream/1", type: "application/x-mpegURL"}`, in either order. */
const TYPE = String.raw`["']?(?:mime_?)?type["']?\s{0,9}:\s{0,9}["'](?:application/(?:x-mpegurl|vnd\.apple\.mpegurl|dash\+xml)|(?:video|audio)/[\w.+-]{1,30}|hls|dash)(?:;[^"']{0,60})?["']`
const SOURCE = String.raw`["']?(?:src|file|url)["']?\s{0,9}:\s{0,9}["']([^"'\s<>{}]{1,2000})["']`
const OTHER = String.raw`(?:["']?\w{1,20}["']?\s{0,9}:\s{0,9}(?:"[^"]{0,100}"|'[^']{0,100}'|[\w.-]{1,20})\s{0,9},\s{0,9}){0,4}`
const TYPED = new RegExp(
  String.raw`${SOURCE}\s{0,9},\s{0,9}${OTHER}${TYPE}|${TYPE}\s{0,9},\s{0,9}${SOURCE}`,
  'gi',
)
/** "-720p", "_1080", ".480.": the qualities of one item. */
const QUALITY = /(?<=[-_./])(?:\d{3,4}p?|sd|hd|fhd|low|high|medium)(?=[-_./]|$)/gi

/**
 * Links to media in the settings of players: hls.js, video.js, JW Player, Plyr and plain JSON, in scripts and
 * in attributes.
 */
export function scriptMedia(texts: readonly string[]): string[] {
  const unique = [...new Set(texts.flatMap(linksIn))].slice(0, MAX_FOUND)
  const manifests = unique.filter(isManifest)
  if (manifests.length > 0) return manifests.slice(0, 1)
  return unique.length > 0 ? bestOfEach(unique) : texts.flatMap(typedLinks).slice(0, 1)
}

function linksIn(text: string): string[] {
  const found: string[] = []
  let tries = 0
  for (const match of text.matchAll(NAMED)) {
    if (found.length >= MAX_FOUND || tries++ >= MAX_TRIES) break
    const before = text.slice(Math.max(0, match.index - MAX_LINK), match.index)
    const start = Math.max(...['"', "'", '`'].map((quote) => before.lastIndexOf(quote)))
    const after = text.slice(match.index, match.index + MAX_LINK)
    const end = start < 0 ? -1 : after.indexOf(before[start]!)
    // A link that a visitor must click is the last resort (linked-media.ts).
    if (end < 0 || /\shref\s*=\s*$/i.test(before.slice(Math.max(0, start - 20), start))) continue
    const link = `${before.slice(start + 1)}${after.slice(0, end)}`
    found.push(...labeledLinks(link), ...[link, innerLink(link)].map(plainLink).filter(isMediaLink))
  }
  return found
}

const isMediaLink = (link: string) =>
  mediaExtension(link) !== undefined && !/[\s<>\\{}$+]|^(?!https?:|\/)[^?]*:\/\//i.test(link)

/** `player.html?file=https://a.example/1.mp4&x=1` */
function innerLink(link: string): string {
  if (mediaExtension(link)) return ''
  const start = Math.max(link.lastIndexOf('http://'), link.lastIndexOf('https://'))
  const [, value = ''] = /(?:^|[?&])(?:file|src|url|source)=([^&]{1,2000})/i.exec(link) ?? []
  return (start > 0 ? link.slice(start) : value).split('&', 1)[0]!
}

function plainLink(link: string): string {
  try {
    return (/^(?:https?%3a|%2f)/i.test(link) ? decodeURIComponent(link) : link).split('#', 1)[0]!
  } catch {
    return '' // The escapes are malformed.
  }
}

const typedLinks = (text: string) =>
  Array.from(text.slice(0, 1_000_000).matchAll(TYPED), ([, first, second]) => first ?? second!).slice(0, 1)

/** Playerjs: "[360p]a.mp4 or b.mp4,[720p]c.mp4". The highest first. */
function labeledLinks(text: string): string[] {
  if (!/^\[[^\]]{1,40}\]/.test(text)) return []
  const parts = text.split(/,(?=\[)/).flatMap((part) => {
    const [, label = '', links = ''] = /^\[([^\]]{1,40})\](.+)$/.exec(part) ?? []
    const link = links.split(/ or /i)[0]!.trim()
    return mediaExtension(link) ? { height: Number.parseInt(label) || 0, link } : []
  })
  return parts
    .toSorted((a, b) => b.height - a.height)
    .map(({ link }) => link)
    .slice(0, 1)
}

/** Of the qualities of one item only the highest, in the order of the page. */
function bestOfEach(links: readonly string[]): string[] {
  const best = new Map<string, string>()
  for (const link of links) {
    const item = link.replace(QUALITY, '')
    const known = best.get(item)
    if (known === undefined || heightIn(link) > heightIn(known)) best.set(item, link)
  }
  return [...best.values()]
}

const heightIn = (link: string) =>
  Math.max(0, ...Array.from(link.matchAll(QUALITY), ([word]) => Number.parseInt(word) || 0))
