import { createCipheriv } from 'node:crypto'
import type http from 'node:http'

// Lists of subtitles with a lost part, on another domain, encrypted, and to a site that has none.

const vtt = (start: string, end: string, text: string) =>
  `WEBVTT\n\n00:${start}.000 --> 00:${end}.000\n${text}\n`
const list = (...links: string[]) =>
  `#EXTM3U\n${links.map((link) => `#EXTINF:6,\n${link}\n`).join('')}#EXT-X-ENDLIST\n`

function encrypted(text: string, sequence: number): Buffer {
  const vector = Buffer.alloc(16)
  vector.writeBigUInt64BE(BigInt(sequence), 8)
  const cipher = createCipheriv('aes-128-cbc', 'sixteen bytes ok', vector)
  return Buffer.concat([cipher.update(text), cipher.final()])
}

const [ONE, TWO] = [vtt('01', '02', 'one'), vtt('13', '14', 'two')]
const bodies: Record<string, string | Buffer> = {
  '/cdn.test/lost-words.m3u8': list('lost-0.vtt', 'lost-1.vtt', 'lost-2.vtt'),
  '/cdn.test/lost-0.vtt': ONE,
  '/cdn.test/lost-2.vtt': TWO,
  '/cdn.test/far-words.m3u8': list(
    'https://far.test/0.vtt',
    'https://far.test/1.vtt',
    'https://far.test/2.vtt',
  ),
  '/far.test/0.vtt': ONE,
  '/far.test/2.vtt': TWO,
  '/cdn.test/secret-words.m3u8': list('secret-0', 'secret-1', 'secret-2').replace(
    '#EXTINF',
    '#EXT-X-KEY:METHOD=AES-128,URI="https://keys.test/k"\n#EXTINF',
  ),
  '/cdn.test/secret-0': encrypted(ONE, 0),
  '/cdn.test/secret-1': encrypted('WEBVTT\n', 1),
  '/cdn.test/secret-2': encrypted(TWO, 2),
  '/cdn.test/attack-words.m3u8': list(...Array.from({ length: 200 }, (_, at) => `https://none.test/x?${at}`)),
  '/none.test/x': '<!doctype html><p>A page',
}

type Answer = (request: http.IncomingMessage, response: http.ServerResponse) => void

export const subtitleRoutes: Record<string, Answer> = Object.fromEntries(
  Object.entries(bodies).map(([path, body]) => [
    path,
    (_, response) => void response.writeHead(200).end(body),
  ]),
)
