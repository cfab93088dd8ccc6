/** The functions of this file need no more bytes of the file than these. */
export const SIGNATURE_BYTES = 512

const latin1 = (head: Uint8Array, end: number) => String.fromCharCode(...head.subarray(0, end))

/** Pages, data, playlists and subtitles. No media begins like them. */
export function isText(head: Uint8Array): boolean {
  const bytes = latin1(head, SIGNATURE_BYTES)
  const isWide = /^(\xff\xfe|\xfe\xff)/.test(bytes)
  const beginning = (
    isWide ? bytes.slice(2).replaceAll('\0', '') : bytes.replace(/^\xef\xbb\xbf/, '')
  ).trimStart()
  return beginning === '' ? head.length > 0 : /^(<|\{|\[|#EXTM3U|ffconcat|WEBVTT)/i.test(beginning)
}

/** `claimed` decides what the bytes leave open: an ID3 tag can stand before several kinds of sound. */
export function containerOfBytes(head: Uint8Array, claimed = ''): string | undefined {
  const text = latin1(head, 190)
  if (text.startsWith('ftyp', 4)) return ofBrand(text.slice(8, 12))
  if (/^....(moov|mdat|moof|styp)/s.test(text)) return 'mp4'
  if (text.startsWith('\x1aE\xdf\xa3')) return /\x42\x82.webm/s.test(text) ? 'webm' : 'mkv'
  if (text.startsWith('OggS')) return /theora/.test(text) ? 'ogv' : /OpusHead/.test(text) ? 'opus' : 'ogg'
  const hex = Array.from(head.subarray(0, 190), (byte) => byte.toString(16).padStart(2, '0')).join('')
  if (/^4944330[234]/.test(hex)) return afterTag(head, claimed)
  return SIGNATURES.find(([signature]) => signature.test(hex))?.[1]
}

const SIGNATURES: readonly [RegExp, string][] = [
  [/^52494646.{8}57415645/, 'wav'],
  [/^52494646.{8}41564920/, 'avi'],
  [/^464f524d.{8}414946(46|43)/, 'aiff'],
  [/^664c6143/, 'flac'],
  [/^464c5601/, 'flv'],
  [/^2321414d52/, 'amr'],
  [/^000001ba/, 'mpg'],
  [/^3026b2758e66cf11/, 'wmv'],
  [/^63616666/, 'caf'],
  [/^2e736e64/, 'au'],
  [/^0b77/, 'ac3'],
  // ADTS (AAC) and MPEG audio (MP3) start with the same sync bits. The layer bits after them are zero in ADTS
  // (ISO/IEC 13818-7) and never zero in MPEG audio (ISO/IEC 11172-3).
  [/^fff[0189]/, 'aac'],
  [/^ff(?:e[2-7]|f[2-7a-f])/, 'mp3'],
  [/^47.{374}47/, 'ts'],
]

const TAGGED = new Set(['mp3', 'aac', 'flac', 'ac3', 'wav', 'aiff', 'aif'])

/** The size of an ID3 tag is four bytes of seven bits (id3.org, ID3v2.4, section 3.1). */
function afterTag(head: Uint8Array, claimed: string): string {
  const size = head.subarray(6, 10).reduce((sum, byte) => sum * 128 + (byte & 127), 0) + 10
  const behind =
    size < head.length ? containerOfBytes(head.subarray(size, size + SIGNATURE_BYTES)) : undefined
  return behind ?? (TAGGED.has(claimed) ? claimed : 'mp3')
}

/** Pictures in the same boxes are no media. */
function ofBrand(brand: string): string | undefined {
  if (brand.startsWith('M4A')) return 'm4a'
  if (brand.startsWith('M4B')) return 'm4b'
  if (/^3g/i.test(brand)) return '3gp'
  if (/^(avi[fs]|hei[cx]|mif1|msf1)/.test(brand)) return undefined
  return brand === 'qt  ' ? 'mov' : 'mp4'
}
