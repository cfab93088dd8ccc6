import { expect, test } from 'vitest'
import { headersFor, headersOf, linkOf } from '../../../merger/fetch/link.ts'
import { rendition } from '../../builders.ts'

const secret = { cookie: 'a=b', authorization: 'Bearer x' }
const link = (url: string) => ({ url, headers: { ...secret, referer: 'https://site.example/' } })

test('linkOf returns URL, headers, user agent and cookies', () => {
  const wanted = rendition({
    url: 'https://cdn.test/v.mp4',
    headers: { Referer: 'https://site.example/' },
    user_agent: 'agent',
    cookies: 'a=b',
  })
  expect(linkOf(wanted)).toEqual({
    url: 'https://cdn.test/v.mp4',
    headers: { referer: 'https://site.example/', 'user-agent': 'agent', cookie: 'a=b' },
  })
  expect(headersOf(rendition({}))).toEqual({})
})

test.each([
  ['the same host over https', 'https://a.test/1', 'https://a.test/2'],
  ['the same host over http', 'http://a.test/1', 'http://a.test/2'],
  ['the same host, from http to https', 'http://a.test/1', 'https://a.test/2'],
])('headersFor keeps the secret headers for %s', (_, from, to) => {
  expect(headersFor(link(from), to)).toEqual(link(from).headers)
})

test.each([
  ['another host', 'https://a.test/1', 'https://b.test/1'],
  ['a subdomain', 'https://a.test/1', 'https://x.a.test/1'],
  ['another port', 'https://a.test/1', 'https://a.test:8443/1'],
  ['the same host, from https to http', 'https://a.test/1', 'http://a.test/1'],
])('headersFor removes only the secret headers for %s', (_, from, to) => {
  expect(headersFor(link(from), to)).toEqual({ referer: 'https://site.example/' })
  const upper = { url: from, headers: { Cookie: 'a=b', AUTHORIZATION: 'x', Accept: '*/*' } }
  expect(headersFor(upper, to)).toEqual({ Accept: '*/*' })
})
