import { expect, test } from 'vitest'
import { secondsOf } from '#contract/time-text.ts'

test.each([
  ['90', 90],
  ['90.5', 90.5],
  ['90,5 s', 90.5],
  ['0', 0],
  ['1:30', 90],
  ['01:02:03.450', 3_723.45],
  ['01:02:03,450', 3_723.45],
  ['100:00', 6_000],
  [' 1 : 02 : 03 ', 3_723],
  ['1m30s', 90],
  ['10m5', 605],
  ['1h 2m 3s', 3_723],
  ['12h', 43_200],
  ['PT1H2M3.5S', 3_723.5],
  ['PT90S', 90],
  ['-1:30', -90],
])('reads the time %s', (text, seconds) => expect(secondsOf(text)).toBeCloseTo(seconds, 6))

test.each(['', 'PT', '-5', '1:30:', 'x1:30', '1:2:3:4:5', 'soon', '5 apples', `1${' '.repeat(50)}:05`])(
  'reads no time from %j',
  (text) => expect(secondsOf(text)).toBeNaN(),
)
