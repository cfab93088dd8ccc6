/** Media types by container. Nothing a browser would run is ever sent from our origin. */
const TYPES: Record<string, string> = {
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
  mkv: 'video/x-matroska',
  flv: 'video/x-flv',
  ts: 'video/mp2t',
  '3gp': 'video/3gpp',
  m4a: 'audio/mp4',
  mp3: 'audio/mpeg',
  aac: 'audio/aac',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  opus: 'audio/ogg',
  weba: 'audio/webm',
  wav: 'audio/wav',
  flac: 'audio/flac',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
}

/** The media type of a container of ours. */
export function typeOf(container: string): string {
  return TYPES[container] ?? 'application/octet-stream'
}

/** The extension that goes with a media type; undefined for a type without one of ours. */
export function extensionOf(type: string): string | undefined {
  return Object.keys(TYPES).find((container) => TYPES[container] === type)
}

const PICTURES = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'])
const UNNAMED = new Set([
  'application/octet-stream',
  'binary/octet-stream',
  'application/ogg',
  'application/mp4',
  'application/force-download',
  'application/x-download',
  'application/download',
  '',
])

/** A source's media type without parameters, lower case. */
export function plainType(header: string | null): string {
  return (header ?? '').split(';')[0]!.trim().toLowerCase()
}

export const isPicture = (type: string) => PICTURES.has(type)
export const isPlaylist = (type: string) => /^(application|audio)\/(vnd\.apple\.|x-)mpegurl$/.test(type)

/** The type to send a source's body with, or null when it is no media. `container` serves sources that name none. */
export function safeType(type: string, container: string): string | null {
  if (UNNAMED.has(type)) return typeOf(container)
  if (isPlaylist(type)) return null
  return /^(video|audio)\/[\w.+-]+$/.test(type) || PICTURES.has(type) ? type : null
}

const MAGIC: [type: string, test: (bytes: Uint8Array, text: string) => boolean][] = [
  ['image/jpeg', (bytes) => bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff],
  ['image/png', (_, text) => text.startsWith('\x89PNG\r\n')],
  ['image/gif', (_, text) => /^GIF8[79]a/.test(text)],
  ['image/webp', (_, text) => /^RIFF....WEBP/s.test(text)],
  ['image/avif', (_, text) => /^....ftypavi[fs]/s.test(text)],
]

/** What a picture's first bytes say it is; undefined when they are no picture's. */
export function sniffPicture(head: Uint8Array): string | undefined {
  const text = String.fromCharCode(...head.subarray(0, 16))
  return MAGIC.find(([, test]) => test(head, text))?.[0]
}
