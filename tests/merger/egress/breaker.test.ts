import { expect, test } from 'vitest'
import { Breaker, type Outcome } from '../../../merger/egress/breaker.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const TRIAL_MS = 30_000

/** Runs one extraction with this outcome, and returns whether the breaker let it start. */
function extraction(breaker: Breaker, outcome: Outcome | null, now: number): boolean {
  if (breaker.check(now) !== 'now') return false
  breaker.start(now, TRIAL_MS)
  breaker.report(outcome, now)
  return true
}

function openedAt0(): Breaker {
  const breaker = new Breaker()
  for (let n = 0; n < 3; n += 1) expect(extraction(breaker, 'blocked', 0)).toBe(true)
  return breaker
}

test('a breaker lets only three of a hundred extractions reach a platform that refuses them', () => {
  const breaker = new Breaker()
  const sent = Array.from({ length: 100 }, (_, n) => extraction(breaker, 'blocked', n * 1_000)).filter(
    Boolean,
  )
  expect(sent).toHaveLength(3)
  expect(breaker.state(100_000)).toMatchObject({ state: 'open', since: 2_000, until: 2_000 + 15 * MINUTE })
})

test('two refusals among five outcomes leave the breaker closed, and three refusals open the breaker', () => {
  const breaker = new Breaker()
  const outcomes: Outcome[] = ['blocked', 'ok', 'ok', 'blocked', 'ok', 'ok', 'blocked', 'fault']
  for (const outcome of outcomes) expect(extraction(breaker, outcome, 0)).toBe(true)
  expect(breaker.state(0).state).toBe('open')
})

test('an extraction that fails for another reason than a refusal of its network exit does not open the breaker', () => {
  const breaker = new Breaker()
  for (let n = 0; n < 20; n += 1) expect(extraction(breaker, null, 0)).toBe(true)
})

test('fifteen minutes after a breaker has opened, it lets only one extraction through at a time', () => {
  const breaker = openedAt0()
  expect(breaker.check(15 * MINUTE - 1)).toBe('refused')
  expect(breaker.check(15 * MINUTE)).toBe('now')
  expect(breaker.state(15 * MINUTE).state).toBe('half_open')
  breaker.start(15 * MINUTE, TRIAL_MS)
  expect(breaker.check(15 * MINUTE + 1)).toBe('refused')
  breaker.report('ok', 15 * MINUTE + 2)
  expect(breaker.check(15 * MINUTE + 3)).toBe('now')
  expect(breaker.state(15 * MINUTE + 3)).toEqual({ state: 'closed', since: null, until: null })
})

test('a trial extraction that never ends does not block its network exit for ever', () => {
  const breaker = openedAt0()
  breaker.start(15 * MINUTE, TRIAL_MS)
  expect(breaker.check(15 * MINUTE + TRIAL_MS)).toBe('now')
})

test('the pause of the breaker doubles with each refused trial up to six hours, and starts at 15 minutes again after a success', () => {
  const breaker = openedAt0()
  const pauses: number[] = []
  let now = 15 * MINUTE
  for (let n = 0; n < 7; n += 1) {
    expect(extraction(breaker, 'blocked', now)).toBe(true)
    const { until } = breaker.state(now)
    pauses.push((until! - now) / MINUTE)
    now = until!
  }
  expect(pauses).toEqual([30, 60, 120, 240, 360, 360, 360])
  extraction(breaker, 'ok', now)
  for (let n = 0; n < 3; n += 1) extraction(breaker, 'blocked', now)
  expect(breaker.state(now).until).toBe(now + 15 * MINUTE)
})

test('with a budget of four extractions per hour, four extractions start at once, and then one extraction each quarter of an hour', () => {
  const breaker = new Breaker(4)
  for (let n = 0; n < 4; n += 1) expect(extraction(breaker, 'ok', 0)).toBe(true)
  expect(breaker.check(0)).toEqual({ waitMs: HOUR / 4 })
  expect(breaker.check(HOUR / 8)).toEqual({ waitMs: HOUR / 8 })
  expect(extraction(breaker, 'ok', HOUR / 4)).toBe(true)
  expect(extraction(breaker, 'ok', HOUR / 4)).toBe(false)
})

/**
 * Runs one refused (or failed, by `outcome`) extraction for each of these askers, and returns the state of
 * the breaker afterwards.
 */
