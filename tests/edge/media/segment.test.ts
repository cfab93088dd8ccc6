import { expect, test } from 'vitest'
import { assertSegment } from '../../../edge/media/segment.ts'

const text = new TextEncoder()
const check = (head: string | Uint8Array) => () =>
  assertSegment(typeof head === 'string' ? text.encode(head) : head)
const refused = expect.objectContaining({ code: 'media_type' }) as Error

test.each([
  ['HTML', '<html>'],
  ['JSON with white space', '{\r\n\t"a": 1 }\v\f'],
  ['text with a colour code', '\x1b[31mred'],
  ['one letter', 'a'],
  ['text that ends inside a character', text.encode('aé').subarray(0, 2)],
])('refuses the body %s', (_, head) => {
  expect(check(head)).toThrow(refused)
})

test.each([
  ['WebVTT', 'WEBVTT\n\n1'],
  ['WebVTT behind a byte order mark and a line', '\ufeff\nWEBVTT'],
  ['bytes with a control character', 'a\x00b'],
  ['bytes below the white space', 'a\x08b'],
  ['bytes above the white space', 'a\x0eb'],
  ['bytes that are no UTF-8', Uint8Array.of(0x61, 0xff, 0x61, 0x61)],
  ['nothing', ''],
])('accepts the body %s', (_, head) => {
  expect(check(head)).not.toThrow()
})

test('accepts 16 printable bytes, which may be a key', () => {
  expect(check('k'.repeat(16))).not.toThrow()
  for (const size of [15, 17]) expect(check('k'.repeat(size))).toThrow(refused)
})
