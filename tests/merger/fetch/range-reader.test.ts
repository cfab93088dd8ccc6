import { afterAll, expect, test } from 'vitest'
import type { RangeReaderOptions } from '../../../merger/fetch/range-reader.ts'
import { errorOf, file, LINK, openFile, readFile, startRangeOrigin } from './range-origin.ts'

const MIB = 1024 ** 2

const origin = await startRangeOrigin()
afterAll(() => origin.close())

const DEFAULTS = { lanes: 3, readsHead: true, silenceMs: 200 }
const open = (options: Partial<RangeReaderOptions> = {}) => openFile(origin, { ...DEFAULTS, ...options })
const read = (options: Partial<RangeReaderOptions> = {}) => readFile(origin, { ...DEFAULTS, ...options })

test.each([1, 3])('reads a file in order with %i parallel requests', async (lanes) => {
  origin.answerWith(() => ({}))
  expect((await read({ lanes })).equals(file)).toBe(true)
})

test.each([
  ['another ETag', { etag: '"2"' }, 'another ETag'],
  ['no ETag any more', { etag: null }, 'another ETag'],
  [
    'another size',
    { headers: { 'content-range': `bytes ${MIB}-${2 * MIB - 1}/9000000` } },
    '9000000 instead',
  ],
  ['another first byte', { start: MIB + 1 }, `bytes ${MIB + 1}-`],
  ['one byte more than requested', { end: 2 * MIB }, `bytes ${MIB}-${2 * MIB} instead of`],
  ['no valid Content-Range', { headers: { 'content-range': 'bytes 0-1' } }, 'content-range bytes 0-1'],
  ['a compressed body', { headers: { 'content-encoding': 'gzip' } }, 'content-encoding gzip'],
])('fails on a second response that has %s', async (_, later, reason) => {
  origin.answerWith(({ count }) => (count > 1 ? later : {}))
  let bytes = 0
  const reading = async () => {
    for await (const chunk of (await open({ lanes: 1 })).bytes()) bytes += chunk.length
  }
  const cause = expect.stringContaining(reason) as string
  expect(await errorOf(reading())).toMatchObject({ code: 'source_failed', cause })
  expect([bytes, origin.requests.length]).toEqual([MIB, 2])
})

test('fails on a first response beyond its range', async () => {
  const received: number[] = []
  origin.answerWith(() => ({ end: file.length - 1 }))
  expect(await errorOf(open({ onBytes: (count) => received.push(count) }))).toMatchObject({
    code: 'source_failed',
  })
  expect(received).toEqual([])
})

test('drops If-Range after a response with the whole file', async () => {
  origin.answerWith(({ ifRange }) => (ifRange ? { status: 200 } : {}))
  expect((await read({ lanes: 1 })).equals(file)).toBe(true)
  expect(origin.requests.filter(({ ifRange }) => ifRange)).toHaveLength(1)
})

test('repeats a broken first response without If-Range', async () => {
  origin.answerWith(({ count }) => (count === 1 ? { cut: 1_000 } : {}))
  expect((await read()).equals(file)).toBe(true)
  expect(origin.requests[1]).toMatchObject({ start: 0, ifRange: undefined })
})

test('requests the whole file without a size in Content-Range', async () => {
  origin.answerWith(({ range }) =>
    range ? { headers: { 'content-range': 'bytes 0-1048575/*' } } : { status: 200 },
  )
  const opened = await open()
  expect([opened.hasRanges, opened.size]).toEqual([false, file.length])
  expect((await read()).equals(file)).toBe(true)
})

test('falls back to ranges of 128 KiB after a 403', async () => {
  origin.answerWith(({ start, end }) => (end - start >= 128 * 1024 ? { status: 403 } : {}))
  expect((await read({ lanes: 1 })).equals(file)).toBe(true)
  expect(origin.lengths().slice(0, 3)).toEqual([MIB, 128 * 1024, 128 * 1024])
})

test('gets one fresh link without shortening later ranges', async () => {
  let isExpired = false
  let refreshes = 0
  const refresh = async () => {
    refreshes++
    isExpired = false
    return { ...LINK, dispatcher: origin.dispatcher }
  }
  origin.answerWith(({ count }) => {
    if (count === 3) isExpired = true
    return isExpired ? { status: 403 } : {}
  })
  expect((await read({ refresh })).equals(file)).toBe(true)
  expect(refreshes).toBe(1)
  expect(Math.max(...origin.lengths().slice(-2))).toBeGreaterThan(MIB)
})

