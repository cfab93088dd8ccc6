import { expect, test } from 'vitest'
import { linesOf } from '#contract/lines.ts'

test.each([
  [1920, 1080, 1080],
  [1080, 1920, 1080],
  [null, 720, 720],
  [1280, null, null],
  [1280, 0, null],
  [null, null, null],
])('a picture of %j by %j has %j lines', (width, height, lines) => {
  expect(linesOf({ width, height })).toBe(lines)
})
