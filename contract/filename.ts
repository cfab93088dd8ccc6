/** Bytes of UTF-8 on most file systems. */
const MAX_BYTES = 255
/** Sites with long titles that have no file in contract/platforms/, by the second-last label of the host. */
const LONG_TITLE_SITES = /^(ximalaya|lizhi|qingting)$/
const HIDDEN = /[\p{Cc}\p{Cs}\p{Bidi_Control}\u00ad\u180e\u200b\u2028\u2029\u2060-\u206f\ufeff]/gu
const FORBIDDEN = /[\\/*?:"<>|]/g
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
}

/** The title is cut so that the name has at most 255 bytes. */
export function fileName(parts: FileNameParts): string {
  const head = `${hostName(parts.siteHost)}_${hostName(parts.sourceDomain)}_`
  const resolution = cleaned(parts.resolution ?? '').replaceAll('_', '') || 'unknown'
  const bitrate =
    parts.bitrate && parts.bitrate > 0 && Number.isFinite(parts.bitrate)
      ? Math.round(parts.bitrate)
      : 'unknown'
  const tail = `_${cutBytes(resolution, 24)}_${bitrate}.${extension(parts.ext)}`
  const site = parts.sourceDomain.toLowerCase().split('.').at(-2) ?? ''
  const isLong = parts.hasLongTitle ?? LONG_TITLE_SITES.test(site)
  const title = cutCharacters(cleaned(parts.title), isLong ? 100 : 80) || 'untitled'
  return `${head}${cutBytes(title, MAX_BYTES - bytesOf(head) - bytesOf(tail))}${tail}`
}

export function safeFileName(text: string, ext: string): string {
  const suffix = `.${extension(ext)}`
  const base = text.split(/[\\/]/).at(-1) ?? ''
  const plain = cleaned(base.replace(/[\r\n\t]/g, '')).replace(/^\.+|\.+$/g, '')
  const isOwn = plain.toLowerCase().endsWith(suffix)
  const bare = (
    isOwn ? plain.slice(0, -suffix.length) : plain.replace(/\.(?=\d*[a-z])[a-z\d]{1,8}$/i, '')
  ).replace(/\.+$/, '')
  const stem = bare.toLowerCase().endsWith(suffix) ? bare.slice(0, -suffix.length) : bare
  // A combining mark at the start has no letter to combine with, and a leading dot would hide the file on
  // Unix. So both are removed.
  const visible = stem.replace(/^[.\p{M}]+/u, '')
  const safe = (visible || 'untitled').replace(DEVICE, '_$1').replace(/^-/, '_-')
  return `${cutBytes(safe, MAX_BYTES - bytesOf(suffix))}${suffix}`
}

function cleaned(text: string): string {
  return text.replace(FORBIDDEN, '').trim().replace(/\s+/g, '_').replace(HIDDEN, '').normalize('NFC')
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
