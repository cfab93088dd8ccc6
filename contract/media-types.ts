/** File extension -> its media types: first the one we send, then others that sites use for it. */
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

/** The media type of a file extension; undefined for an extension that is not in the table. */
export function mediaTypeOf(extension: string): string | undefined {
  return mediaTypes[extension]?.[0]
}

/** The file extension of a plain media type in lower case; undefined for a type that is not in the table. */
export function extensionOf(mediaType: string): string | undefined {
  return Object.keys(mediaTypes).find((extension) => mediaTypes[extension]!.includes(mediaType))
}
