import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LEAST_RATE, LeastRate } from '../../../merger/fetch/least-rate.ts'

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

test('fails below 32 kB/s for one minute', async () => {
  const rate = new LeastRate()
  await receive(rate, 31_000, 59)
  expect(rate.signal.aborted).toBe(false)
  await receive(rate, 31_000, 1)
  expect(rate.signal.reason).toMatchObject({ code: 'too_slow' })
})

test('lasts for hours above 32 kB/s', async () => {
  const rate = new LeastRate()
  await receive(rate, 33_000, 4 * 3_600)
  expect(rate.signal.aborted).toBe(false)
})

test('fails when the source cannot end before its deadline', async () => {
  const deadline = Date.now() + 3_300_000
  const rate = new LeastRate({ ...LEAST_RATE, timeLeft: () => deadline - Date.now() })
  rate.size = 4_000_000_000
  await receive(rate, 2_000_000, 600)
  expect(rate.signal.aborted).toBe(false)
  await receive(rate, 1_000_000, 60)
  expect(rate.signal.reason).toMatchObject({ code: 'too_slow' })
})

test('lets a source end slowly that received most of its bytes', async () => {
  const deadline = Date.now() + 3_300_000
  const rate = new LeastRate({ ...LEAST_RATE, timeLeft: () => deadline - Date.now() })
  rate.size = 1_000_000_000
  await receive(rate, 10_000_000, 90)
  await receive(rate, 40_000, 600)
  expect(rate.signal.aborted).toBe(false)
})

test('fails after one minute without a byte', async () => {
  const rate = new LeastRate()
  void rate.wait(new Promise(() => undefined))
  await vi.advanceTimersByTimeAsync(59_000)
  expect(rate.signal.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(rate.signal.aborted).toBe(true)
})

test('fails in a slow second minute after a fast first one', async () => {
  const rate = new LeastRate()
  await receive(rate, 10_000_000, 60)
  await receive(rate, 1_000, 60)
  expect(rate.signal.aborted).toBe(true)
})

test('counts only unpaused waits for bytes', async () => {
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

test('accepts exactly the minimum rate', async () => {
  const rate = new LeastRate()
  await receive(rate, 32_000, 180)
  expect(rate.signal.aborted).toBe(false)
})

test('fails after `windowMs` without a byte', async () => {
  const rate = new LeastRate({ bytesPerSecond: 1, windowMs: 2_250 })
  void rate.wait(new Promise(() => undefined))
  await vi.advanceTimersByTimeAsync(2_249)
  expect(rate.signal.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(rate.signal.reason).toMatchObject({ code: 'too_slow', cause: '0 bytes per second from the source' })
})

test('does not count a pause below one second', async () => {
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

test('adds no waiting time for a pause after a wait', async () => {
  const rate = new LeastRate({ bytesPerSecond: 1, windowMs: 1_500 })
  const waiting = rate.wait(after(1))
  await vi.advanceTimersByTimeAsync(1_000)
  await waiting
  await vi.advanceTimersByTimeAsync(10_000)
  rate.pauseClock()
  expect(rate.signal.aborted).toBe(false)
})

test('`pace` closes the iterator of a caller that stops early', async () => {
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

test('`pace` fails on a wait longer than `windowMs`', async () => {
  const rate = new LeastRate({ bytesPerSecond: 1, windowMs: 2_000 })
  const silent = { [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => undefined) }) }
  void rate.pace(silent).next()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(rate.signal.aborted).toBe(true)
})

test('forgives an event loop blocked for two minutes', async () => {
  const rate = new LeastRate()
  void rate.wait(new Promise(() => undefined))
  // Simulates a blocked event loop: the clock advances by two minutes before a timer fires.
  const now = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now + 120_000)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(rate.signal.aborted).toBe(false)
  clock.mockRestore()
})
