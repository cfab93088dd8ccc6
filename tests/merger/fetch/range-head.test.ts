import { afterAll, expect, test } from 'vitest'
import { errorOf, file, openFile, readFile, startRangeOrigin } from './range-origin.ts'

// These tests cover the first response to a range request, and `head`, in which RangeReader stores the first
// bytes of the file.

const KIB = 1024
const MIB = 1024 ** 2

const origin = await startRangeOrigin()
afterAll(() => origin.close())

test.each([64 * KIB, 100_000])('continues after the first %i bytes of a broken connection', async (cut) => {
  origin.answerWith(({ count }) => (count === 1 ? { cut } : {}))
  expect((await readFile(origin, { readsHead: true })).equals(file)).toBe(true)
  expect(origin.requests[1]?.start).toBe(cut)
})

test('fails on a first response longer than its Content-Range', async () => {
  const body = file.subarray(0, MIB + 1)
  origin.answerWith(({ count }) => (count === 1 ? { isChunked: true, body } : {}))
  expect(await errorOf(openFile(origin, { readsHead: true }))).toMatchObject({ code: 'source_failed' })
  expect(origin.requests).toHaveLength(1)
})

test('retries the first request without limit after 256 KiB', async () => {
  origin.answerWith(({ count }) => (count <= 8 ? { cut: 60_000 } : {}))
  expect((await readFile(origin, { readsHead: true })).equals(file)).toBe(true)
  expect(origin.requests[8]).toMatchObject({ start: 0, count: 9 })
})

test('sends no request for a slice within `head`', async () => {
  origin.answerWith(() => ({}))
  const opened = await openFile(origin, { range: { start: 1_000 }, readsHead: true })
  for (const [start, end] of [
    [1_000, 1_010],
    [1_010, 1_020],
  ] as const) {
    const chunks: Buffer[] = []
    for await (const chunk of opened.slice(start, end)) chunks.push(chunk)
    expect(Buffer.concat(chunks).equals(file.subarray(start, end))).toBe(true)
  }
  expect(origin.requests).toHaveLength(1)
})

test.each([true, false])('reports every byte once to `onBytes` (`readsHead` is %s)', async (readsHead) => {
  origin.answerWith(() => ({}))
  let received = 0
  const onBytes = (count: number) => (received += count)
  const chunks: Buffer[] = []
  const opened = await openFile(origin, { range: { start: 1_000 }, readsHead, onBytes, lanes: 3 })
  for await (const chunk of opened.bytes()) chunks.push(chunk)
  expect(Buffer.concat(chunks).equals(file.subarray(1_000))).toBe(true)
  expect(received).toBe(file.length - 1_000)
  expect(chunks.filter(({ length }) => length === 0)).toEqual([])
})

test('closes the connection of an unread first response', async () => {
  origin.answerWith(() => ({ silentAfter: 1 }))
  const opened = await openFile(origin)
  expect(origin.unfinished()).toBe(1)
  opened.close()
  await expect.poll(() => origin.unfinished()).toBe(0)
})

test('refuses a page and closes the connection', async () => {
  origin.answerWith(() => ({ headers: { 'content-type': 'text/html' }, body: Buffer.alloc(100_000, '<') }))
  const options = { readsHead: true, range: { start: 0, end: 99_999 } }
  expect(await errorOf(openFile(origin, options))).toMatchObject({ code: 'media_type', cause: 'text/html' })
  await expect.poll(() => origin.unfinished()).toBe(0)
  expect(origin.requests).toHaveLength(1)
})
