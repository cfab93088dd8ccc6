import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Failure } from '#contract/failure.ts'
import { isTimeout, withRetry, withTimeout } from '../../edge/retry.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/**
 * Starts work that always fails with the passed error. Returns the result and the times at which the work
 * ran, in milliseconds after the start.
 */
function failing(cause: Error, options?: { signal?: AbortSignal; retryMs?: number }) {
  const begun = Date.now()
  const runs: number[] = []
  const fails = async () => {
    runs.push(Date.now() - begun)
    throw cause
  }
  const result = withRetry(fails, options).catch((thrown: unknown) => thrown)
  return { runs, result }
}

test('repeats after 200, 400 and 800 ms', async () => {
  const error = new Error('reset')
  const { runs, result } = failing(error)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(runs).toEqual([0, 200, 600, 1_400])
  expect(await result).toBe(error)
})

test('doubles the pause from retryMs', async () => {
  const { runs, result } = failing(new Error('reset'), { retryMs: 10 })
  await vi.advanceTimersByTimeAsync(100)
  expect(runs).toEqual([0, 10, 30, 70])
  await result
})

test('repeats no Failure and no aborted work', async () => {
  const failure = new Failure('drm')
  const refused = failing(failure)
  const stopped = failing(new Error('reset'), { signal: AbortSignal.abort() })
  await vi.advanceTimersByTimeAsync(2_000)
  expect([refused.runs, stopped.runs]).toEqual([[0], [0]])
  expect(await refused.result).toBe(failure)
})

test('aborts work at its time limit', async () => {
  let signal: AbortSignal | undefined
  const result = withTimeout(100, (given) => {
    signal = given
    return new Promise(() => undefined)
  }).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(99)
  expect(signal?.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(signal?.aborted).toBe(true)
  const error = await result
  expect(isTimeout(error)).toBe(true)
  expect(signal?.reason).toBe(error)
})

test('leaves no timer behind', async () => {
  expect(await withTimeout(100, async () => 'value')).toBe('value')
  expect(vi.getTimerCount()).toBe(0)
})

test('takes only a TimeoutError for a timeout', () => {
  expect(isTimeout(new DOMException('stopped', 'AbortError'))).toBe(false)
  expect(isTimeout(Object.assign(new Error('late'), { name: 'TimeoutError' }))).toBe(false)
  expect(isTimeout(new DOMException('late', 'TimeoutError'))).toBe(true)
})
