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
  wma: ['audio/x-ms-wma'],
  mka: ['audio/x-matroska'],
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

/** Sites often confuse the media types of one group. */
const FAMILIES = ['mp4 m4v m4a m4b mov 3gp', 'webm weba mkv mka', 'ogg oga ogv opus', 'jpg jpeg'].map(
  (family) => family.split(' '),
)

/**
 * `container` stays within its family or for an unknown type: many sites serve M4A audio as video/mp4, and
 * YouTube serves WebM with Opus audio as audio/webm (.weba).
 */
export function savedExtension(container: string, mediaType: string): string {
  const served = extensionOf(mediaType)
  if (served === undefined) return container
  const isSameKind = FAMILIES.some((family) => family.includes(container) && family.includes(served))
  return isSameKind ? container : served
}
