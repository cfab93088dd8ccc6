import { expect, test } from 'vitest'
import { figures } from '#texts/figures.ts'
import { updateInterval } from '../../../web/preview/countdown.ts'

test('updates more often towards the end', () => {
  expect([3_600, 901, 900, 301, 300, 1].map(updateInterval)).toEqual([
    60_000, 60_000, 30_000, 30_000, 1_000, 1_000,
  ])
})

test('rounds up, with seconds in the last two minutes', () => {
  expect([3_600, 3_599, 3_541, 3_540, 5_400, 121, 119.5, 60, 0.4].map(figures('en').countdown)).toEqual([
    '1h 0m',
    '1h 0m',
    '1h 0m',
    '59m',
    '1h 30m',
    '3m',
    '120s',
    '60s',
    '1s',
  ])
})
