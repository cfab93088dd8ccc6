import { expect, test } from 'vitest'
import { chargeOf } from '../../../edge/budget/charge.ts'

test.each([
  [{ bytes: 0, seconds: 1 }, 0.05],
  [{ bytes: 1_000_000, seconds: 15 }, 0.5],
  [{ bytes: 15_000_000, seconds: 2 }, 0.75],
  [{ bytes: 4_000_000_000, seconds: 3_600 }, 1],
])('charges %j as %d', (work, charge) => expect(chargeOf(work)).toBe(charge))
