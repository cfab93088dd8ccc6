import { expect, test } from 'vitest'
import { contentRange, growingSpans, parseRange } from '../../../merger/fetch/byte-range.ts'

const MIB = 1024 ** 2

test.each([
  ['bytes=0-1', { start: 0, end: 1 }],
  ['bytes=5-5', { start: 5, end: 5 }],
  ['bytes=5-', { start: 5 }],
  ['bytes=-5', { suffix: 5 }],
  ['bytes=0-999999999999999', { start: 0, end: 999_999_999_999_999 }],
])('parseRange parses the Range header "%s"', (header, range) => {
  expect(parseRange(header)).toEqual(range)
})

test.each([
  undefined,
  '',
  'bytes=-',
  'bytes=5-4',
  'bytes=0-1,5-6',
  'bytes=0-1 ',
  ' bytes=0-1',
  'bytes=a-1',
  'items=0-1',
  'bytes=1000000000000000-',
  'bytes=0-1000000000000000',
])('parseRange returns undefined for the Range header %o', (header) => {
  expect(parseRange(header)).toBe(undefined)
})

test.each([
  ['bytes 0-0/1', { start: 0, end: 0, total: 1 }],
  ['bytes 5-9/10', { start: 5, end: 9, total: 10 }],
  ['bytes 5-9/9007199254740991', { start: 5, end: 9, total: Number.MAX_SAFE_INTEGER }],
])('contentRange parses the Content-Range header "%s"', (header, range) => {
  expect(contentRange(header)).toEqual(range)
})

test.each([
  undefined,
  '',
  'bytes */10',
  'bytes 0-9/*',
  'bytes 0-10/10',
  'bytes 0-11/10',
  'bytes 6-5/10',
  'bytes 5-9/9007199254740992',
  'bytes 0-9/10 ',
  ' bytes 0-9/10',
  'bytes=0-9/10',
  'bytes 0-9/1e3',
])('contentRange returns undefined for the header %o', (header) => {
  expect(contentRange(header)).toBe(undefined)
})

test('growingSpans doubles its spans from 1 MiB to 8 MiB', () => {
  const spans = [...growingSpans(3, 3 + 24 * MIB)]
  const lengths = spans.map(({ start, end }) => (end - start + 1) / MIB)
  expect(lengths).toEqual([1, 2, 4, 8, 8, 1])
  expect(spans[0]).toEqual({ start: 3, end: 3 + MIB - 1 })
  expect(spans.at(-1)).toEqual({ start: 3 + 23 * MIB, end: 3 + 24 * MIB - 1 })
})

test.each([
  [5, 5, []],
  [5, 6, [{ start: 5, end: 5 }]],
  [0, MIB, [{ start: 0, end: MIB - 1 }]],
])('growingSpans covers %i to %i without an empty span', (start, end, spans) => {
  expect([...growingSpans(start, end)]).toEqual(spans)
})
