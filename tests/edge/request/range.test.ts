import { expect, test } from 'vitest'
import { answersRange, parseRange, singleRange } from '../../../edge/request/range.ts'

test.each([
  ['bytes=0-9', 'bytes 0-9/100', true],
  ['bytes=0-9', 'bytes 0-9/*', true],
  ['bytes=0-9', 'bytes 0-4/100', true],
  ['bytes=10-', 'bytes 10-99/100', true],
  ['bytes=-5', 'bytes 95-99/100', true],
  ['bytes=-500', 'bytes 0-99/100', true],
  ['bytes=0-9', 'bytes 0-10/100', false],
  ['bytes=0-9', 'bytes 1-9/100', false],
  ['bytes=0-9', 'bytes 0-9/9', false],
  ['bytes=10-', 'bytes 10-100/100', false],
  ['bytes=-5', 'bytes 90-99/100', false],
  ['bytes=5-9', 'bytes 9-5/100', false],
  ['bytes=0-9', 'items 0-9/100', false],
  ['bytes=0-9', null, false],
] as const)(
  'the response to Range %s with Content-Range %s is valid: %s',
  (requested, contentRange, isValid) => {
    expect(answersRange(requested, contentRange)).toBe(isValid)
  },
)

test.each([
  ['bytes=0-9', 'bytes=0-9'],
  ['BYTES= 5-', 'bytes=5-'],
  ['bytes=-5', 'bytes=-5'],
  ['bytes=0-1,4-5', null],
  ['bytes=9-5', null],
  ['bytes=-', null],
  ['items=0-9', null],
  [null, null],
] as const)('the Range header %s of a visitor is sent to the source as %s', (header, passed) => {
  expect(singleRange(header)).toBe(passed)
})

test('a range is cut at the end of the body, and a range after the end is unsatisfiable', () => {
  expect(parseRange('bytes=90-200', 100)).toEqual({ kind: 'part', start: 90, end: 99 })
  expect(parseRange('bytes=100-', 100)).toEqual({ kind: 'unsatisfiable' })
  expect(parseRange('bytes=-0', 100)).toEqual({ kind: 'unsatisfiable' })
})

test('a Range header with non-ASCII digits is ignored, so the whole body is selected', () => {
  expect(parseRange('bytes=٣-٤', 1_000)).toEqual({ kind: 'whole' })
})
