import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LeastRate } from '../../../merger/fetch/least-rate.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Simulates a media server that sends its next bytes after the given number of seconds. */
const after = (seconds: number) => new Promise<void>((resolve) => setTimeout(resolve, seconds * 1_000))
/** Simulates a media server that sends `bytesPerSecond` bytes in each second. */
async function receive(rate: LeastRate, bytesPerSecond: number, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    rate.receive(bytesPerSecond)
    const waiting = rate.wait(after(1))
    await vi.advanceTimersByTimeAsync(1_000)
    await waiting
  }
}

test('if a media server sends less than 32 kB/s for one minute, the download fails with too_slow', async () => {
  const rate = new LeastRate()
  await receive(rate, 31_000, 59)
  expect(rate.signal.aborted).toBe(false)
  await receive(rate, 31_000, 1)
  expect(rate.signal.reason).toMatchObject({ code: 'too_slow' })
})

test('if a media server always sends more than 32 kB/s, the download does not fail, even after hours', async () => {
  const rate = new LeastRate()
  await receive(rate, 33_000, 4 * 3_600)
  expect(rate.signal.aborted).toBe(false)
})

test('if a media server sends no byte for one minute, the download fails with too_slow', async () => {
  const rate = new LeastRate()
  void rate.wait(new Promise(() => undefined))
  await vi.advanceTimersByTimeAsync(59_000)
  expect(rate.signal.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(rate.signal.aborted).toBe(true)
})

test('if a media server is fast in the first minute and slow in the second, the download fails with too_slow', async () => {
  const rate = new LeastRate()
  await receive(rate, 10_000_000, 60)
  await receive(rate, 1_000, 60)
  expect(rate.signal.aborted).toBe(true)
})

test('LeastRate counts only time in which a caller waits for bytes and the clock is not paused by `pauseClock`', async () => {
  const rate = new LeastRate()
  await vi.advanceTimersByTimeAsync(600_000)
  void rate.wait(new Promise(() => undefined))
  await vi.advanceTimersByTimeAsync(30_500)
  const release = rate.pauseClock()
  await vi.advanceTimersByTimeAsync(90_000)
  release()
  await vi.advanceTimersByTimeAsync(29_000)
  expect(rate.signal.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(rate.signal.aborted).toBe(true)
})

test('if a media server sends at exactly the minimum rate, the download does not fail', async () => {
  const rate = new LeastRate()
  await receive(rate, 32_000, 180)
  expect(rate.signal.aborted).toBe(false)
})

test('if a media server sends no bytes for `windowMs` milliseconds, the download fails with too_slow', async () => {
  const rate = new LeastRate({ bytesPerSecond: 1, windowMs: 2_250 })
  void rate.wait(new Promise(() => undefined))
  await vi.advanceTimersByTimeAsync(2_249)
  expect(rate.signal.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(rate.signal.reason).toMatchObject({ code: 'too_slow', cause: '0 bytes per second from the source' })
})

test('LeastRate does not count the time of a pause (`pauseClock`), even if the pause is shorter than a second', async () => {
  const rate = new LeastRate({ bytesPerSecond: 1, windowMs: 1_000 })
  void rate.wait(new Promise(() => undefined))
  await vi.advanceTimersByTimeAsync(400)
  const release = rate.pauseClock()
  await vi.advanceTimersByTimeAsync(300)
  release()
  await vi.advanceTimersByTimeAsync(500)
  expect(rate.signal.aborted).toBe(false)
  // So far, LeastRate has counted 400 + 500 = 900 ms of waiting time, which is less than `windowMs`. The
  // waiting time reaches `windowMs` after 100 ms more. A timer checks this at least once per second.
  await vi.advanceTimersByTimeAsync(1_000)
  expect(rate.signal.aborted).toBe(true)
})

test('if `pauseClock` is called after a wait for bytes has ended, LeastRate counts no additional waiting time', async () => {
  const rate = new LeastRate({ bytesPerSecond: 1, windowMs: 1_500 })
  const waiting = rate.wait(after(1))
  await vi.advanceTimersByTimeAsync(1_000)
  await waiting
  await vi.advanceTimersByTimeAsync(10_000)
  rate.pauseClock()
  expect(rate.signal.aborted).toBe(false)
})

test('`pace` yields all values of an iterator, and closes the iterator when the caller stops early', async () => {
  let isClosed = false
  const source = async function* () {
    try {
      yield* [1, 2, 3]
    } finally {
      isClosed = true
    }
  }
  const values: number[] = []
  for await (const value of new LeastRate().pace(source())) values.push(value)
  expect(values).toEqual([1, 2, 3])
  isClosed = false
  for await (const value of new LeastRate().pace(source())) if (value === 2) break
  expect(isClosed).toBe(true)
})

test('if `pace` waits for a value longer than `windowMs` milliseconds, the download fails with too_slow', async () => {
  const rate = new LeastRate({ bytesPerSecond: 1, windowMs: 2_000 })
  const silent = { [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => undefined) }) }
  void rate.pace(silent).next()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(rate.signal.aborted).toBe(true)
})

test('if the event loop is blocked for two minutes, the download does not fail with too_slow', async () => {
  const rate = new LeastRate()
  void rate.wait(new Promise(() => undefined))
  // Simulates a blocked event loop: the clock advances by two minutes before a timer fires.
  const now = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now + 120_000)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(rate.signal.aborted).toBe(false)
  clock.mockRestore()
})
