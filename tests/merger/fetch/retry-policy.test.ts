import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { newPatience, Retries } from '../../../merger/fetch/retry-policy.ts'
import { Refusal } from '../../../merger/fetch/response-checks.ts'
import type { HttpResponse } from '../../../merger/fetch/http-get.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const refusal = (status: number, retryAfter?: string) =>
  new Refusal({
    status,
    url: '',
    headers: { 'retry-after': retryAfter },
    body: { destroy: () => undefined } as unknown as HttpResponse['body'],
  })
const BREAK = new Error('reset')

test('the first retry follows after 50 ms, the next four after 0.8 to 6.4 s, and the sixth failure in a row is final', () => {
  const retries = new Retries(newPatience())
  const pauses = Array.from({ length: 5 }, () => retries.pauseAfter(BREAK, true))
  expect(pauses).toEqual([50, 800, 1_600, 3_200, 6_400])
  expect(() => retries.pauseAfter(BREAK, true)).toThrow(expect.objectContaining({ code: 'source_failed' }))
})

test('tries are counted from zero again after 256 KiB of new data, but not after a few bytes', () => {
  const [dripping, flowing] = [new Retries(newPatience()), new Retries(newPatience())]
  for (let count = 0; count < 5; count++) {
    dripping.progress(1)
    dripping.pauseAfter(BREAK, true)
  }
  expect(() => dripping.pauseAfter(BREAK, true)).toThrow(expect.objectContaining({ code: 'source_failed' }))
  for (let count = 0; count < 50; count++) {
    flowing.progress(256 * 1024)
    expect(flowing.pauseAfter(BREAK, true)).toBe(50)
  }
})

test('there is no further retry when all tries without a byte have taken more than 35 s in total', () => {
  const retries = new Retries(newPatience())
  retries.start()
  vi.advanceTimersByTime(20_000)
  retries.pauseAfter(BREAK, true)
  retries.start()
  vi.advanceTimersByTime(20_000)
  expect(() => retries.pauseAfter(BREAK, true)).toThrow(expect.objectContaining({ code: 'source_failed' }))
})

test('a range that breaks after a minute of steady bytes is requested again', () => {
  const retries = new Retries(newPatience())
  retries.start()
  for (let second = 0; second < 60; second++) {
    vi.advanceTimersByTime(1_000)
    retries.progress(1_000)
  }
  expect(retries.pauseAfter(BREAK, true)).toBe(50)
})

test('the waits of Retry-After headers are added up for all ranges of a download, and above 45 s they fail with site_limit', () => {
  const patience = newPatience()
  expect(new Retries(patience).pauseAfter(refusal(429, '20'), true)).toBe(20_000)
  expect(new Retries(patience).pauseAfter(refusal(503, '20'), true)).toBe(20_000)
  expect(() => new Retries(patience).pauseAfter(refusal(503, '20'), true)).toThrow(
    expect.objectContaining({ code: 'site_limit' }),
  )
})

test.each([
  [451, 'geo'],
  [404, 'source_failed'],
  [416, 'source_failed'],
])('a request that fails with status %i is not repeated, and its failure code is %s', (status, code) => {
  expect(() => new Retries(newPatience()).pauseAfter(refusal(status), false)).toThrow(
    expect.objectContaining({ code }),
  )
})

test.each([408, 425, 429, 500, 503])('a request that fails with status %i is repeated', (status) => {
  expect(new Retries(newPatience()).pauseAfter(refusal(status), true)).toBe(50)
})

test.each([
  [true, 'source_failed'],
  [false, 'unreachable'],
])('when hasBegun is %s, the failure code after the last try is %s', (hasBegun, code) => {
  expect(() => new Retries(newPatience(), 1).pauseAfter(refusal(500), hasBegun)).toThrow(
    expect.objectContaining({ code }),
  )
})
