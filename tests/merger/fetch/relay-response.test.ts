import { afterAll, expect, test } from 'vitest'
import { openRelay } from '../../../merger/fetch/relay-response.ts'
import { file, startRangeOrigin } from './range-origin.ts'

const MIB = 1024 ** 2

const origin = await startRangeOrigin()
afterAll(() => origin.close())

const open = (range?: string) =>
  openRelay(new URL('http://a.example/file'), {
    dispatcher: origin.dispatcher,
    headers: {},
    range,
    signal: new AbortController().signal,
    silenceMs: 200,
    pauseMs: 1,
  })
async function read(range?: string): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of (await open(range)).bytes) chunks.push(chunk)
  return Buffer.concat(chunks)
}

test('requests later ranges with the ETag in If-Range', async () => {
  origin.answerWith(() => ({}))
  expect((await read()).equals(file)).toBe(true)
  expect(origin.requests.map(({ ifRange }) => ifRange)).toEqual([undefined, '"1"', '"1"', '"1"'])
})

test.each([
  ['bytes=0-1', 0, 2],
  ['bytes=500000-2400000', 500_000, 2_400_001],
  ['bytes=2000000-', 2_000_000, Infinity],
  ['bytes=-1000', -1_000, Infinity],
  ['bytes=-3000000', -3_000_000, Infinity],
])('sends exactly the bytes of the range %s', async (range, start, end) => {
  origin.answerWith(() => ({}))
  const wanted = file.subarray(start, end)
  const { status, headers } = await open(range)
  expect([status, headers['content-length']]).toEqual([206, wanted.length])
  expect((await read(range)).equals(wanted)).toBe(true)
})

test('passes on a 503 without a retry', async () => {
  origin.answerWith(() => ({ status: 503 }))
  expect((await open()).status).toBe(503)
  expect(origin.requests).toHaveLength(1)
})

test('passes on a 416 with the size of the file', async () => {
  origin.answerWith(() => ({ status: 416, headers: { 'content-range': `bytes */${file.length}` } }))
  const { status, headers } = await open('bytes=99999999-')
  expect([status, headers['content-range']]).toEqual([416, `bytes */${file.length}`])
})

test.each([
  [416, undefined],
  [404, 'bytes=0-'],
])('drops the Content-Range of a %i to the Range header %s', async (status, range) => {
  origin.answerWith(() => ({ status, headers: { 'content-range': `bytes */${file.length}` } }))
  const { status: relayed, headers } = await open(range)
  expect([relayed, headers]).toEqual([status, { 'content-length': 0 }])
})

test.each([
  [599, 599],
  [600, 502],
  [999, 502],
])('answers status %i of the server with status %i', async (status, relayed) => {
  origin.answerWith(() => ({ status }))
  expect((await open()).status).toBe(relayed)
})

test('passes on only Content-Type, ETag and Last-Modified', async () => {
  const passed = { 'content-type': 'video/mp4', 'last-modified': 'Thu, 01 Jan 2015 00:00:00 GMT' }
  origin.answerWith(() => ({ headers: { ...passed, 'set-cookie': 'a=b', 'x-powered-by': 'c' } }))
  expect((await open()).headers).toEqual({
    ...passed,
    etag: '"1"',
    'accept-ranges': 'bytes',
    'content-length': file.length,
  })
})

test('answers 502 to parts of a compressed body', async () => {
  origin.answerWith(() => ({ headers: { 'content-encoding': 'gzip' } }))
  expect((await open()).status).toBe(502)
})

test('sends the whole file of a server that refuses every range', async () => {
  origin.answerWith(({ range }) => ({ status: range ? 416 : 200 }))
  const { status, headers } = await open('bytes=1000-')
  expect([status, headers['content-length']]).toEqual([200, file.length])
  expect((await read('bytes=1000-')).equals(file)).toBe(true)
})

test('answers 416 behind the end of a file without ranges', async () => {
  origin.answerWith(({ range }) => ({ status: range ? 416 : 200 }))
  const { status, headers } = await open('bytes=99999999-')
  expect([status, headers['content-range']]).toEqual([416, `bytes */${file.length}`])
})

test('reads a file no faster than the visitor', async () => {
  origin.answerWith(() => ({}))
  const reader = (await open()).bytes[Symbol.asyncIterator]()
  await reader.next()
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(origin.requests).toHaveLength(1)
  await reader.return?.()
})

test('requests the rest of a range from a silent server', async () => {
  origin.answerWith(({ count }) => (count % 2 === 0 ? { silentAfter: 1_000 } : {}))
  expect((await read()).equals(file)).toBe(true)
})

test('sends a complete file over connections that all break', async () => {
  origin.answerWith(() => ({ cut: MIB / 2 }))
  expect((await read()).equals(file)).toBe(true)
  expect(origin.requests.length).toBeGreaterThan(8)
})

test('sends all received bytes before it fails', async () => {
  origin.answerWith(({ count }) => ({ cut: count === 1 ? MIB / 2 : 0 }))
  let received = 0
  const readAll = async () => {
    for await (const chunk of (await open()).bytes) received += chunk.length
  }
  await expect(readAll()).rejects.toMatchObject({ code: 'source_failed' })
  expect(received).toBe(MIB / 2)
  expect(origin.requests).toHaveLength(6)
})
