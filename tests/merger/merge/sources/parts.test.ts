import { createCipheriv } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Agent } from 'undici'
import { Failure } from '#contract/failure.ts'
import { PartRequests } from '../../../../merger/fetch/part-requests.ts'
import { Parts, type PartsOptions } from '../../../../merger/merge/sources/parts.ts'
import type { Part } from '#media/lists/timeline.ts'
import { media, mediaFolder } from '../lib/media.ts'

const COUNT = 40
const BYTES = 300_000
/** Bytes of a part. Each byte is the number of the part, so a test can check the order. */
const bytesOf = (index: number) => Buffer.alloc(BYTES, index)

type Answer = (response: http.ServerResponse, request: http.IncomingMessage, count: number) => void
const answers = new Map<string, Answer>()
const requests: string[] = []
const server = http.createServer((request, response) => {
  const name = request.url ?? ''
  const count = requests.push(name)
  const answer = answers.get(name)
  if (answer) answer(response, request, requests.filter((one) => one === name).length)
  else if (/^\/\d+$/.test(name)) response.end(bytesOf(Number(name.slice(1))))
  else response.writeHead(404).end(String(count))
})
let dispatcher: Agent
let stop: AbortController
beforeEach(async () => {
  answers.clear()
  requests.length = 0
  dispatcher = new Agent()
  stop = new AbortController()
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterEach(async () => {
  stop.abort(new Failure('cancelled'))
  await dispatcher.destroy()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const urlOf = (name: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${name}`
const part = (name: string, more: Partial<Part> = {}): Part => ({
  urls: [urlOf(name)],
  range: null,
  key: null,
  seconds: 2,
  ...more,
})
function open(parts: Part[], options: Partial<PartsOptions> = {}, map: Part | null = null): Promise<Parts> {
  const link = { url: urlOf('/list'), headers: {} }
  const partRequests = new PartRequests(link, {
    dispatcher,
    signal: stop.signal,
    pauseMs: 1,
    silenceMs: 1_000,
  })
  const run = { map, parts, start: 0, zero: null, isAdvertisement: false, gaps: 0 }
  return Parts.open([run], partRequests, null, {
    signal: stop.signal,
    onBytes: () => undefined,
    leastRate: { bytesPerSecond: 0, windowMs: 60_000 },
    ...options,
  })
}
const read = async (feed: Parts) => Buffer.concat(await Array.fromAsync(feed.bytes()))

test('requests four parts ahead of a paused reader, in order', async () => {
  const feed = await open(Array.from({ length: COUNT }, (_, index) => part(`/${index}`)))
  await expect.poll(() => requests.length).toBe(4)
  let length = 0
  for await (const chunk of feed.bytes()) {
    for (const at of [0, chunk.length - 1]) expect(chunk[at]).toBe(Math.floor((length + at) / BYTES))
    length += chunk.length
    expect(requests.length - Math.floor(length / BYTES)).toBeLessThanOrEqual(5)
  }
  expect([length, requests.length]).toEqual([COUNT * BYTES, COUNT])
})

test('`bytes` yields the bytes of `head` again and counts each once', async () => {
  const counted: number[] = []
  const feed = await open([part('/1')], { onBytes: (count) => counted.push(count) })
  expect(feed.head.length).toBeGreaterThanOrEqual(64 * 1024)
  expect(await read(feed)).toEqual(bytesOf(1))
  expect(counted.reduce((sum, count) => sum + count, 0)).toBe(BYTES)
})

test('continues a part after a broken connection', async () => {
  answers.set('/cut', (response, _, count) => {
    response.writeHead(200, { 'content-length': BYTES })
    if (count > 1) return response.end(bytesOf(7))
    response.write(bytesOf(7).subarray(0, 100_000), () => response.destroy())
  })
  expect(await read(await open([part('/cut'), part('/8')]))).toEqual(Buffer.concat([bytesOf(7), bytesOf(8)]))
})

test('tries the next address of a part, and keeps to it', async () => {
  const [first, second] = [1, 2].map((index) =>
    part(`/${index}`, { urls: [urlOf('/dead'), urlOf(`/${index}`)] }),
  )
  const feed = await open([first!])
  expect(await read(feed)).toEqual(bytesOf(1))
  expect(await read(await open([second!]))).toEqual(bytesOf(2))
  expect(requests).toEqual(['/dead', '/1', '/dead', '/2'])
})

test.each([
  ['padded', true, bytesOf(9)],
  ['unpadded', false, Buffer.alloc(1_600, 40)],
])('decrypts %s AES-128 with the sequence number as its vector', async (_, isPadded, clear) => {
  const key = Buffer.alloc(16, 3)
  const vector = Buffer.from('7'.padStart(32, '0'), 'hex')
  const cipher = createCipheriv('aes-128-cbc', key, vector).setAutoPadding(isPadded)
  const hidden = Buffer.concat([cipher.update(clear), cipher.final()])
  answers.set('/hidden', (response) => response.end(hidden))
  answers.set('/key', (response) => response.end(key))
  const locked = part('/hidden', { key: { url: urlOf('/key'), iv: null, sequence: 7 } })
  expect(await read(await open([locked], {}, part('/1')))).toEqual(Buffer.concat([bytesOf(1), clear]))
})

test.each(['<!doctype html><title>Please log in</title>', '{"error":"expired"}'])(
  'refuses the text %s in place of a part',
  async (text) => {
    answers.set('/text', (response) => response.end(text))
    const feed = await open([part('/1'), part('/text')])
    await expect(read(feed)).rejects.toMatchObject({ code: 'source_failed' })
  },
)

test('passes over a missing part only if its number is computed', async () => {
  const gone = { urls: [urlOf('/dead')] }
  const feed = await open([part('/1'), part('/2', { ...gone, mayMiss: true })])
  expect(await read(feed)).toEqual(bytesOf(1))
  const listed = await open([part('/1'), part('/2', gone)])
  await expect(read(listed)).rejects.toMatchObject({ code: 'source_failed' })
})

test.each([0, 100])('removes a picture and %d bytes before a cloaked segment', async (filled) => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const packets = Buffer.alloc(188 * 500, Buffer.alloc(188).fill(0x47, 0, 1))
  answers.set('/cloaked', (response) => response.end(Buffer.concat([png, Buffer.alloc(filled), packets])))
  expect(await read(await open([part('/cloaked')]))).toEqual(packets)
})

test('requests neighboring ranges together', async () => {
  answers.set('/whole', (response, request) => {
    const [start, end] = /(\d+)-(\d+)/
      .exec(request.headers.range ?? '')!
      .slice(1)
      .map(Number) as [number, number]
    response.writeHead(206, { 'content-range': `bytes ${start}-${end}/1000` })
    response.end(Buffer.from(Array.from({ length: end - start + 1 }, (_, index) => (start + index) % 256)))
  })
  const of = (start: number, length: number) => part('/whole', { range: { start, length } })
  const bytes = await read(await open([of(0, 10), of(10, 20), of(50, 5)]))
  expect([...bytes]).toEqual([...Array(30).keys(), 50, 51, 52, 53, 54])
  expect(requests).toHaveLength(2)
})

const askedOf = ({ headers: { range } }: http.IncomingMessage) => {
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? []
  return from === undefined ? null : { start: Number(from), end: to ? Number(to) : BYTES - 1 }
}
const THREES = bytesOf(3)
const sendRange: Answer = (response, request) => {
  const { start, end } = askedOf(request) ?? { start: 0, end: BYTES - 1 }
  response.writeHead(206, { 'content-range': `bytes ${start}-${end}/${BYTES}` })
  response.end(THREES.subarray(start, end + 1))
}
const FILE = { start: 0, length: null }
test.each<[string, Answer, Part['range'], number]>([
  ['answers 403 without Range', (...all) => refuseUnless(true, 403, ...all), null, BYTES],
  ['answers 400 with Range', (...all) => refuseUnless(false, 400, ...all), FILE, BYTES],
  ['answers 416 with Range', (...all) => refuseUnless(false, 416, ...all), { start: 9, length: 99 }, 99],
  ['ignores Range', (response) => response.end(THREES), { start: 200_000, length: 1_000 }, 1_000],
  ['sends parts unasked', sendRange, null, BYTES],
])('reads a part of a server that %s', async (_, answer, range, length) => {
  answers.set('/whole', answer)
  expect((await read(await open([part('/whole', { range })]))).length).toBe(length)
})
function refuseUnless(isRanged: boolean, status: number, ...[response, request, count]: Parameters<Answer>) {
  if ((askedOf(request) !== null) !== isRanged) response.writeHead(status).end()
  else if (isRanged) sendRange(response, request, count)
  else response.end(THREES)
}

test('does not read a file of gigabytes for a part far behind its start', async () => {
  let sent = 0
  answers.set('/endless', (response) => {
    response.writeHead(200, { 'content-length': 2 * 1024 ** 3 })
    response.on('drain', more)
    function more() {
      while (response.write(THREES)) sent += THREES.length
    }
    more()
  })
  const far = part('/endless', { range: { start: 1024 ** 3, length: 1_000 } })
  await expect(open([far])).rejects.toMatchObject({ code: 'source_failed' })
  expect(sent).toBeLessThan(64 * 1024 ** 2)
})

test('fails with source_failed on a missing part', async () => {
  await expect(open([part('/gone')])).rejects.toMatchObject({ code: 'source_failed' })
})

test('fails with too_slow below the minimum rate', async () => {
  answers.set('/slow', (response) => void response.write(Buffer.alloc(70_000)))
  const leastRate = { bytesPerSecond: 1024 ** 3, windowMs: 300 }
  await expect(open([part('/slow')], { leastRate }).then(read)).rejects.toMatchObject({ code: 'too_slow' })
})

test('fails with too_big at one byte above `maxBytes`', async () => {
  expect((await read(await open([part('/1')], { maxBytes: BYTES }))).length).toBe(BYTES)
  await expect(open([part('/1')], { maxBytes: BYTES - 1 }).then(read)).rejects.toMatchObject({
    code: 'too_big',
  })
})

/** The segments that a recipe makes, by the names in its list. */
function segmentsOf(list: string): Buffer[] {
  const names = readFileSync(media(list), 'utf8').match(/^[^#\s].*$/gm) ?? []
  return names.map((name) => readFileSync(path.join(mediaFolder, path.dirname(list), name)))
}
async function readAll(segments: Buffer[], seconds = 2): Promise<Buffer> {
  for (const [index, bytes] of segments.entries())
    answers.set(`/s${index}`, (response) => response.end(bytes))
  return read(await open(segments.map((_, index) => part(`/s${index}`, { seconds }))))
}
const betweenPackets = (length: number) => Math.floor(length / 376) * 188
const insidePacket = (length: number) => betweenPackets(length) + 100

test.each([
  ['a transport stream inside a packet', 'hls/both.m3u8', 1, insidePacket],
  ['its last part inside a packet', 'hls/both.m3u8', -1, insidePacket],
  ['a picture between two packets', 'hls/video.m3u8', 1, betweenPackets],
  ['a sound between two packets', 'hls/audio.m3u8', 1, betweenPackets],
  ['all of a part', 'hls/both.m3u8', 1, () => 0],
  ['a fragment of MP4', 'fmp4/video.m3u8', 1, (length: number) => Math.floor(length / 2)],
  ['its last fragment of MP4', 'fmp4/video.m3u8', -1, (length: number) => length - 1],
] as const)('fails when a server cuts off %s', async (_, list, place, cut) => {
  const segments = segmentsOf(list)
  expect((await readAll(segments)).equals(Buffer.concat(segments))).toBe(true)
  const whole = segments.at(place)!
  const at = (place + segments.length) % segments.length
  const failing = readAll(segments.with(at, whole.subarray(0, cut(whole.length))))
  await expect(failing).rejects.toMatchObject({ code: 'source_failed' })
})

test('requests a part again that ends inside a packet', async () => {
  const segments = segmentsOf('hls/both.m3u8')
  for (const [index, bytes] of segments.entries())
    answers.set(`/s${index}`, (response, _, count) =>
      response.end(index === 1 && count === 1 ? bytes.subarray(0, 50_000) : bytes),
    )
  const bytes = await read(await open(segments.map((_, index) => part(`/s${index}`))))
  expect(bytes.equals(Buffer.concat(segments))).toBe(true)
})

test('joins parts that divide a stream at any byte', async () => {
  const whole = Buffer.concat(segmentsOf('hls/both.m3u8'))
  const pieces = Array.from({ length: 5 }, (_, index) =>
    whole.subarray(index * 100_001, (index + 1) * 100_001),
  )
  expect((await readAll(pieces)).equals(whole.subarray(0, 500_005))).toBe(true)
})

test('keeps a hole that the source itself has', async () => {
  const segments = segmentsOf('hls/both.m3u8').filter((_, index) => index !== 2)
  expect((await readAll(segments)).equals(Buffer.concat(segments))).toBe(true)
})
