import { expect, test } from 'vitest'
import { figures } from '#texts/figures.ts'
import { durationText, shortened, siteName } from '../../../web/content/display.ts'

const {
  size: sizeText,
  countdown: countdownText,
  bitrate: bitrateText,
  span: spanText,
  short,
} = figures('en')

test.each([
  [0, '1 KB'],
  [999_499, '999 KB'],
  [1e6, '1.0 MB'],
  [48_200_000, '48.2 MB'],
  [1e9, '1.00 GB'],
  [1_320_000_000, '1.32 GB'],
])('shows %d bytes as "%s"', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text)
})

test.each([
  [59, '59s'],
  [60, '60s'],
  [119, '119s'],
  [120, '2m'],
  [3_540, '59m'],
  [3_541, '1h 0m'],
  [3_600, '1h 0m'],
  [3_900, '1h 5m'],
])('counts %d seconds as "%s"', (seconds, text) => {
  expect(countdownText(seconds)).toBe(text)
})

test.each([
  [9, '0:09'],
  [222, '3:42'],
  [3_729, '1:02:09'],
])('durationText shows %d seconds as "%s"', (seconds, text) => {
  expect(durationText(seconds)).toBe(text)
})

test.each([
  [967.6, '968 kbps'],
  [1_000, '1000 kbps'],
  [1_740.5, '1.74 Mbps'],
])('shows a rate of %d kbps as "%s"', (kbps, text) => {
  expect(bitrateText(kbps)).toBe(text)
})

test.each([
  [0, '0 seconds'],
  [1, '1 second'],
  [59, '59 seconds'],
  [60, '1 minute'],
  [5_400, '90 minutes'],
  [3_600, '1 hour'],
  [7_200, '2 hours'],
])('shows a span of %d seconds as "%s"', (seconds, text) => {
  expect(spanText(seconds)).toBe(text)
})

test('shortens without a space before the ellipsis', () => {
  expect(shortened(' ab cd', 4)).toBe(' ab…')
  expect(shortened('abc', 3)).toBe('abc')
})

test('the name of a site is its host without "www."', () => {
  expect(siteName('https://www.site.example/v')).toBe('site.example')
  expect(siteName(new URL('https://a.www.example/'))).toBe('a.www.example')
})

test.each([
  [40, '40 sec'],
  [125, '2 min'],
  [3_900, '1 hr, 5 min'],
])('shows %d seconds in short as "%s"', (seconds, text) => {
  expect(short(seconds)).toBe(text)
})
