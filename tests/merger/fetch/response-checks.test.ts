import { expect, test } from 'vitest'
import { changed, Refusal } from '../../../merger/fetch/response-checks.ts'
import type { HttpResponse } from '../../../merger/fetch/http-get.ts'

/**
 * Creates a Refusal for a response with the given headers. `isDestroyed` is true if the Refusal has destroyed
 * the body of the response.
 */
function refusalOf(headers: HttpResponse['headers']) {
  let isDestroyed = false
  const body = { destroy: () => (isDestroyed = true) } as unknown as HttpResponse['body']
  const refusal = new Refusal({ status: 429, url: 'https://cdn.test/', headers, body })
  return { refusal, isDestroyed }
}

test('a Refusal keeps status and headers, not the body', () => {
  const { refusal, isDestroyed } = refusalOf({ etag: '"1"' })
  expect(refusal).toMatchObject({ message: 'status 429', status: 429, headers: { etag: '"1"' }, wait: 0 })
  expect(isDestroyed).toBe(true)
})

const DATE = 'Thu, 01 Jan 2015 00:00:00 GMT'
test.each([
  ['5', undefined, 5_000],
  ['0', undefined, 0],
  ['Thu, 01 Jan 2015 00:00:10 GMT', DATE, 10_000],
  ['2015-01-01T00:00:10Z', DATE, 10_000],
  ['Wed, 31 Dec 2014 23:59:50 GMT', DATE, 0],
  ['Thu, 01 Jan 2015 00:00:10 GMT', undefined, 0],
  ['Thu, 01 Jan 2015 00:00:10 GMT', 'today', 0],
  ['1.5', undefined, 0],
  ['soon', undefined, 0],
  ['', undefined, 0],
  [undefined, DATE, 0],
])('a Refusal with Retry-After %o and Date %o waits %i ms', (after, date, wait) => {
  expect(refusalOf({ 'retry-after': after, date }).refusal.wait).toBe(wait)
})

test('`changed` names the change in the cause', () => {
  expect(changed('another ETag')).toMatchObject({
    code: 'source_failed',
    cause: 'the source changed: another ETag',
  })
})
