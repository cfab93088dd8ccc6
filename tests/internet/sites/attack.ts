import { setTimeout as sleep } from 'node:timers/promises'
import { text } from '../answers.ts'
import type { Answer, Site } from '../site.ts'

// Responses that try to end, freeze or fill a merger.

const raw =
  (bytes: string): Answer =>
  (_, response) =>
    void response.socket?.end(bytes)

const manifest = (duration: string) =>
  text(
    `<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="${duration}"><Period>
    <AdaptationSet mimeType="video/mp4"><Representation id="v" bandwidth="100000" width="640" height="360"
    codecs="avc1.4d401e"><BaseURL>https://cdn.example/combined-360.mp4</BaseURL></Representation></AdaptationSet>
    </Period></MPD>`,
    'application/dash+xml',
  )

/** Sends one byte each second until the client disconnects. */
const trickle =
  (type: string): Answer =>
  async (_, response) => {
    response.writeHead(200, { 'content-type': type })
    while (!response.destroyed) {
      response.write('x')
      await sleep(1_000)
    }
  }

/** Returns the start of an MP4 with an empty media box and two million empty boxes after it. */
const boxes = () => {
  const empty = Buffer.from('\0\0\0\bfree', 'latin1')
  const head = Buffer.from('\0\0\0\x10ftypisom\0\0\0\0\0\0\0\bmdat', 'latin1')
  return Buffer.concat([head, Buffer.alloc(2_000_000 * empty.length, empty)])
}

const answers: Record<string, () => Answer> = {
  '/status-099': () => raw('HTTP/1.1 099 X\r\nContent-Length: 0\r\n\r\n'),
  '/status-000': () => raw('HTTP/1.1 000\r\n\r\n'),
  '/infinite.mpd': () => manifest(`PT${'9'.repeat(400)}S`),
  '/keys.m3u8': () => text(`#EXTM3U\n${'#EXT-X-KEY:'.repeat(100_000)}`, 'application/vnd.apple.mpegurl'),
  '/manifests.mpd': () => text('<MPD '.repeat(200_000), 'application/dash+xml'),
  '/attributes': () => text(`<meta ${'a '.repeat(1_000_000)}`, 'text/html'),
  '/trickle': () => trickle('text/html'),
  '/boxes.mp4': () => text(boxes(), 'video/mp4'),
}

export const attack: Site = {
  hosts: ['attack.example'],
  answer: ({ path }) => answers[path]?.(),
}
