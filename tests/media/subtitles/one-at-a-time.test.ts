import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Cue } from '#media/subtitles/cue.ts'
import { oneAtATime } from '#media/subtitles/one-at-a-time.ts'

const times = fc.tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 1, max: 8 }))
const cues = fc
  .array(times, { maxLength: 15 })
  .map((all) =>
    all
      .toSorted(([a], [b]) => a - b)
      .map(([start, seconds], at): Cue => ({ start, end: start + seconds, lines: [`line ${at}`] })),
  )

const shownAt = (all: Cue[], second: number) =>
  all.filter(({ start, end }) => start <= second && second < end).flatMap(({ lines }) => lines)

test('texts that overlap are all shown, one text at a time', () => {
  fc.assert(
    fc.property(cues, (all) => {
      const texts = oneAtATime(all)
      for (const [at, text] of texts.entries())
        expect(text.start).toBeGreaterThanOrEqual(texts[at - 1]?.end ?? 0)
      for (let second = 0; second < 30; second += 0.5)
        expect(shownAt(texts, second)).toEqual(shownAt(all, second))
    }),
  )
})
