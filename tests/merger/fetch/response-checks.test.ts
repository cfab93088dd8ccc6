import { expect, test } from 'vitest'
import { refuseCompressed, refuseText } from '../../../merger/fetch/response-checks.ts'
import type { HttpResponse } from '../../../merger/fetch/http-get.ts'

const withHeaders = (headers: HttpResponse['headers']) => ({ headers }) as HttpResponse

test.each([
  'text/html',
  'TEXT/HTML; charset=utf-8',
  'text/plain',
  'application/json',
  'application/xml',
  'application/xhtml+xml',
  'application/javascript',
  'application/problem+json',
])('refuseText refuses a response of the type %s', (type) => {
  expect(() => refuseText(withHeaders({ 'content-type': type }))).toThrow(
    expect.objectContaining({ code: 'media_type', cause: type.toLowerCase() }),
  )
})

test.each([undefined, '', 'video/mp4', 'application/octet-stream', 'x-text/html', 'x-application/json'])(
  'refuseText accepts a response of the type %s',
  (type) => {
    expect(() => refuseText(withHeaders({ 'content-type': type }))).not.toThrow()
  },
)

test('refuseCompressed accepts only a body without an encoding', () => {
  for (const encoding of [undefined, 'identity'])
    expect(() => refuseCompressed(withHeaders({ 'content-encoding': encoding }))).not.toThrow()
  for (const encoding of ['gzip', 'br', ''])
    expect(() => refuseCompressed(withHeaders({ 'content-encoding': encoding }))).toThrow(
      expect.objectContaining({ code: 'source_failed', cause: `content-encoding ${encoding}` }),
    )
})
