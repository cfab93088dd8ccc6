// The name a file is saved under (specification, sections 3 and 5), made safe for every file system and every header.

/** What file systems take for one name, in bytes of UTF-8. */
const MAX_BYTES = 255
/** Platforms whose titles say more in fewer characters may keep more of them. */
const LONG_TITLES = /^(xiaohongshu|bilibili|xiaoyuzhou|ximalaya|lizhi|qingting|apple[ _-]podcasts)$/
/** Characters that no file system or reader should meet: controls, text direction, zero width, half a surrogate pair. */
const HIDDEN = /[\p{Cc}\p{Cs}\p{Bidi_Control}\u00ad\u180e\u200b\u2028\u2029\u2060-\u206f\ufeff]/gu
const FORBIDDEN = /[\\/*?:"<>|]/g
/** Names that Windows keeps for devices, whatever follows their dot. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i

export type FileNameParts = {
  /** Host of the page, without a port. */
  siteHost: string
  /** Host the item was published at. */
  sourceDomain: string
  title: string
  resolution?: string | null | undefined
  /** Kilobits per second. */
  bitrate?: number | null | undefined
  /** Extension without a dot; "mp4" where none is known. */
  ext?: string | null | undefined
  /** A platform's id. */
  platform?: string | null | undefined
}

/** `{site host}_{source domain}_{title}_{resolution}_{bitrate}.{ext}`, at most 255 bytes, of which the title gives way first. */
export function fileName(parts: FileNameParts): string {
  const head = `${hostName(parts.siteHost)}_${hostName(parts.sourceDomain)}_`
  const resolution = cleaned(parts.resolution ?? '').replaceAll('_', '') || 'unknown'
  const bitrate =
    parts.bitrate && parts.bitrate > 0 && Number.isFinite(parts.bitrate)
      ? Math.round(parts.bitrate)
      : 'unknown'
  const tail = `_${cutBytes(resolution, 24)}_${bitrate}.${extension(parts.ext)}`
  const title =
    cutCharacters(cleaned(parts.title), LONG_TITLES.test(parts.platform ?? '') ? 100 : 80) || 'untitled'
  return `${head}${cutBytes(title, MAX_BYTES - bytesOf(head) - bytesOf(tail))}${tail}`
}

/** A name that came over the wire, as a plain file name with the extension of what it names: no path, no other type. */
export function safeFileName(text: string, ext: string): string {
  const suffix = `.${extension(ext)}`
  const base = text.split(/[\\/]/).at(-1) ?? ''
  const plain = cleaned(base.replace(/[\r\n\t]/g, '')).replace(/^\.+|\.+$/g, '')
  const isOwn = plain.toLowerCase().endsWith(suffix)
  const bare = (
    isOwn ? plain.slice(0, -suffix.length) : plain.replace(/\.(?=\d*[a-z])[a-z\d]{1,8}$/i, '')
  ).replace(/\.+$/, '')
  const stem = bare.toLowerCase().endsWith(suffix) ? bare.slice(0, -suffix.length) : bare
  const safe = (stem || 'untitled').replace(DEVICE, '_$1').replace(/^-/, '_-')
  return `${cutBytes(safe, MAX_BYTES - bytesOf(suffix))}${suffix}`
}

/** The specification's cleaning: nine characters go, white space becomes an underscore. */
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

/** Bytes of one character in UTF-8. */
function width(character: string): number {
  const code = character.codePointAt(0) ?? 0
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
}

const cutCharacters = (text: string, length: number): string => cutWhere(text, (_, count) => count > length)
const cutBytes = (text: string, length: number): string => cutWhere(text, (bytes) => bytes > length)

/** Cut between what a reader sees as single characters: an emoji or accented letter stays whole or goes. */
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
