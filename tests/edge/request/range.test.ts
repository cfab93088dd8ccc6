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
  ['bytes=9-', 'bytes 9-5/100', false],
  ['bytes=0-9', 'items 0-9/100', false],
  ['bytes=0-9', null, false],
] as const)('for the range %s, the Content-Range %s is valid: %s', (requested, contentRange, isValid) => {
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
] as const)('passes on the Range header %s as %s', (header, passed) => {
  expect(singleRange(header)).toBe(passed)
})

test('cuts a range at the end of the body', () => {
  expect(parseRange('bytes=90-200', 100)).toEqual({ kind: 'part', start: 90, end: 99 })
  expect(parseRange('bytes=100-', 100)).toEqual({ kind: 'unsatisfiable' })
  expect(parseRange('bytes=-0', 100)).toEqual({ kind: 'unsatisfiable' })
})

const WHOLE = { kind: 'whole' }
const part = (start: number, end: number) => ({ kind: 'part', start, end })
const UNSATISFIABLE = { kind: 'unsatisfiable' }

test.each([
  [null, WHOLE],
  ['', WHOLE],
  ['bytes', WHOLE],
  ['bytes=', WHOLE],
  ['bytes=,', WHOLE],
  ['bytes=-', WHOLE],
  ['xbytes=0-1', WHOLE],
  ['items=0-1', WHOLE],
  ['bytes=x0-1', WHOLE],
  ['bytes=0-1x', WHOLE],
  ['bytes=0-1\nx', WHOLE],
  ['bytes=5-4', WHOLE],
  ['bytes=0-1,5-4', WHOLE],
  ['bytes=0-1,4-5', WHOLE],
  ['bytes=0-0', part(0, 0)],
  ['bytes=4-4', part(4, 4)],
  ['BYTES=0-9', part(0, 9)],
  ['bytes= 2-3 ,', part(2, 3)],
  ['bytes=7-', part(7, 99)],
  ['bytes=99-', part(99, 99)],
  ['bytes=99-200', part(99, 99)],
  ['bytes=-1', part(99, 99)],
  ['bytes=-100', part(0, 99)],
  ['bytes=-200', part(0, 99)],
  ['bytes=0-1,100-', part(0, 1)],
  ['bytes=100-', UNSATISFIABLE],
  ['bytes=100-200', UNSATISFIABLE],
  ['bytes=100-,200-', UNSATISFIABLE],
  ['bytes=-0', UNSATISFIABLE],
] as const)('selects the bytes of the Range header %j', (header, expected) => {
  expect(parseRange(header, 100)).toEqual(expected)
})

test('no range of an empty body can be satisfied', () => {
  for (const header of ['bytes=0-', 'bytes=0-0', 'bytes=-1'])
    expect(parseRange(header, 0), header).toEqual(UNSATISFIABLE)
})

test.each([
  ['bytes=4-4', 'bytes=4-4'],
  ['bytes=5-4', null],
  ['bytes=5-', 'bytes=5-'],
  ['bytes=, 0-9 ,', 'bytes=0-9'],
  ['xbytes=0-9', null],
  ['bytes=0-9x', null],
  ['bytes=0-9\nx', null],
  ['', null],
  [undefined, null],
])('singleRange turns %j into %j', (header, sent) => {
  expect(singleRange(header)).toBe(sent)
})

test.each([
  ['bytes=0-0', 'bytes 0-0/1', true],
  ['bytes=0-0', 'bytes 0-0/0', false],
  ['bytes=5-', 'bytes 5-9/*', true],
  ['bytes=5-', 'bytes 4-9/*', false],
  ['bytes=-5', 'bytes 9-9/*', true],
  ['bytes=0-9', 'xbytes 0-9/100', false],
  ['bytes=0-9', 'bytes 0-9/100x', false],
  ['bytes=0-9', 'bytes 0-9/', false],
  ['bytes=0-9', '', false],
] as const)('for the range %s, the odd Content-Range %j is valid: %s', (requested, contentRange, isValid) => {
  expect(answersRange(requested, contentRange)).toBe(isValid)
})

test('ignores non-ASCII digits', () => {
  expect(parseRange('bytes=٣-٤', 1_000)).toEqual({ kind: 'whole' })
})
