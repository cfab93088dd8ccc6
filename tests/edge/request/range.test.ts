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
] as const)('for %s a source may answer %s: %s', (requested, contentRange, isValid) => {
  expect(answersRange(requested, contentRange)).toBe(isValid)
})

test.each([
  ['bytes=0-9', 'bytes=0-9'],
  ['BYTES= 5-', 'bytes=5-'],
  ['bytes=-5', 'bytes=-5'],
  ['bytes=0-1,4-5', null],
  ['bytes=9-5', null],
  ['bytes=-', null],
  ['items=0-9', null],
  [null, null],
] as const)('the Range header %s is passed on as %s', (header, passed) => {
  expect(singleRange(header)).toBe(passed)
})

test('a range is cut at the end of the body, and one behind it is unsatisfiable', () => {
  expect(parseRange('bytes=90-200', 100)).toEqual({ kind: 'part', start: 90, end: 99 })
  expect(parseRange('bytes=100-', 100)).toEqual({ kind: 'unsatisfiable' })
  expect(parseRange('bytes=-0', 100)).toEqual({ kind: 'unsatisfiable' })
})

test('a Range header with digits of another script selects the whole body', () => {
  expect(parseRange('bytes=٣-٤', 1_000)).toEqual({ kind: 'whole' })
})
