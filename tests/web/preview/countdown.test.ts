import { expect, test } from 'vitest'
import { updateInterval } from '../../../web/preview/countdown.ts'

test('the countdown updates every minute, every 30 s in the last 15 minutes, every second in the last 5', () => {
  expect([3_600, 901, 900, 301, 300, 1].map(updateInterval)).toEqual([
    60_000, 60_000, 30_000, 30_000, 1_000, 1_000,
  ])
})
