import { chapterClips, chapterOf } from '#contract/chapter-clips.ts'
import { expect, test } from 'vitest'
import { askedPart, clipText, clockText, isInside, parseClip } from '#contract/clip.ts'

test.each([
  [{ start: 0, end: 10 }, '0-10'],
  [{ start: 62.5, end: 70.125 }, '62.5-70.125'],
  [{ start: 0.1 + 0.2, end: 1 }, '0.3-1'],
  [{ start: 1.125, end: 123_456 }, '1.125-123456'],
])('reads the clip that it has written: %j', (clip, text) => {
  expect(clipText(clip)).toBe(text)
  expect(clipText(parseClip(text)!)).toBe(text)
})

test.each(['', '10', '10-', '-10', '10-5', '5-5', '5-5.05', 'a-b', '1e3-2e3', '1-2-3', '1.2345-6', null])(
  'takes %j for no clip',
  (text) => {
    expect(parseClip(text)).toBe(null)
  },
)

test.each([
  [{ start: 0, end: 600 }, true],
  [{ start: 590, end: 600.9 }, true],
  [{ start: 590, end: 601 }, true],
  [{ start: 590, end: 601.1 }, false],
  [{ start: 0, end: 0.1 }, true],
  [{ start: -1, end: 5 }, false],
  [{ start: 5, end: 5 }, false],
  [{ start: Number.NaN, end: 5 }, false],
])('%j of ten minutes is inside: %s', (clip, expected) => {
  expect(isInside(clip, 600)).toBe(expected)
})

test('any end is inside an item of unknown duration', () => {
  expect(isInside({ start: 1, end: 9_000 }, null)).toBe(true)
})

test.each([
  [0, '0:00'],
  [59.9999, '1:00'],
  [3_729.25, '1:02:09.25'],
  [600, '10:00'],
])('shows %d seconds as %s', (seconds, text) => {
  expect(clockText(seconds)).toBe(text)
})

test.each([
  ['?v=x&t=90', '90-'],
  ['?v=x&t=1m30s', '90-'],
  ['?v=x&t=1h2m3s', '3723-'],
  ['?start=10&end=20.5', '10-20.5'],
  ['?end=20', '0-20'],
  ['#t=1:30,2:00', '90-120'],
  ['#t=npt:10,20', '10-20'],
  ['?t=10&end=5', '10-'],
  ['?t=90.125', '90.125-'],
  ['?t=10h1000m', '96000-'],
  ['?t=10m5', '605-'],
  ['?t=12h', '43200-'],
  ['#t=12:34:56', '45296-'],
  ['#t=10:00', '600-'],
  ['?t=10&end=10', '10-'],
  ['?t=1:30:', null],
  ['?t=x1:30', null],
  ['?t=xnpt:10', null],
  ['?t=99999', '99999-'],
  ['?t=99h', null],
  ['?t=0', null],
  ['?t=-5', null],
  ['?t=-1:30', null],
  ['?t=soon', null],
  ['?t=99999999', null],
  ['?t=', null],
  ['', null],
])('reads the times of a pasted link: %s', (rest, asked) => {
  expect(askedPart(`https://media.test/watch${rest}`)).toBe(asked)
})

test('a text that is no link asks for no part', () => expect(askedPart('not a link')).toBe(null))

test('each chapter is a part of its item, and a part knows its chapter', () => {
  const chapters = [0, 5.0004, 9].map((start, at) => ({ start, title: `Part ${at + 1}` }))
  const clips = chapterClips({ chapters, duration: 12 })
  expect(clips.map(({ start, end, number, total }) => [start, end, number, total])).toEqual([
    [0, 5.0004, 1, 3],
    [5.0004, 9, 2, 3],
    [9, 12, 3, 3],
  ])
  expect(chapterClips({ chapters, duration: null })).toHaveLength(2)
  expect(chapterOf({ chapters, duration: 12 }, { start: 5, end: 9 })?.title).toBe('Part 2')
  expect(chapterOf({ chapters, duration: 12 }, { start: 5, end: 10 })).toBeUndefined()
})
