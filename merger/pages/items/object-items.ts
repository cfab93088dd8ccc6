import { secondsOf } from '#contract/time-text.ts'
import { literalsIn } from '../../html/literals.ts'
import { mediaExtension } from '../media-name.ts'
import { hasBelongings, NOTHING, together, type Chapter, type PageItem } from './page-item.ts'
import { isTextFile, trackOf } from './text-track.ts'

/** So that a hostile page takes little time. */
const MAX_NODES = 100_000
const MAX_DEPTH = 250
const MAX_LISTED = 100
const LINKS = ['src', 'file', 'url', 'href', 'uri', 'link', 'contenturl', 'path', 'source']
const LANGUAGES = ['srclang', 'language', 'lang', 'languagecode', 'inlanguage', 'code', 'locale']
const LABELS = ['label', 'name', 'title', 'text']
const CHAPTERS = /^(?:chapters?|haspart|points|markers|cue_?points|key_?moments)$/i
const STARTS = ['start', 'starttime', 'start_time', 'startoffset', 'time', 'offset', 'begin']
const MARKS = ['startms', 'starttimems', 'start_ms', 'timems']
const TEXTS = /subtitle|caption|track|^subs$|^cc$|^vtt$|^srt$/i
const LANGUAGE = /^[a-z]{2,3}(?:[-_][a-z\d]{2,8})*$/i

/** JSON in a string in JSON, as frameworks write the state of a page. */
const MAX_NESTED = 2
/** What a text has that describes what belongs to a film. */
export const DESCRIBES =
  /\.(?:vtt|srt|ttml|dfxp|ass|smi|lrc)\b|chapters|subtitle|caption|tracks|markers|hasPart/i

type Fields = ReadonlyMap<string, unknown>

/**
 * The items that objects of scripts, attributes and JSON-LD describe: the innermost object that holds media
 * and something that belongs to them. What belongs to no media is the last item.
 */
export function objectItems(values: readonly unknown[]): PageItem[] {
  const reader = new ItemReader()
  const rest = together(values.map((value) => reader.read(value, '', 0)))
  return [...reader.items, rest].filter(hasBelongings)
}

class ItemReader {
  readonly items: PageItem[] = []
  #left = MAX_NODES
  #nested = 0

  /** What of it has no item yet. */
  read(node: unknown, name: string, depth: number): PageItem {
    if (this.#left-- <= 0 || depth > MAX_DEPTH) return NOTHING
    if (typeof node === 'string') return this.#text(node, name, depth)
    if (Array.isArray(node)) return this.#list(node, name, depth)
    if (typeof node !== 'object' || node === null) return NOTHING
    return this.#object(node, name, depth)
  }

  #text(text: string, name: string, depth: number): PageItem {
    const isJson = text.includes('{') && DESCRIBES.test(text) && this.#nested < MAX_NESTED
    if (!isJson) return textItem(text, name)
    this.#nested++
    const found = this.read(literalsIn(text), name, depth + 1)
    this.#nested--
    return found
  }

  #list(list: readonly unknown[], name: string, depth: number): PageItem {
    const chapters = CHAPTERS.test(name) ? chaptersIn(list, /^chapter/i.test(name)) : []
    if (chapters.length > 1) return { ...NOTHING, chapters }
    const call = callTrack(list)
    return call ?? together(list.map((one) => this.read(one, name, depth + 1)))
  }

  #object(node: object, name: string, depth: number): PageItem {
    const fields = fieldsOf(node)
    const track = objectTrack(fields, name)
    if (track) return track
    const found = together([...fields].map(([field, value]) => this.read(value, field || name, depth + 1)))
    if (found.media.length === 0 || !hasBelongings(found)) return found
    this.items.push(found)
    return { ...NOTHING, media: found.media }
  }
}

const fieldsOf = (node: object): Fields =>
  new Map(Object.entries(node).map(([name, value]) => [name.toLowerCase(), value]))

/**
 * `{subtitles: {de: "/de.vtt"}}`, `{chapters: "/chapters.vtt"}`, and the lists of Playerjs:
 * "[English]/en.vtt,[Deutsch]/de.vtt".
 */
function textItem(text: string, name: string): PageItem {
  if (mediaExtension(text)) return { ...NOTHING, media: [text] }
  const language = LANGUAGE.test(name) && !TEXTS.test(name) ? name : null
  const isChapters = /^chapters/i.test(name)
  if (language === null && !isChapters && !TEXTS.test(name)) return NOTHING
  const kind = isChapters ? 'chapters' : 'subtitles'
  return together(
    text.split(/,(?=\[)/, MAX_LISTED).flatMap((part) => {
      const [, label = null, link = ''] = /^(?:\[([^\]]{1,40})\])?(.+)$/.exec(part.trim()) ?? []
      return (isTextFile(link) && trackOf({ link, kind, type: null, language, label })) || []
    }),
  )
}

function objectTrack(fields: Fields, name: string): PageItem | undefined {
  const link = textAt(fields, LINKS)
  if (link === null || mediaExtension(link)) return undefined
  return trackOf({
    link,
    kind: textAt(fields, ['kind', 'role']) ?? name,
    type: textAt(fields, ['type', 'mimetype', 'encodingformat']),
    language: textAt(fields, LANGUAGES),
    label: textAt(fields, LABELS),
  })
}

/** Arguments: `addTextTrack("/de.vtt", "de", "subtitles", "text/vtt")`. */
function callTrack([link, ...others]: readonly unknown[]): PageItem | undefined {
  const words = others.filter((one) => typeof one === 'string')
  if (typeof link !== 'string' || !isTextFile(link) || words.some(isTextFile)) return undefined
  const language = words.find((word) => LANGUAGE.test(word)) ?? null
  const kind = words.find((word) => /^(?:chapters|metadata|thumbnails)$/i.test(word)) ?? 'subtitles'
  return trackOf({ link, kind, type: null, language, label: null })
}

function chaptersIn(list: readonly unknown[], mayLackTitles: boolean): Chapter[] {
  return list.flatMap((one) => {
    if (typeof one !== 'object' || one === null) return []
    const fields = fieldsOf(one)
    const [start, title] = [startOf(fields), textAt(fields, LABELS)]
    return start >= 0 && (title !== null || mayLackTitles) ? { start, title: title ?? '' } : []
  })
}

function startOf(fields: Fields): number {
  const millis = MARKS.map((name) => fields.get(name)).find((value) => value !== undefined)
  if (millis !== undefined) return Number(millis) / 1_000
  const value = STARTS.map((name) => fields.get(name)).find((one) => one !== undefined)
  return typeof value === 'number' ? value : secondsOf(typeof value === 'string' ? value : '')
}

function textAt(fields: Fields, names: readonly string[]): string | null {
  const value = names.map((name) => fields.get(name)).find((one) => typeof one === 'string' && one !== '')
  return typeof value === 'string' ? value.trim() : null
}
