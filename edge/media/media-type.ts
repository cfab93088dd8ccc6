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
