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

test('repeats a failed request five times with growing pauses', () => {
  const retries = new Retries(newPatience())
  const pauses = Array.from({ length: 5 }, () => retries.pauseAfter(BREAK, true))
  expect(pauses).toEqual([50, 800, 1_600, 3_200, 6_400])
  expect(() => retries.pauseAfter(BREAK, true)).toThrow(
    expect.objectContaining({ code: 'source_failed', cause: BREAK }),
  )
})

test('scales the pauses by `pauseMs`', () => {
  const retries = new Retries(newPatience(), 6, 100)
  expect(Array.from({ length: 5 }, () => retries.pauseAfter(BREAK, true))).toEqual([
    25, 400, 800, 1_600, 3_200,
  ])
})

test('resets its count only after 256 KiB of new data', () => {
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

test('fails with source_failed after 35 s without a byte', () => {
  const retries = new Retries(newPatience())
  retries.start()
  vi.advanceTimersByTime(20_000)
  retries.pauseAfter(BREAK, true)
  retries.start()
  vi.advanceTimersByTime(20_000)
  expect(() => retries.pauseAfter(BREAK, true)).toThrow(expect.objectContaining({ code: 'source_failed' }))
})

test('pauses only 50 ms after a minute of steady data', () => {
  const retries = new Retries(newPatience())
  retries.start()
  for (let second = 0; second < 60; second++) {
    vi.advanceTimersByTime(1_000)
    retries.progress(1_000)
  }
  expect(retries.pauseAfter(BREAK, true)).toBe(50)
})

test('fails with site_limit beyond 45 s of Retry-After', () => {
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
])('turns a refusal with %i into %s without a retry', (status, code) => {
  const refused = refusal(status)
  expect(() => new Retries(newPatience()).pauseAfter(refused, false)).toThrow(
    expect.objectContaining({ code, cause: refused }),
  )
})

test.each([408, 425, 429, 500, 503])('repeats a request refused with %i', (status) => {
  expect(new Retries(newPatience()).pauseAfter(refusal(status), true)).toBe(50)
})

test.each([
  [true, 'source_failed'],
  [false, 'unreachable'],
])('ends a last request with `hasBegun` %s in %s', (hasBegun, code) => {
  expect(() => new Retries(newPatience(), 1).pauseAfter(refusal(500), hasBegun)).toThrow(
    expect.objectContaining({ code }),
  )
})

test('does not count the time before a request as silence', () => {
  const retries = new Retries(newPatience())
  vi.advanceTimersByTime(60_000)
  retries.start()
  vi.advanceTimersByTime(35_000)
  expect(retries.pauseAfter(BREAK, true)).toBe(50)
})

test('ignores Retry-After unless the status is 429 or 503', () => {
  expect(new Retries(newPatience()).pauseAfter(refusal(500, '20'), true)).toBe(50)
})

test('waits up to 45 s in total for Retry-After', () => {
  const patience = newPatience()
  expect(new Retries(patience).pauseAfter(refusal(429, '45'), true)).toBe(45_000)
  const refused = refusal(429, '1')
  expect(() => new Retries(patience).pauseAfter(refused, true)).toThrow(
    expect.objectContaining({ code: 'site_limit', cause: refused }),
  )
})

test.each([429, 503])('ends in site_limit after a last status %i', (status) => {
  const refused = refusal(status)
  expect(() => new Retries(newPatience(), 1).pauseAfter(refused, true)).toThrow(
    expect.objectContaining({ code: 'site_limit', cause: refused }),
  )
})
