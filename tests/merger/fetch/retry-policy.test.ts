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

test('a failed request is repeated five times with growing pauses, and the sixth failure in a row is final', () => {
  const retries = new Retries(newPatience())
  const pauses = Array.from({ length: 5 }, () => retries.pauseAfter(BREAK, true))
  expect(pauses).toEqual([50, 800, 1_600, 3_200, 6_400])
  expect(() => retries.pauseAfter(BREAK, true)).toThrow(
    expect.objectContaining({ code: 'source_failed', cause: BREAK }),
  )
})

test('the pauses before retries are proportional to the parameter `pauseMs`', () => {
  const retries = new Retries(newPatience(), 6, 100)
  expect(Array.from({ length: 5 }, () => retries.pauseAfter(BREAK, true))).toEqual([
    25, 400, 800, 1_600, 3_200,
  ])
})

test('the number of failed requests is reset to zero after 256 KiB of new data, but not after a few bytes', () => {
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

test('if requests in a row bring no byte for more than 35 s in total, the download fails with source_failed', () => {
  const retries = new Retries(newPatience())
  retries.start()
  vi.advanceTimersByTime(20_000)
  retries.pauseAfter(BREAK, true)
  retries.start()
  vi.advanceTimersByTime(20_000)
  expect(() => retries.pauseAfter(BREAK, true)).toThrow(expect.objectContaining({ code: 'source_failed' }))
})

test('if the connection breaks after a minute of steady data, the pause before the first retry is only 50 ms', () => {
  const retries = new Retries(newPatience())
  retries.start()
  for (let second = 0; second < 60; second++) {
    vi.advanceTimersByTime(1_000)
    retries.progress(1_000)
  }
  expect(retries.pauseAfter(BREAK, true)).toBe(50)
})

test('if the Retry-After headers of a download demand more than 45 s in total, it fails with site_limit', () => {
  const patience = newPatience()
  expect(new Retries(patience).pauseAfter(refusal(429, '20'), true)).toBe(20_000)
  expect(new Retries(patience).pauseAfter(refusal(503, '20'), true)).toBe(20_000)
  expect(() => new Retries(patience).pauseAfter(refusal(503, '20'), true)).toThrow(
    expect.objectContaining({ code: 'site_limit' }),
  )
})

test.each([
  [451, 'geo'],
  [400, 'source_failed'],
  [404, 'source_failed'],
  [416, 'source_failed'],
])(
  'if the media server refuses a request with %i, the request is not repeated and fails with the code %s',
  (status, code) => {
    const refused = refusal(status)
    expect(() => new Retries(newPatience()).pauseAfter(refused, false)).toThrow(
      expect.objectContaining({ code, cause: refused }),
    )
  },
)

test.each([408, 425, 429, 500, 503])(
  'if the media server refuses a request with %i, the request is repeated',
  (status) => {
    expect(new Retries(newPatience()).pauseAfter(refusal(status), true)).toBe(50)
  },
)

test.each([
  [true, 'source_failed'],
  [false, 'unreachable'],
])(
  'when the last allowed request fails and the parameter `hasBegun` is %s, the failure code is %s',
  (hasBegun, code) => {
    expect(() => new Retries(newPatience(), 1).pauseAfter(refusal(500), hasBegun)).toThrow(
      expect.objectContaining({ code }),
    )
  },
)

test('the time before a request is sent does not count as silence of the media server', () => {
  const retries = new Retries(newPatience())
  vi.advanceTimersByTime(60_000)
  retries.start()
  vi.advanceTimersByTime(35_000)
  expect(retries.pauseAfter(BREAK, true)).toBe(50)
})

test('a Retry-After header has no effect on the pause if the status is neither 429 nor 503', () => {
  expect(new Retries(newPatience()).pauseAfter(refusal(500, '20'), true)).toBe(50)
})

test('a download waits up to 45 s in total for Retry-After headers, and fails when they demand 46 s', () => {
  const patience = newPatience()
  expect(new Retries(patience).pauseAfter(refusal(429, '45'), true)).toBe(45_000)
  const refused = refusal(429, '1')
  expect(() => new Retries(patience).pauseAfter(refused, true)).toThrow(
    expect.objectContaining({ code: 'site_limit', cause: refused }),
  )
})

test.each([429, 503])(
  'when the last allowed request fails with status %i, the failure code is site_limit',
  (status) => {
    const refused = refusal(status)
    expect(() => new Retries(newPatience(), 1).pauseAfter(refused, true)).toThrow(
      expect.objectContaining({ code: 'site_limit', cause: refused }),
    )
  },
)
