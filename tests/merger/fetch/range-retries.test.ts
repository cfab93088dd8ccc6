import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { Refusal } from '../../../merger/fetch/response-checks.ts'
import { errorOf, file, LINK, openFile, readFile, startRangeOrigin } from './range-origin.ts'

// These tests cover range requests that fail, and how RangeReader repeats them.

const KIB = 1024
const MIB = 1024 ** 2
const FRESH = { ...LINK, url: 'http://a.example/fresh' }

const origin = await startRangeOrigin()
afterEach(() => {
  vi.useRealTimers()
})
afterAll(() => origin.close())

/**
 * Returns an object with `refresh`, an option of RangeReader that returns a fresh link. `calls` is the number
 * of its calls.
 */
const refreshing = () => {
  const counted = {
    calls: 0,
    refresh: async () => {
      counted.calls++
      return { ...FRESH, dispatcher: origin.dispatcher }
    },
  }
  return counted
}

test('requests only the missing last byte of a range', async () => {
  origin.answerWith(({ count }) => (count === 1 ? { cut: MIB - 1 } : {}))
  expect((await readFile(origin)).equals(file)).toBe(true)
  expect(origin.requests[1]).toMatchObject({ start: MIB - 1, end: MIB - 1 })
})

test.each([
  ['one byte', { start: 5, end: 5 }],
  ['the whole file', { start: 0 }],
])('fails after six empty bodies for a request of %s', async (_, range) => {
  const empty = { isChunked: true, body: Buffer.alloc(0) } as const
  // After 20 empty bodies, the test server sends the requested bytes. Thus, if RangeReader repeats the
  // request without a limit, this test fails instead of running forever.
  origin.answerWith(({ count }) => (count <= 20 ? empty : {}))
  expect(await errorOf(readFile(origin, { range }))).toMatchObject({ code: 'source_failed' })
  expect(origin.requests).toHaveLength(6)
})

test('yields no extra bytes of a second response', async () => {
  const body = file.subarray(MIB, 2 * MIB + 1)
  origin.answerWith(({ count }) => (count === 2 ? { isChunked: true, body } : {}))
  let bytes = 0
  const reading = async () => {
    for await (const chunk of (await openFile(origin)).bytes()) bytes += chunk.length
  }
  expect(await errorOf(reading())).toMatchObject({
    code: 'source_failed',
    cause: expect.stringContaining('a longer body than announced') as string,
  })
  expect(bytes).toBeLessThanOrEqual(2 * MIB)
})

test('fails on two whole files in place of a later range', async () => {
  origin.answerWith(({ count }) => (count > 1 ? { status: 200, silentAfter: 1 } : {}))
  expect(await errorOf(readFile(origin))).toMatchObject({
    code: 'source_failed',
    cause: expect.stringContaining('no longer sends ranges') as string,
  })
  expect(origin.requests.map(({ ifRange }) => ifRange)).toEqual([undefined, '"1"', undefined])
  await expect.poll(() => origin.unfinished()).toBe(0)
})

test('closes a parallel response with another ETag at once', async () => {
  const isClosed = Promise.withResolvers<void>()
  origin.answerWith(async ({ start }) => {
    if (start === MIB) await isClosed.promise
    return start === 2 * MIB ? { etag: '"2"', silentAfter: 1 } : {}
  })
  const reading = readFile(origin, { lanes: 2, readsHead: true })
  const outcome = errorOf(reading)
  await expect.poll(() => origin.requests.length).toBe(3)
  // The response to the third range has the changed ETag, so RangeReader closes it. After that, only the
  // response to the second range is unfinished.
  await expect.poll(() => origin.unfinished()).toBe(1)
  isClosed.resolve()
  expect(await outcome).toMatchObject({ code: 'source_failed' })
})

test('compares a weak ETag without sending it in If-Range', async () => {
  origin.answerWith(() => ({ etag: 'W/"1"' }))
  expect((await readFile(origin)).equals(file)).toBe(true)
  expect(origin.requests.filter(({ ifRange }) => ifRange !== undefined)).toEqual([])
  origin.answerWith(({ count }) => ({ etag: count > 1 ? 'W/"2"' : 'W/"1"' }))
  expect(await errorOf(readFile(origin))).toMatchObject({ code: 'source_failed' })
})

test('retries broken responses of 256 KiB without limit', async () => {
  origin.answerWith(() => ({ cut: 300 * KIB }))
  expect((await readFile(origin)).equals(file)).toBe(true)
  expect(origin.lengths().filter((length) => length > 300 * KIB).length).toBeGreaterThan(10)
})