function stateAfter(askers: { link: string; visitor?: string }[], outcome: Outcome = 'blocked'): string {
  const breaker = new Breaker()
  for (const asker of askers) {
    breaker.start(0, TRIAL_MS)
    breaker.report(outcome, 0, asker)
  }
  return breaker.state(0).state
}
const twenty = <T>(make: (n: number) => T) => Array.from({ length: 20 }, (_, n) => make(n))

test('a breaker stays closed when only one visitor has met refusals', () => {
  expect(stateAfter(twenty((n) => ({ link: `l${n}`, visitor: 'one' })))).toBe('closed')
  expect(stateAfter(twenty((n) => ({ link: `l${n}`, visitor: n === 19 ? 'two' : 'one' })))).toBe('open')
})

test('a breaker stays closed when only one link was refused, even if many visitors submitted it', () => {
  expect(stateAfter(twenty((n) => ({ link: 'same', visitor: `v${n}` })))).toBe('closed')
  expect(stateAfter(twenty((n) => ({ link: `l${n % 3}`, visitor: `v${n}` })))).toBe('open')
})

test('refusals of three links open the breaker when the visitors are unknown', () => {
  expect(stateAfter([{ link: 'a' }, { link: 'b' }, { link: 'c' }])).toBe('open')
})

test('faults of a proxy open the breaker, even if only one visitor has met them', () => {
  expect(
    stateAfter(
      twenty((n) => ({ link: `l${n}`, visitor: 'one' })),
      'fault',
    ),
  ).toBe('open')
})

test('a link that was refused before cannot be the trial extraction of an open breaker', () => {
  const breaker = new Breaker()
  for (const link of ['a', 'b', 'c']) {
    breaker.start(0, TRIAL_MS)
    breaker.report('blocked', 0, { link })
  }
  expect(breaker.check(15 * MINUTE, { link: 'a' })).toBe('refused')
  expect(breaker.check(15 * MINUTE, { link: 'd' })).toBe('now')
})

test('when another merger reports a refusal, the breaker opens until the time that the other merger names', () => {
  const breaker = new Breaker()
  breaker.adopt({ since: 0, until: HOUR, used: 0 }, 1)
  expect(breaker.check(HOUR - 1)).toBe('refused')
  expect(breaker.state(2)).toEqual({ state: 'open', since: 0, until: HOUR })
  expect(breaker.check(HOUR)).toBe('now')
  // A reported refusal that ends earlier does not change the breaker, and no reported refusal keeps the
  // breaker open for longer than six hours.
  breaker.adopt({ since: 0, until: 2, used: 0 }, 1)
  expect(breaker.state(2).until).toBe(HOUR)
  breaker.adopt({ since: 0, until: 100 * HOUR, used: 0 }, 0)
  expect(breaker.state(2).until).toBe(6 * HOUR)
})

test('after the pause of a refusal that another merger reports, one refused trial opens the breaker with a doubled pause', () => {
  const breaker = new Breaker()
  breaker.adopt({ since: 0, until: HOUR, pause: 30 * MINUTE, used: 0 }, 2 * HOUR)
  expect(breaker.state(2 * HOUR)).toEqual({ state: 'half_open', since: 0, until: HOUR })
  expect(extraction(breaker, 'blocked', 2 * HOUR)).toBe(true)
  expect(breaker.state(2 * HOUR)).toEqual({ state: 'open', since: 0, until: 3 * HOUR })
  expect(extraction(breaker, 'blocked', 2 * HOUR + 1)).toBe(false)
})

test('a successful trial ends a refusal that another merger reports, and the same report does not open it again', () => {
  const breaker = new Breaker()
  const report = { since: 0, until: HOUR, used: 0 }
  breaker.adopt(report, 2 * HOUR)
  // An extraction whose outcome shows nothing about the network exit does not change the breaker.
  expect(extraction(breaker, null, 2 * HOUR)).toBe(true)
  expect(breaker.state(2 * HOUR)).toEqual({ state: 'half_open', since: 0, until: HOUR })
  expect(extraction(breaker, 'ok', 2 * HOUR)).toBe(true)
  breaker.adopt(report, 2 * HOUR)
  expect(breaker.state(2 * HOUR)).toEqual({ state: 'closed', since: null, until: null })
})

test('extractions by other mergers count against the hourly budget of a breaker', () => {
  const breaker = new Breaker(4)
  breaker.adopt({ since: null, until: null, used: 2.5 }, 0)
  expect(extraction(breaker, 'ok', 0)).toBe(true)
  expect(extraction(breaker, 'ok', 0)).toBe(false)
  expect(breaker.used(0)).toBe(1)
  expect(new Breaker().used(0)).toBe(0)
})
