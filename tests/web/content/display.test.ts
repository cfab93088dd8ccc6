import { expect, test } from 'vitest'
import { countdownText, durationText, sizeText } from '../../../web/content/display.ts'

test.each([
  [0, '1 KB'],
  [999_499, '999 KB'],
  [1e6, '1.0 MB'],
  [48_200_000, '48.2 MB'],
  [1e9, '1.00 GB'],
  [1_320_000_000, '1.32 GB'],
])('sizeText shows %d bytes as "%s"', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text)
})

test.each([
  [0, 'Expired'],
  [59, '59s'],
  [60, '60s'],
  [119, '119s'],
  [120, '2m'],
  [3_540, '59m'],
  [3_541, '1h 0m'],
  [3_600, '1h 0m'],
  [3_900, '1h 5m'],
])('countdownText shows %d seconds as "%s"', (seconds, text) => {
  expect(countdownText(seconds)).toBe(text)
})

test.each([
  [9, '0:09'],
  [222, '3:42'],
  [3_729, '1:02:09'],
])('durationText shows %d seconds as "%s"', (seconds, text) => {
  expect(durationText(seconds)).toBe(text)
})
