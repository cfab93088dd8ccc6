import { isManifest, MEDIA_EXTENSIONS, mediaExtension } from './media-name.ts'

const MAX_SCRIPTS = 300
const MAX_FOUND = 200
/** Of one script, so that a hostile page takes little time of the merger's only loop. */
const MAX_TRIES = 500
const MAX_LINK = 2_000
const NAMED = new RegExp(String.raw`\.(?:${MEDIA_EXTENSIONS})(?=["'\x60?])`, 'gi')
/** Attributes in which players keep their settings, for example `data-setup` of video.js. */
const SETTING = /\sdata-[\w-]{1,40}\s*=\s*(?:"([^"]{1,20000})"|'([^']{1,20000})')/gi
/** "-720p", "_1080", ".480.": the qualities of one item. */
const QUALITY = /(?<=[-_./])(?:\d{3,4}p?|sd|hd|fhd|low|high|medium)(?=[-_./]|$)/gi

/** Links to media in the settings of players: hls.js, video.js, JW Player, Plyr and plain JSON. */
export function scriptMedia(html: string): string[] {
  const found = [...scriptsOf(html), ...settingsOf(html)].flatMap(linksIn)
  const unique = [...new Set(found)].slice(0, MAX_FOUND)
  const manifests = unique.filter(isManifest)
  return manifests.length > 0 ? manifests.slice(0, 1) : bestOfEach(unique)
}

function scriptsOf(html: string): string[] {
  const parts = html.split(/<script(?=[\s>])/i, MAX_SCRIPTS).slice(1)
  return parts.map((part) => part.slice(part.indexOf('>') + 1).split(/<\/script/i, 1)[0]!)
}

const settingsOf = (html: string) =>
  Array.from(html.matchAll(SETTING), ([, double, single]) => `"${double ?? single}"`).slice(0, MAX_SCRIPTS)

function linksIn(text: string): string[] {
  const plain = text
    .replaceAll('\\"', '"')
    .replaceAll('\\/', '/')
    .replace(/\\u002f/gi, '/')
    .replace(/\\u0026|&amp;/gi, '&')
    .replace(/&quot;|&#0*34;|&#x22;/gi, '"')
  const found: string[] = []
  let tries = 0
  for (const match of plain.matchAll(NAMED)) {
    if (found.length >= MAX_FOUND || tries++ >= MAX_TRIES) break
    const before = plain.slice(Math.max(0, match.index - MAX_LINK), match.index)
    const start = Math.max(...['"', "'", '`'].map((quote) => before.lastIndexOf(quote)))
    const after = plain.slice(match.index, match.index + MAX_LINK)
    const end = start < 0 ? -1 : after.indexOf(before[start]!)
    const link = `${before.slice(start + 1)}${after.slice(0, end)}`
    found.push(...labeledLinks(link))
    if (end > 0 && mediaExtension(link) && !/[\s<>\\{}$+]/.test(link)) found.push(link)
  }
  return found
}

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
