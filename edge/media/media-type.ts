import { mediaTypeOf } from '#contract/media-types.ts'

export const OCTETS = 'application/octet-stream'

const IMAGES = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'])
/** Media types that sites send for any kind of file, so they do not tell what the file is. */
const UNSPECIFIC = new Set([
  OCTETS,
  'binary/octet-stream',
  'application/ogg',
  'application/mp4',
  'application/force-download',
  'application/x-download',
  'application/download',
  '',
])

export function plainType(header: string | null): string {
  return (header ?? '').split(';')[0]!.trim().toLowerCase()
}

export const isImage = (type: string): boolean => IMAGES.has(type)
export const isPlaylist = (type: string): boolean =>
  /^(application|audio|video)\/((vnd\.apple\.|x-)?mpegurl|vnd\.mpegurl)$/.test(type)

/** We never send a type that a browser would run. */
export function safeType(type: string, container: string): string | null {
  if (UNSPECIFIC.has(type)) return mediaTypeOf(container) ?? OCTETS
  if (isPlaylist(type)) return null
  return /^(video|audio)\/[\w.+-]+$/.test(type) || IMAGES.has(type) ? type : null
}

const SIGNATURES: [type: string, test: (bytes: Uint8Array, text: string) => boolean][] = [
  ['image/jpeg', (bytes) => bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff],
  ['image/png', (_, text) => text.startsWith('\x89PNG\r\n')],
  ['image/gif', (_, text) => /^GIF8[79]a/.test(text)],
  ['image/webp', (_, text) => /^RIFF....WEBP/s.test(text)],
  ['image/avif', (_, text) => /^....ftypavi[fs]/s.test(text)],
]

export function sniffImage(head: Uint8Array): string | undefined {
  const text = String.fromCharCode(...head.subarray(0, 16))
  return SIGNATURES.find(([, test]) => test(head, text))?.[0]
}