test('uses the dispatcher of a fresh link', async () => {
  const other = await startRangeOrigin()
  const refresh = async () => ({ ...LINK, dispatcher: other.dispatcher })
  origin.answerWith(({ count }) => (count > 1 ? { status: 410 } : {}))
  expect((await read({ lanes: 1, refresh })).equals(file)).toBe(true)
  expect(origin.requests).toHaveLength(2)
  expect(other.requests.length).toBeGreaterThan(1)
  await other.close()
})

test.each([401, 403])('fails with site_blocks_us on a %i to a fresh link', async (status) => {
  let refreshes = 0
  const refresh = async () => {
    refreshes++
    return { ...LINK, dispatcher: origin.dispatcher }
  }
  origin.answerWith(() => ({ status }))
  expect(await errorOf(open({ refresh }))).toMatchObject({ code: 'site_blocks_us', cause: { status } })
  expect(refreshes).toBe(1)
})

test('fails with source_failed after three fresh links', async () => {
  let refreshes = 0
  const refresh = async () => {
    refreshes++
    return { ...LINK, dispatcher: origin.dispatcher }
  }
  origin.answerWith(() => ({ status: 410 }))
  expect(await errorOf(open({ refresh }))).toMatchObject({ code: 'source_failed' })
  expect([refreshes, origin.requests.length]).toEqual([3, 4])
})

test('fails after six requests without new bytes', async () => {
  origin.answerWith(({ count }) => (count > 1 ? { status: 500 } : {}))
  expect(await errorOf(read({ lanes: 1, pauseMs: 10 }))).toMatchObject({ code: 'source_failed' })
  expect(origin.requests).toHaveLength(7)
})

test('fails with "timeout" on a silent server', async () => {
  origin.answerWith(() => ({ silentAfter: 0 }))
  expect(await errorOf(open({ openingTries: 2 }))).toMatchObject({ code: 'timeout' })
})

test('fails with too_slow on a slow first response', async () => {
  origin.answerWith(() => ({ trickle: 100 }))
  const leastRate = { bytesPerSecond: 32_000, windowMs: 500 }
  expect(await errorOf(open({ leastRate }))).toMatchObject({ code: 'too_slow' })
})

test.each([1, 3])('fails with too_slow after the first range (parallel: %i)', async (lanes) => {
  origin.answerWith(({ count }) => (count > 1 ? { trickle: 100 } : {}))
  const leastRate = { bytesPerSecond: 32_000, windowMs: 500 }
  expect(await errorOf(read({ lanes, leastRate }))).toMatchObject({ code: 'too_slow' })
})

test('does not fail with too_slow for a slow caller', async () => {
  origin.answerWith(() => ({}))
  const leastRate = { bytesPerSecond: 10 * MIB, windowMs: 500 }
  const chunks: Buffer[] = []
  let pauses = 0
  for await (const chunk of (await open({ leastRate, lanes: 1 })).bytes()) {
    chunks.push(chunk)
    if (pauses++ < 4) await new Promise((resolve) => setTimeout(resolve, 300))
  }
  expect(Buffer.concat(chunks).equals(file)).toBe(true)
})

test('does not count a wait for Retry-After in the rate', async () => {
  origin.answerWith(({ count }) =>
    count === 2 || count === 4 ? { status: 429, headers: { 'retry-after': '1' } } : {},
  )
  const leastRate = { bytesPerSecond: 1024 * MIB, windowMs: 1_000 }
  expect((await read({ lanes: 1, leastRate })).equals(file)).toBe(true)
}, 60_000)

test('does not count a wait for a fresh link in the rate', async () => {
  let isExpired = true
  const refresh = async () => {
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    isExpired = false
    return { ...LINK, dispatcher: origin.dispatcher }
  }
  origin.answerWith(({ count }) => (isExpired && count > 1 ? { status: 410 } : {}))
  const leastRate = { bytesPerSecond: 1024 * MIB, windowMs: 1_000 }
  expect((await read({ refresh, leastRate })).equals(file)).toBe(true)
})

test('fails with too_big on a large file of unknown size', async () => {
  origin.answerWith(() => ({ status: 200, isChunked: true }))
  const received: number[] = []
  const onBytes = (count: number) => received.push(count)
  expect(await errorOf(read({ maxBytes: 2 * MIB, onBytes }))).toMatchObject({ code: 'too_big' })
  expect(received.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(2 * MIB)
  expect((await read({ maxBytes: file.length })).equals(file)).toBe(true)
})
