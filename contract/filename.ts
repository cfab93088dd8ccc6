// Builds the name of a saved file (docs/specification.md, sections 3 and 5). The name is safe for every file
// system and for HTTP headers.

/** The maximum length of a file name in bytes of UTF-8 on most file systems. */
const MAX_BYTES = 255
/**
 * Sites that have long titles, but no file in contract/platforms/. The pattern matches the second-last label
 * of the host name.
 */
const LONG_TITLE_SITES = /^(ximalaya|lizhi|qingting)$/
/**
 * Invisible characters: control characters, bidirectional controls, zero-width characters and unpaired
 * surrogates.
 */
const HIDDEN = /[\p{Cc}\p{Cs}\p{Bidi_Control}\u00ad\u180e\u200b\u2028\u2029\u2060-\u206f\ufeff]/gu
const FORBIDDEN = /[\\/*?:"<>|]/g
/** Device names of Windows. A file on Windows must not have such a name, not even with an extension. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i

export type FileNameParts = {
  /** Host of our own site, without a port. */
  siteHost: string
  /** Host of the page from which the item comes. */
  sourceDomain: string
  title: string
  resolution?: string | null | undefined
  /** Bitrate of the file in kilobits per second. */
  bitrate?: number | null | undefined
  /** File extension without a dot; "mp4" if absent. */
  ext?: string | null | undefined
  /**
   * If true, the title is cut to at most 100 characters; if false, to at most 80 (`Platform.hasLongTitles`).
   * If the field is absent, `sourceDomain` decides (`LONG_TITLE_SITES`).
   */
  hasLongTitle?: boolean | undefined
}

/**
 * Returns `{site host}_{source domain}_{title}_{resolution}_{bitrate}.{ext}`. The site host is our own host;
 * the source domain is the host of the item's page. The title is cut so that the name has at most 255 bytes.
 */
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

/** Turns an untrusted name into a safe file name: it has no path, and its extension is `ext`. */
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

/**
 * Removes forbidden and invisible characters; white space becomes an underscore (docs/specification.md,
 * section 5).
 */
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

/** Returns the number of bytes that one character takes in UTF-8. */
function width(character: string): number {
  const code = character.codePointAt(0) ?? 0
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
}

const cutCharacters = (text: string, length: number): string => cutWhere(text, (_, count) => count > length)
const cutBytes = (text: string, length: number): string => cutWhere(text, (bytes) => bytes > length)

/**
 * Cuts the end off a text that is too long, and returns the rest. `isOver` gets the length of a text in bytes
 * and in characters, and returns whether it is too long. The text is cut only between graphemes, so that an
 * emoji or an accented letter is never split.
 */
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
