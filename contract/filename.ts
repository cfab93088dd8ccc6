import { clipName, type Clip } from './clip.ts'

/** Bytes of UTF-8 on most file systems. */
const MAX_BYTES = 255
/** Sites with long titles that have no file in contract/platforms/, by the second-last label of the host. */
const LONG_TITLE_SITES = /^(ximalaya|lizhi|qingting)$/
const HIDDEN = /[\p{Cc}\p{Cs}\p{Bidi_Control}\u00ad\u180e\u200b\u2028\u2029\u2060-\u206f\ufeff]/gu
const FORBIDDEN = /[\\/*?:"<>|]/g
/** No script puts more marks on a letter. More would be one character that is too long to keep. */
const TOO_MANY_MARKS = /(\p{M}{8})\p{M}+/gu
/** Device names of Windows. A file on Windows must not have such a name, not even with an extension. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i

export type FileNameParts = {
  siteHost: string
  sourceDomain: string
  title: string
  resolution?: string | null | undefined
  /** kilobits per second */
  bitrate?: number | null | undefined
  ext?: string | null | undefined
  hasLongTitle?: boolean | undefined
  clip?: Clip | null | undefined
  subtitles?: string | null | undefined
}

type ShortNameParts = Pick<FileNameParts, 'title' | 'resolution' | 'ext' | 'clip' | 'subtitles'>

/** The title is cut so that the name has at most 255 bytes. */
export function fileName(parts: FileNameParts): string {
  const head = `${hostName(parts.siteHost)}_${hostName(parts.sourceDomain)}_`
  const resolution = cleaned(parts.resolution ?? '').replaceAll('_', '') || 'unknown'
  const bitrate =
    parts.bitrate && parts.bitrate > 0 && Number.isFinite(parts.bitrate)
      ? Math.round(parts.bitrate)
      : 'unknown'
  const part = parts.clip ? `_${clipName(parts.clip)}` : ''
  const text = textName(parts, '_')
  const tail = `_${cutBytes(resolution, 24)}_${bitrate}${part}${text}.${extension(parts.ext)}`
  const site = parts.sourceDomain.toLowerCase().split('.').at(-2) ?? ''
  const isLong = parts.hasLongTitle ?? LONG_TITLE_SITES.test(site)
  const title = cutCharacters(cleaned(parts.title), isLong ? 100 : 80) || 'untitled'
  return `${head}${cutBytes(title, MAX_BYTES - bytesOf(head) - bytesOf(tail))}${tail}`
}

/** Such as `Title (1080p).mp4`. The title is cut so that the name has at most 255 bytes. */
export function shortName(parts: ShortNameParts): string {
  const { title, resolution, ext, clip } = parts
  const part = clip ? ` ${clipName(clip)}` : ''
  const tail = `${resolution ? ` (${resolution})` : ''}${part}${textName(parts, ' ')}.${extension(ext)}`
  const stem = cutBytes(visible(title.replace(/[\\/]/g, ' ')), MAX_BYTES - bytesOf(tail)).trim()
  return safeFileName(`${stem || 'untitled'}${tail}`, extension(ext))
}

const textName = ({ subtitles }: Pick<FileNameParts, 'subtitles'>, space: string) =>
  subtitles ? `${space}sub-${subtitles.replace(/[^\w-]/g, '-').slice(0, 30)}` : ''

/** Keeps what a person typed, except what no file system takes. */
export function safeFileName(text: string, ext: string): string {
  const suffix = `.${extension(ext)}`
  const plain = withoutEdges(visible(text.replace(/[\r\n\t]/g, '').replace(/[\\/]/g, ' ')))
  const isOwn = plain.toLowerCase().endsWith(suffix)
  const bare = isOwn ? plain.slice(0, -suffix.length) : plain.replace(/\.(?=\d*[a-z])[a-z\d]{1,8}$/i, '')
  const whole = withoutEdges(bare)
  const stem = whole.toLowerCase().endsWith(suffix) ? whole.slice(0, -suffix.length) : whole
  // A combining mark at the start has no letter to combine with, and a leading dot would hide the file on
  // Unix. So both are removed.
  const named = stem.replace(/^[. \p{M}]+/u, '')
  const safe = (named || 'untitled').replace(DEVICE, '_$1').replace(/^-/, '_-')
  return `${cutBytes(safe, MAX_BYTES - bytesOf(suffix)).trim() || 'untitled'}${suffix}`
}

/** Without the dots and spaces at both ends, in linear time. */
function withoutEdges(text: string): string {
  const isEdge = (at: number) => text[at] === '.' || text[at] === ' '
  let [start, end] = [0, text.length]
  while (isEdge(start)) start++
  while (end > start && isEdge(end - 1)) end--
  return text.slice(start, end)
}

const cleaned = (text: string): string => visible(text).replaceAll(' ', '_')

function visible(text: string): string {
  const shown = text.replace(FORBIDDEN, '').replace(/\s+/g, ' ').replace(HIDDEN, '')
  return shown.replace(/ +/g, ' ').trim().replace(TOO_MANY_MARKS, '$1').normalize('NFC')
}

function hostName(host: string): string {
  return (
    cutBytes(
      host
        .toLowerCase()
        .replace(/:\d+$/, '')
        .replace(/[^a-z\d.-]/g, ''),
      60,
    ) || 'unknown'
  )
}

function extension(ext: string | null | undefined): string {
  const plain = (ext ?? '').toLowerCase().replace(/^\./, '')
  return /^[a-z\d]{1,8}$/.test(plain) ? plain : 'mp4'
}

const bytesOf = (text: string): number =>
  Array.from(text).reduce((sum, character) => sum + width(character), 0)

function width(character: string): number {
  const code = character.codePointAt(0) ?? 0
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
}

const cutCharacters = (text: string, length: number): string => cutWhere(text, (_, count) => count > length)
const cutBytes = (text: string, length: number): string => cutWhere(text, (bytes) => bytes > length)

/** The text is cut only between graphemes, so that an emoji or an accented letter is never split. */
function cutWhere(text: string, isOver: (bytes: number, characters: number) => boolean): string {
  if (!isOver(bytesOf(text), Array.from(text).length)) return text
  let [kept, bytes, characters] = ['', 0, 0]
  for (const { segment } of new Intl.Segmenter('en').segment(text)) {
    bytes += bytesOf(segment)
    characters += Array.from(segment).length
    if (isOver(bytes, characters)) break
    kept += segment
  }
  return kept
}
