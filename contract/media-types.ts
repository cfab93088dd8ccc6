/** We send the first type of a row. Other sites may send any type of the row. */
const mediaTypes: Record<string, readonly [string, ...string[]]> = {
  mp4: ['video/mp4', 'application/mp4'],
  m4v: ['video/mp4', 'video/x-m4v'],
  mov: ['video/quicktime'],
  webm: ['video/webm'],
  mkv: ['video/x-matroska'],
  flv: ['video/x-flv'],
  ts: ['video/mp2t'],
  '3gp': ['video/3gpp'],
  ogv: ['video/ogg'],
  avi: ['video/x-msvideo'],
  mpg: ['video/mpeg'],
  wmv: ['video/x-ms-wmv'],
  m4a: ['audio/mp4', 'audio/x-m4a'],
  m4b: ['audio/mp4', 'audio/x-m4b'],
  mp3: ['audio/mpeg'],
  aac: ['audio/aac'],
  ogg: ['audio/ogg', 'application/ogg'],
  oga: ['audio/ogg'],
  opus: ['audio/ogg'],
  weba: ['audio/webm'],
  wav: ['audio/wav', 'audio/x-wav'],
  flac: ['audio/flac'],
  aiff: ['audio/x-aiff'],
  caf: ['audio/x-caf'],
  au: ['audio/basic'],
  wma: ['audio/x-ms-wma'],
  mka: ['audio/x-matroska'],
  ac3: ['audio/ac3', 'audio/vnd.dolby.dd-raw'],
  amr: ['audio/amr'],
  jpg: ['image/jpeg'],
  jpeg: ['image/jpeg'],
  png: ['image/png'],
  webp: ['image/webp'],
  gif: ['image/gif'],
  avif: ['image/avif'],
}

export function mediaTypeOf(extension: string): string | undefined {
  return mediaTypes[extension]?.[0]
}

export function extensionOf(mediaType: string): string | undefined {
  return Object.keys(mediaTypes).find((extension) => mediaTypes[extension]!.includes(mediaType))
}

export const isImageFile = (extension: string): boolean => isImageType(mediaTypeOf(extension) ?? '')

/** One that every browser shows, and that runs nothing. */
export const isImageType = (type: string): boolean =>
  type.startsWith('image/') && extensionOf(type) !== undefined

/** Sites often confuse the media types of one group, and the first bytes do not tell its members apart. */
const FAMILIES = [
  'mp4 m4v m4a m4b mov qt f4v 3gp 3g2',
  'webm weba mkv mka',
  'ogg oga ogv opus spx',
  'ts m2ts mts',
  'mpg mpeg vob',
  'wmv wma asf',
  'aiff aif aifc',
  'ac3 eac3 ec3',
  'mp3 mp2 mpga',
  'jpg jpeg',
].map((family) => family.split(' '))

export function isSameKind(one: string, other: string): boolean {
  return one === other || FAMILIES.some((family) => family.includes(one) && family.includes(other))
}

/**
 * `container` stays within its family or for an unknown type: many sites serve M4A audio as video/mp4, and
 * YouTube serves WebM with Opus audio as audio/webm (.weba).
 */
export function savedExtension(container: string, mediaType: string): string {
  const served = extensionOf(mediaType)
  return served === undefined || isSameKind(container, served) ? container : served
}