test.each([
  ['the first response', 0],
  ['a later range', 1],
])('counts the wait of each failed request for %s once', async (_, before) => {
  vi.useFakeTimers({ toFake: ['performance'] })
  // Three failed requests of 10 s each stay below the limit of 35 s without a new byte.
  origin.answerWith(({ count }) => {
    if (count <= before || count > before + 3) return {}
    vi.advanceTimersByTime(10_000)
    return { status: 500 }
  })
  expect((await readFile(origin)).equals(file)).toBe(true)
  expect(origin.requests[before + 3]?.start).toBe(before * MIB)
})

test('accepts bytes at the minimum rate', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  origin.answerWith(() => ({}))
  let calls = 0
  const onBytes = () => {
    if (calls++ === 0) vi.advanceTimersByTime(2_000)
  }
  const leastRate = { bytesPerSecond: 1, windowMs: 2_000 }
  expect((await readFile(origin, { onBytes, leastRate })).equals(file)).toBe(true)
})

test.each([
  ['a pause before a repeated request', { cut: 1_000 }],
  ['the refresh of a link', { status: 410 }],
])('measures the rate again after %s', async (_, first) => {
  const { refresh } = refreshing()
  origin.answerWith(({ count }) => (count === 1 ? first : { trickle: 100 }))
  const leastRate = { bytesPerSecond: 32_000, windowMs: 200 }
  const reading = readFile(origin, { range: { start: 0, end: 7_999 }, leastRate, refresh })
  expect(await errorOf(reading)).toMatchObject({ code: 'too_slow' })
})

test('throws the reason of an abort within a range', async () => {
  origin.answerWith(({ count }) => (count > 1 ? { silentAfter: 1_000 } : {}))
  const controller = new AbortController()
  const reason = new Error('the caller has left')
  let bytes = 0
  const reading = async () => {
    for await (const chunk of (await openFile(origin, { signal: controller.signal })).bytes())
      if ((bytes += chunk.length) > MIB) controller.abort(reason)
  }
  expect(await errorOf(reading())).toBe(reason)
  expect(origin.requests).toHaveLength(2)
})

test('ends a wait for Retry-After on an abort', async () => {
  const limited = { status: 503, headers: { 'retry-after': '20' }, body: Buffer.alloc(10), silentAfter: 1 }
  origin.answerWith(({ count }) => (count === 2 ? limited : {}))
  const controller = new AbortController()
  const outcome = errorOf(readFile(origin, { signal: controller.signal }))
  await expect.poll(() => origin.requests.length).toBe(2)
  // RangeReader closes the response with status 503 before it waits for Retry-After.
  await expect.poll(() => origin.unfinished()).toBe(0)
  await sleep(50)
  expect(origin.requests).toHaveLength(2)
  const reason = new Error('the caller has left')
  controller.abort(reason)
  expect(await Promise.race([outcome, sleep(2_000, 'the pause has not ended')])).toBe(reason)
})

test('fails with too_slow on a failed and slow request', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  origin.answerWith(({ count }) => {
    if (count !== 2) return {}
    vi.advanceTimersByTime(2_000)
    return { status: 500 }
  })
  const leastRate = { bytesPerSecond: 1024 ** 3, windowMs: 2_000 }
  expect(await errorOf(readFile(origin, { leastRate }))).toMatchObject({ code: 'too_slow' })
})

test.each([400, 401, 403, 410])('reads the file from one fresh link after status %i', async (status) => {
  const fresh = refreshing()
  origin.answerWith(({ path }) => (path === '/file' ? { status } : {}))
  expect((await readFile(origin, { refresh: fresh.refresh })).equals(file)).toBe(true)
  expect(fresh.calls).toBe(1)
})

test('fails with a cause of status 410 without `refresh`', async () => {
  origin.answerWith(() => ({ status: 410 }))
  const error = await errorOf(openFile(origin))
  expect(error).toMatchObject({ code: 'source_failed', cause: { status: 410 } })
  expect((error as Error).cause).toBeInstanceOf(Refusal)
})

test('moves a failed request to an existing fresh link', async () => {
  const fresh = refreshing()
  const freshAsked = Promise.withResolvers<void>()
  origin.answerWith(async ({ count, path }) => {
    if (path === '/fresh') freshAsked.resolve()
    if (path === '/fresh' || count === 1) return {}
    if (count === 3) await freshAsked.promise
    return { status: 410 }
  })
  const read = await readFile(origin, { lanes: 3, readsHead: true, refresh: fresh.refresh })
  expect(read.equals(file)).toBe(true)
  expect(fresh.calls).toBe(1)
})
