import { extensionOf } from '#contract/media-types.ts'
import { childOf, elements, ids, string } from './ebml.ts'

export const AUDIO_FILES = new Set(
  'm4a m4b mp3 aac ac3 ogg oga opus wav flac weba mka aif aiff wma amr'.split(' '),
)
export const MEDIA_FILES = new Set([
  ...AUDIO_FILES,
  ...'mp4 m4v webm mkv mov qt flv f4v ts m2ts mts 3gp 3g2 avi mpg mpeg ogv wmv asf'.split(' '),
])

export function containerOfType(type: string | null): string | undefined {
  const plain = (type ?? '').split(';', 1)[0]!.trim()
  const [, subtype] = /^(?:audio|video)\/(?:x-)?([\w-]+)$/.exec(plain) ?? []
  // A media type that `extensionOf` does not know often contains the extension, as in "audio/x-flac".
  return [extensionOf(plain), subtype].find((extension) => extension && MEDIA_FILES.has(extension))
}

/** RFC 6266. */
export function containerOfName(disposition: string | null): string | undefined {
  const [, ext = ''] = /filename\*?=[^;]*\.([a-z\d]{2,4})"?\s*(?:;|$)/i.exec(disposition ?? '') ?? []
  return MEDIA_FILES.has(ext.toLowerCase()) ? ext.toLowerCase() : undefined
}

export function containerOfBytes(head: Buffer): string | undefined {
  const text = head.toString('latin1', 0, 64)
  if (text.startsWith('ftyp', 4)) return ofBrand(text.slice(8, 12))
  if (/^....(moov|mdat|moof|styp)/s.test(text)) return 'mp4'
  if (head.length > 4 && head.readUInt32BE(0) === ids.header) return ofMatroska(head)
  if (text.startsWith('OggS')) return /theora/.test(text) ? 'ogv' : /OpusHead/.test(text) ? 'opus' : 'ogg'
  const hex = head.toString('hex', 0, 256)
  return SIGNATURES.find(([signature]) => signature.test(hex))?.[1]
}

const SIGNATURES: readonly [RegExp, string][] = [
  [/^52494646.{8}57415645/, 'wav'],
  [/^52494646.{8}41564920/, 'avi'],
  [/^464f524d.{8}41494646/, 'aiff'],
  [/^664c6143/, 'flac'],
  [/^464c5601/, 'flv'],
  [/^2321414d52/, 'amr'],
  [/^000001ba/, 'mpg'],
  [/^3026b2758e66cf11/, 'wmv'],
  [/^0b77/, 'ac3'],
  [/^4944330[234]/, 'mp3'],
  // ADTS (AAC) and MPEG audio (MP3) start with the same sync bits. The layer bits after them are zero in ADTS
  // (ISO/IEC 13818-7) and never zero in MPEG audio (ISO/IEC 11172-3).
  [/^fff[0189]/, 'aac'],
  [/^ff(?:e[2-7]|f[2-7a-f])/, 'mp3'],
  [/^47.{374}47/, 'ts'],
]

function ofBrand(brand: string): string {
  if (brand.startsWith('M4A')) return 'm4a'
  if (brand.startsWith('M4B')) return 'm4b'
  if (/^3g/i.test(brand)) return '3gp'
  return brand === 'qt  ' ? 'mov' : 'mp4'
}

function ofMatroska(head: Buffer): string {
  const [header] = elements(head)
  const name = header && childOf(head, header, ids.docType)
  return name && string(head, name) === 'webm' ? 'webm' : 'mkv'
}
