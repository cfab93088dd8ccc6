import { afterAll, beforeAll, expect, test } from 'vitest'
import { RangeReader, type RangeReaderOptions } from '../../../merger/fetch/range-reader.ts'
import { file, startRangeOrigin, type RangeOrigin } from './range-origin.ts'

const MIB = 1024 ** 2
const LINK = { url: 'http://a.example/file', headers: {} }

let origin: RangeOrigin
beforeAll(async () => {
  origin = await startRangeOrigin()
})
afterAll(() => origin.close())

const open = (options: Partial<RangeReaderOptions> = {}) =>
  RangeReader.open(LINK, {
    dispatcher: origin.dispatcher,
    signal: new AbortController().signal,
    lanes: 3,
    readsHead: true,
    silenceMs: 200,
    ...options,
  })
async function read(options?: Partial<RangeReaderOptions>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of (await open(options)).bytes()) chunks.push(chunk)
  return Buffer.concat(chunks)
}
const lengths = () => origin.requests.map(({ start, end }) => end - start + 1)

test.each([1, 3])('a file is read whole and in order through %i lanes', async (lanes) => {
  origin.answerWith(() => ({}))
  expect((await read({ lanes })).equals(file)).toBe(true)
})

test.each([
  ['another ETag', { etag: '"2"' }],
  ['no ETag any more', { etag: null }],
  ['another size', { headers: { 'content-range': `bytes ${MIB}-${2 * MIB - 1}/9000000` } }],
  ['another first byte', { start: MIB + 1 }],
  ['more bytes than requested', { end: 3 * MIB }],
  ['no valid Content-Range', { headers: { 'content-range': 'bytes 0-1' } }],
])('a range with %s fails the download, and nothing of it is joined', async (_, later) => {
  origin.answerWith(({ count }) => (count > 1 ? later : {}))
  let bytes = 0
  const reading = async () => {
    for await (const chunk of (await open({ lanes: 1 })).bytes()) bytes += chunk.length
  }
  await expect(reading()).rejects.toMatchObject({ code: 'source_failed' })
  expect([bytes, origin.requests.length]).toEqual([MIB, 2])
})

test('a first response with more bytes than requested fails before its body is read', async () => {
  const received: number[] = []
  origin.answerWith(() => ({ end: file.length - 1 }))
  await expect(open({ onBytes: (count) => received.push(count) })).rejects.toMatchObject({
    code: 'source_failed',
  })
  expect(received).toEqual([])
})

test('a whole file in place of a range is requested once more without If-Range', async () => {
  origin.answerWith(({ ifRange }) => (ifRange ? { status: 200 } : {}))
  expect((await read({ lanes: 1 })).equals(file)).toBe(true)
  expect(origin.requests.filter(({ ifRange }) => ifRange)).toHaveLength(1)
})

test('a file whose first response breaks is requested again without If-Range', async () => {
  origin.answerWith(({ count }) => (count === 1 ? { cut: 1_000 } : {}))
  expect((await read()).equals(file)).toBe(true)
  expect(origin.requests[1]).toMatchObject({ start: 0, ifRange: undefined })
})

test('a file is read whole when its origin says no size in its ranges', async () => {
  origin.answerWith(({ range }) =>
    range ? { headers: { 'content-range': 'bytes 0-1048575/*' } } : { status: 200 },
  )
  const opened = await open()
  expect([opened.hasRanges, opened.size]).toEqual([false, file.length])
  expect((await read()).equals(file)).toBe(true)
})

test('an origin that refuses long ranges with 403 is read in ranges of 128 KiB', async () => {
  origin.answerWith(({ start, end }) => (end - start >= 128 * 1024 ? { status: 403 } : {}))
  expect((await read({ lanes: 1 })).equals(file)).toBe(true)
  expect(lengths().slice(0, 3)).toEqual([MIB, 128 * 1024, 128 * 1024])
})

test('an expired link is refreshed once for all lanes, and long ranges are requested again', async () => {
  let isExpired = false
  let refreshes = 0
  const refresh = async () => {
    refreshes++
    isExpired = false
    return LINK
  }
  origin.answerWith(({ count }) => {
    if (count === 3) isExpired = true
    return isExpired ? { status: 403 } : {}
  })
  expect((await read({ refresh })).equals(file)).toBe(true)
  expect(refreshes).toBe(1)
  expect(Math.max(...lengths().slice(-2))).toBeGreaterThan(MIB)
})

test('a source that refuses the first byte of a fresh link fails with site_blocks_us after one refresh', async () => {
  let refreshes = 0
  const refresh = async () => {
    refreshes++
    return LINK
  }
  origin.answerWith(() => ({ status: 403 }))
  await expect(open({ refresh })).rejects.toMatchObject({ code: 'site_blocks_us' })
  expect(refreshes).toBe(1)
})

test('a link that stays expired is refreshed three times', async () => {
  let refreshes = 0
  const refresh = async () => {
    refreshes++
    return LINK
  }
  origin.answerWith(() => ({ status: 410 }))
  await expect(open({ refresh })).rejects.toMatchObject({ code: 'source_failed' })
  expect([refreshes, origin.requests.length]).toEqual([3, 4])
})

test('the download fails when its source fails six times in a row without progress', async () => {
  origin.answerWith(({ count }) => (count > 1 ? { status: 500 } : {}))
  await expect(read({ lanes: 1 })).rejects.toMatchObject({ code: 'source_failed' })
  expect(origin.requests).toHaveLength(7)
}, 60_000)

test('a source that says nothing at all fails with timeout', async () => {
  origin.answerWith(() => ({ silentAfter: 0 }))
  await expect(open({ openingTries: 2 })).rejects.toMatchObject({ code: 'timeout' })
})

test('a source below the least rate fails with too_slow while its first bytes are awaited', async () => {
  origin.answerWith(() => ({ trickle: 100 }))
  const leastRate = { bytesPerSecond: 32_000, windowMs: 500 }
  await expect(open({ leastRate })).rejects.toMatchObject({ code: 'too_slow' })
})

test.each([1, 3])(
  'a source below the least rate fails with too_slow in the middle of the file, with %i lanes',
  async (lanes) => {
    origin.answerWith(({ count }) => (count > 1 ? { trickle: 100 } : {}))
    const leastRate = { bytesPerSecond: 32_000, windowMs: 500 }
    await expect(read({ lanes, leastRate })).rejects.toMatchObject({ code: 'too_slow' })
  },
)

test('a slow reader does not make its source too slow', async () => {
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
