import { expect, test } from 'vitest'
import { linesOf } from '#contract/lines.ts'

test.each([
  [1920, 1080, 1080],
  [1080, 1920, 1080],
  [null, 720, 720],
  [1280, null, 720],
  [1280, 0, 720],
  [null, null, null],
  // Films in wide format, without their black bars.
  [1920, 820, 1080],
  [1280, 532, 720],
  [854, 364, 480],
  [426, 182, 240],
  [3840, 1600, 2160],
  // Sizes that encoders round.
  [854, 478, 480],
  [1920, 1088, 1080],
  // A long screen is no film in wide format.
  [2340, 1080, 1080],
  [2560, 1080, 1080],
  [590, 1280, 590],
  // No site has a name for these.
  [512, 288, 288],
  [720, 304, 304],
])('a picture of %j by %j has %j lines', (width, height, lines) => {
  expect(linesOf({ width, height, lines: null })).toBe(lines)
})

test.each([
  [2560, 1066, 1440, 1440],
  [1920, 820, 1080, 1080],
  [576, 1024, 540, 540],
  [640, 360, 1080, 360],
  [1080, 1920, 2160, 1080],
  [null, null, 720, 720],
])('a picture of %j by %j that the site calls %jp has %j lines', (width, height, lines, found) => {
  expect(linesOf({ width, height, lines })).toBe(found)
})
