import { expect, test } from 'vitest'
import { Failure } from '#contract/failure.ts'
import { isPublicUrl, publicUrl } from '../../../merger/egress/public-url.ts'

const codeOf = (text: string) => {
  try {
    return publicUrl(text).href
  } catch (error) {
    return error instanceof Failure ? error.code : error
  }
}

test.each([
  ['https://cdn.example/a.mp4', 'https://cdn.example/a.mp4'],
  ['HTTP://CDN.example:80/a', 'http://cdn.example/a'],
  ['https://cdn.example./a', 'https://cdn.example/a'],
  ['https://müsik.example/ü', 'https://xn--msik-0ra.example/%C3%BC'],
  ['https://cdn.example/a#t=10', 'https://cdn.example/a'],
  [`https://cdn.example/a?policy=${'x'.repeat(8_000)}`, `https://cdn.example/a?policy=${'x'.repeat(8_000)}`],
  ['https://cdn.example/a?to=http://127.0.0.1/', 'https://cdn.example/a?to=http://127.0.0.1/'],
])('publicUrl accepts %s', (text, href) => {
  expect(codeOf(text)).toBe(href)
  expect(isPublicUrl(text)).toBe(true)
})

test.each([
  'file:///etc/passwd',
  'ftp://cdn.example/',
  'data:text/html,x',
  'ytsearch5:x',
  'cdn.example/a',
  '//cdn.example/a',
  'https:cdn.example',
  ' https://cdn.example/',
  'https:///cdn.example/',
  '',
])('publicUrl fails with bad_link for %s', (text) => expect(codeOf(text)).toBe('bad_link'))

test.each([
  'http://127.0.0.1/',
  'http://127.1/',
  'http://2130706433/',
  'http://0x7f.1/',
  'http://017700000001/',
  'http://[::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://8.8.8.8/',
  'http://localhost/',
  'http://a.localhost/',
  'http://printer.local/',
  'http://metadata.google.internal/',
  'http://router.lan/',
  'http://host/',
  'http://1.0.0.127.in-addr.arpa/',
  'https://cdn.example:22/',
  'https://cdn.example:8443/',
  'http://①②⑦.⓪.⓪.①/',
  'http://x.onion/',
  'https://user@cdn.example/',
  'https://user:word@cdn.example/',
  'https://cdn.example\\@inner/',
  'https://cdn.example/\u202egpj',
  'https://cdn%2eexample/',
  'https://cdn.example/\r\nHost: x',
  'http://[::1',
  'https://cdn.example/a#__youtubedl_smuggle=x',
  `https://cdn.example/${'a'.repeat(9_000)}`,
])('publicUrl fails with refused_address for %s', (text) => {
  expect(codeOf(text)).toBe('refused_address')
  expect(isPublicUrl(text)).toBe(false)
})

test('isPublicUrl returns false for null', () => expect(isPublicUrl(null)).toBe(false))
