import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { onItem } from '#media/subtitles/on-item.ts'

const HOUR = 3_600
const cuesAt = (...starts: number[]) => starts.map((start) => ({ start, end: start + 2, lines: ['x'] }))
const startsOf = (starts: number[], seconds: number | null) =>
  onItem(cuesAt(...starts), seconds).map(({ start }) => start)

test('the clock of a studio becomes that of the item', () => {
  const item = fc.integer({ min: 10, max: HOUR - 10 }).chain((seconds) =>
    fc.record({
      seconds: fc.constant(seconds),
      hours: fc.integer({ min: 0, max: 23 }),
      starts: fc
        .array(fc.integer({ min: 0, max: seconds - 1 }), { minLength: 1, maxLength: 20 })
        .map((all) => all.toSorted((a, b) => a - b)),
    }),
  )
  fc.assert(
    fc.property(item, ({ seconds, hours, starts }) => {
      const counted = starts.map((start) => start + hours * HOUR)
      expect(startsOf(counted, seconds)).toEqual(starts)
    }),
  )
})

test.each([
  [
    'a film of two hours from the second hour on',
    [HOUR + 5, 2 * HOUR + 100, 3 * HOUR - 10],
    2 * HOUR,
    [5, HOUR + 100, 2 * HOUR - 10],
  ],
  ['a countdown before the hour', [10 * HOUR - 5, 10 * HOUR + 1, 10 * HOUR + 9], 12, [1, 9]],
  ['late words of a long film', [HOUR + 5], 2 * HOUR, [HOUR + 5]],
  ['words that go on behind the end', [5, 400, 7_000], 300, [5, 400, 7_000]],
  ['an item of unknown length', [10 * HOUR + 2], null, [2]],
  ['an unknown length and usual times', [5, HOUR + 5], null, [5, HOUR + 5]],
])('knows %s', (_, starts, seconds, placed) => {
  expect(startsOf(starts, seconds)).toEqual(placed)
})
