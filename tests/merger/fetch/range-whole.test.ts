import { afterAll, expect, test } from 'vitest'
import { loopbackAgent, startRawOrigin } from '../raw-origin.ts'
import { errorOf, file, openFile, readFile, startRangeOrigin } from './range-origin.ts'

// These tests cover media servers that respond with status 200 and the whole file.

const KIB = 1024
const MIB = 1024 ** 2

const origin = await startRangeOrigin()
afterAll(() => origin.close())

test.each([
  ['has a Content-Length', {}, file.length, true],
  ['is chunked', { isChunked: true }, null, true],
  ['ends with the connection', { isUnframed: true }, null, false],
] as const)('sets `size` and `isExact` of a response that %s', async (_, framing, size, isExact) => {
  origin.answerWith(() => ({ status: 200, ...framing }))
  const opened = await openFile(origin)
  expect([opened.hasRanges, opened.size, opened.isExact]).toEqual([false, size, isExact])
  const chunks: Buffer[] = []
  for await (const chunk of opened.bytes()) chunks.push(chunk)
  expect(Buffer.concat(chunks).equals(file)).toBe(true)
  expect(opened.size).toBe(file.length)
})

test('is not exact without a final `chunked`', async () => {
  const raw = await startRawOrigin(() => 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked, gzip\r\n\r\nmedia')
  const dispatcher = loopbackAgent(raw.port)
  const opened = await openFile(origin, { dispatcher })
  expect([opened.size, opened.isExact]).toEqual([null, false])
  opened.close()
  await dispatcher.destroy()
  await raw.close()
})

test('takes a 200 with Content-Range as the whole file', async () => {
  const headers = { 'content-range': `bytes 0-${MIB - 1}/${file.length}` }
  origin.answerWith(() => ({ status: 200, headers }))
  const opened = await openFile(origin)
  expect(opened.hasRanges).toBe(false)
  opened.close()
  expect((await readFile(origin)).equals(file)).toBe(true)
})

test.each([200, 206])('disconnects from too large a file (status %i)', async (status) => {
  origin.answerWith(() => ({ status, silentAfter: 1 }))
  expect(await errorOf(openFile(origin, { maxBytes: file.length - 1 }))).toMatchObject({ code: 'too_big' })
  await expect.poll(() => origin.unfinished()).toBe(0)
  expect(origin.requests).toHaveLength(1)
  origin.answerWith(() => ({ status }))
  expect((await readFile(origin, { maxBytes: file.length })).equals(file)).toBe(true)
})

test('fails without a retry on an empty file with `readsHead`', async () => {
  origin.answerWith(() => ({ status: 200, body: Buffer.alloc(0) }))
  expect(await errorOf(openFile(origin, { readsHead: true }))).toMatchObject({
    code: 'source_failed',
    cause: 'an empty file',
  })
  expect(origin.requests).toHaveLength(1)
})

test('yields no bytes of an empty file without `readsHead`', async () => {
  origin.answerWith(() => ({ status: 200, body: Buffer.alloc(0) }))
  const chunks: Buffer[] = []
  for await (const chunk of (await openFile(origin)).bytes()) chunks.push(chunk)
  expect(chunks).toEqual([])
})

test('yields a file shorter than `head` once', async () => {
  origin.answerWith(() => ({ status: 200, body: file.subarray(0, 10) }))
  const opened = await openFile(origin, { readsHead: true })
  expect(opened.head.equals(file.subarray(0, 10))).toBe(true)
  expect((await readFile(origin, { readsHead: true })).equals(file.subarray(0, 10))).toBe(true)
})

test('opens a whole file after its first 64 KiB', async () => {
  origin.answerWith(() => ({ status: 200, silentAfter: 64 * KIB }))
  const opened = await openFile(origin, { readsHead: true, openingTries: 1, silenceMs: 1_000 })
  expect(opened.head.equals(file.subarray(0, 64 * KIB))).toBe(true)
  opened.close()
})

test('reports every byte once to `onBytes`', async () => {
  origin.answerWith(() => ({ status: 200 }))
  let received = 0
  const onBytes = (count: number) => (received += count)
  expect((await readFile(origin, { readsHead: true, onBytes })).equals(file)).toBe(true)
  expect(received).toBe(file.length)
})

test('fails without a retry on a broken connection', async () => {
  origin.answerWith(() => ({ status: 200, cut: 2 * MIB }))
  expect(await errorOf(readFile(origin))).toMatchObject({ code: 'source_failed' })
  expect(origin.requests).toHaveLength(1)
})

test('closes the connection of a caller that stops early', async () => {
  origin.answerWith(() => ({ status: 200, silentAfter: 1_000 }))
  for await (const chunk of (await openFile(origin)).bytes()) if (chunk.length > 0) break
  await expect.poll(() => origin.unfinished()).toBe(0)
})

test('closes the connection of a caller that stops after `head`', async () => {
  origin.answerWith(() => ({ status: 200, silentAfter: 100 * KIB }))
  for await (const chunk of (await openFile(origin, { readsHead: true })).bytes()) if (chunk.length > 0) break
  await expect.poll(() => origin.unfinished()).toBe(0)
})

test('throws the reason of an abort', async () => {
  origin.answerWith(() => ({ status: 200, silentAfter: 1_000 }))
  const controller = new AbortController()
  const reason = new Error('the caller has left')
  const reading = async () => {
    const opened = await openFile(origin, { signal: controller.signal })
    for await (const chunk of opened.bytes()) if (chunk.length > 0) controller.abort(reason)
  }
  expect(await errorOf(reading())).toBe(reason)
})

test('requests the whole file without a size in Content-Range', async () => {
  origin.answerWith(({ range }) =>
    range ? { headers: { 'content-range': `bytes 0-${MIB - 1}/*` }, silentAfter: 1 } : { status: 200 },
  )
  expect((await readFile(origin)).equals(file)).toBe(true)
  await expect.poll(() => origin.unfinished()).toBe(0)
})
