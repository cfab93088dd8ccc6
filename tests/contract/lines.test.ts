import { expect, test } from 'vitest'
import { linesOf } from '#contract/lines.ts'

test.each([
  [1920, 1080, 1080],
  [1080, 1920, 1080],
  [null, 720, 720],
  [1280, null, null],
  [1280, 0, null],
  [null, null, null],
])('for the width %j and the height %j, linesOf returns %j lines (as in 1080p)', (width, height, lines) => {
  expect(linesOf({ width, height })).toBe(lines)
})
