import { expect, test } from 'vitest'
import { Breaker, type Outcome, type Requester } from '../../../merger/egress/breaker.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const TRIAL_MS = 30_000

/**
 * Starts an extraction if the breaker allows it, and ends it at once with `outcome`. Returns whether the
 * extraction has started.
 */
function extraction(breaker: Breaker, outcome: Outcome | null, now: number): boolean {
  if (breaker.check(now) !== 'now') return false
  breaker.start(now, TRIAL_MS)(outcome, now)
  return true
}

function openedAt0(): Breaker {
  const breaker = new Breaker()
  for (let n = 0; n < 3; n += 1) expect(extraction(breaker, 'blocked', 0)).toBe(true)
  return breaker
}

test('lets only three of a hundred refused extractions start', () => {
  const breaker = new Breaker()
  const sent = Array.from({ length: 100 }, (_, n) => extraction(breaker, 'blocked', n * 1_000)).filter(
    Boolean,
  )
  expect(sent).toHaveLength(3)
  expect(breaker.state(100_000)).toMatchObject({ state: 'open', since: 2_000, until: 2_000 + 15 * MINUTE })
})

test('opens at the third bad outcome in five extractions', () => {
  const breaker = new Breaker()
  const outcomes: Outcome[] = ['blocked', 'ok', 'ok', 'blocked', 'ok', 'ok', 'blocked', 'fault']
  for (const outcome of outcomes) expect(extraction(breaker, outcome, 0)).toBe(true)
  expect(breaker.state(0).state).toBe('open')
})

test('ignores failures other than refusals and proxy faults', () => {
  const breaker = new Breaker()
  for (let n = 0; n < 20; n += 1) expect(extraction(breaker, null, 0)).toBe(true)
})

test('closes by a trial fifteen minutes after it opened', () => {
  const breaker = openedAt0()
  expect(breaker.check(15 * MINUTE - 1)).toBe('refused')
  expect(breaker.check(15 * MINUTE)).toBe('now')
  expect(breaker.state(15 * MINUTE).state).toBe('half_open')
  const report = breaker.start(15 * MINUTE, TRIAL_MS)
  expect(breaker.check(15 * MINUTE + 1)).toBe('refused')
  report('ok', 15 * MINUTE + 2)
  expect(breaker.check(15 * MINUTE + 3)).toBe('now')
  expect(breaker.state(15 * MINUTE + 3)).toEqual({ state: 'closed', since: null, until: null })
})

test('allows another trial after the deadline of the first', () => {
  const breaker = openedAt0()
  breaker.start(15 * MINUTE, TRIAL_MS)
  expect(breaker.check(15 * MINUTE + TRIAL_MS)).toBe('now')
})

test('ignores the late success of an older trial', () => {
  const breaker = openedAt0()
  const late = breaker.start(15 * MINUTE, TRIAL_MS)
  breaker.start(15 * MINUTE + TRIAL_MS, TRIAL_MS)
  late('ok', 15 * MINUTE + TRIAL_MS + 1)
  expect(breaker.check(15 * MINUTE + TRIAL_MS + 2)).toBe('refused')
  expect(breaker.state(15 * MINUTE + TRIAL_MS + 2).state).toBe('half_open')
})

test('ignores outcomes of extractions from before it opened', () => {
  const breaker = new Breaker()
  const early = breaker.start(0, TRIAL_MS)
  const second = breaker.start(0, TRIAL_MS)
  breaker.adopt({ since: 0, until: 1_000, pause: 15 * MINUTE, used: 0 }, 1)
  early('ok', 2_000)
  expect(breaker.state(2_000).state).toBe('half_open')
  second('blocked', 2_000)
  expect(breaker.pause).toBe(15 * MINUTE)
  expect(breaker.state(2_000).state).toBe('half_open')
})

test('doubles its pause per refused trial, up to six hours', () => {
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

test('allows four at once, then one every 15 minutes', () => {
  const breaker = new Breaker(4)
  for (let n = 0; n < 4; n += 1) expect(extraction(breaker, 'ok', 0)).toBe(true)
  expect(breaker.check(0)).toEqual({ waitMs: HOUR / 4 })
  expect(breaker.check(HOUR / 8)).toEqual({ waitMs: HOUR / 8 })
  expect(extraction(breaker, 'ok', HOUR / 4)).toBe(true)
  expect(extraction(breaker, 'ok', HOUR / 4)).toBe(false)
})

/**
 * Runs one extraction for each element of `requesters` (a link and a visitor), all with the same outcome.
 * Returns the state of the breaker afterwards.
 */
function stateAfter(requesters: { link: string; visitor?: string }[], outcome: Outcome = 'blocked'): string {
  const breaker = new Breaker()
  for (const requester of requesters) {
    breaker.start(0, TRIAL_MS, requester)(outcome, 0)
  }
  return breaker.state(0).state
}
const twenty = <T>(make: (n: number) => T) => Array.from({ length: 20 }, (_, n) => make(n))

test('stays closed for refusals of a single visitor', () => {
  expect(stateAfter(twenty((n) => ({ link: `l${n}`, visitor: 'one' })))).toBe('closed')
  expect(stateAfter(twenty((n) => ({ link: `l${n}`, visitor: n === 19 ? 'two' : 'one' })))).toBe('open')
})

test('stays closed for refusals of a single link', () => {
  expect(stateAfter(twenty((n) => ({ link: 'same', visitor: `v${n}` })))).toBe('closed')
  expect(stateAfter(twenty((n) => ({ link: `l${n % 3}`, visitor: `v${n}` })))).toBe('open')
})

test('opens by refusals of three links of unknown visitors', () => {
  expect(stateAfter([{ link: 'a' }, { link: 'b' }, { link: 'c' }])).toBe('open')
})

test('opens by proxy faults in extractions of one visitor', () => {
  expect(
    stateAfter(
      twenty((n) => ({ link: `l${n}`, visitor: 'one' })),
      'fault',
    ),
  ).toBe('open')
})

test.each<[Outcome[], boolean | undefined]>([
  [['fault', 'fault', 'fault'], true],
  [['blocked', 'fault', 'fault'], true],
  [['fault', 'blocked', 'blocked'], undefined],
  [['blocked', 'blocked', 'blocked'], undefined],
])('sets is_fault by the cause of most failures in %j', (outcomes, isFault) => {
  const breaker = new Breaker()
  for (const outcome of outcomes) extraction(breaker, outcome, 0)
  expect(breaker.state(0).is_fault).toBe(isFault)
  const other = new Breaker()
  other.adopt({ ...breaker.state(0), used: 0 }, 0)
  expect(other.state(0)).toEqual(breaker.state(0))
})

test('sets is_fault only for a proxy fault in the trial', () => {
  const breaker = openedAt0()
  extraction(breaker, 'fault', 15 * MINUTE)
  expect(breaker.state(15 * MINUTE)).toMatchObject({ state: 'open', is_fault: true })
  extraction(breaker, 'blocked', 45 * MINUTE)
  expect(breaker.state(45 * MINUTE)).toEqual({ state: 'open', since: 0, until: 105 * MINUTE })
})

test('refuses only known refused links while half-open', () => {
  const breaker = new Breaker()
  for (const link of ['a', 'b', 'c']) {
    breaker.start(0, TRIAL_MS, { link })('blocked', 0)
  }
  expect(breaker.check(15 * MINUTE, { link: 'a' })).toBe('refused')
  expect(breaker.check(15 * MINUTE, { link: 'd' })).toBe('now')
})

/** Returns a breaker that has opened at time 0, because the platform refused the visitors `one` and `two`. */
function openedByTwo(): Breaker {
  const breaker = new Breaker()
  for (const [link, visitor] of Object.entries({ a: 'one', b: 'two', c: 'one' })) {
    breaker.start(0, TRIAL_MS, { link, visitor })('blocked', 0)
  }
  return breaker
}

/**
 * Starts one extraction for each element of `requesters` (a link and a visitor) if the breaker allows it.
 * Ends each extraction at once with `outcome`. Returns how many extractions have started.
 */
function trials(breaker: Breaker, outcome: Outcome, now: number, requesters: Requester[]): number {
  const started = requesters.filter((requester) => {
    if (breaker.check(now, requester) !== 'now') return false
    breaker.start(now, TRIAL_MS, requester)(outcome, now)
    return true
  })
  return started.length
}

test('gives an always refused visitor a trial per 15 minutes', () => {
  const breaker = openedByTwo()
  const links = twenty((n) => ({ link: `l${n}`, visitor: 'one' }))
  const halfOpen = { state: 'half_open', since: 0, until: 15 * MINUTE }
  expect(trials(breaker, 'blocked', 15 * MINUTE, links)).toBe(1)
  expect(breaker.state(15 * MINUTE)).toEqual(halfOpen)
  expect(trials(breaker, 'blocked', 30 * MINUTE - 1, links)).toBe(0)
  expect(trials(breaker, 'blocked', 30 * MINUTE, links.slice(1))).toBe(1)
  expect(breaker.state(30 * MINUTE)).toEqual(halfOpen)
})

test('gives the next trial to another visitor at once', () => {
  const breaker = openedByTwo()
  expect(trials(breaker, 'blocked', 15 * MINUTE, [{ link: 'd', visitor: 'one' }])).toBe(1)
  expect(trials(breaker, 'ok', 15 * MINUTE, [{ link: 'e', visitor: 'three' }])).toBe(1)
  expect(breaker.state(15 * MINUTE).state).toBe('closed')
})

test('gives the trial to a recently successful visitor', () => {
  const breaker = new Breaker()
  breaker.start(14 * MINUTE, TRIAL_MS, { link: 'z', visitor: 'three' })('ok', 14 * MINUTE)
  breaker.adopt({ since: 0, until: 15 * MINUTE, pause: 15 * MINUTE, used: 0 }, 14 * MINUTE)
  expect(breaker.check(15 * MINUTE, { link: 'd', visitor: 'three' })).toBe('now')
})

test('does not stay open longer for a late refusal', () => {
  const breaker = new Breaker()
  const running = breaker.start(0, TRIAL_MS, { link: 'z' })
  for (const link of ['a', 'b', 'c']) breaker.start(0, TRIAL_MS, { link })('blocked', 0)
  running('blocked', MINUTE)
  expect(breaker.state(MINUTE).until).toBe(15 * MINUTE)
})

test('opens twice as long after a refused new visitor', () => {
  const breaker = openedByTwo()
  expect(trials(breaker, 'blocked', 15 * MINUTE, [{ link: 'd', visitor: 'three' }])).toBe(1)
  expect(breaker.state(15 * MINUTE).until).toBe(45 * MINUTE)
})

test('closes by a trial of a previously refused visitor', () => {
  const breaker = openedByTwo()
  expect(trials(breaker, 'ok', 15 * MINUTE, [{ link: 'd', visitor: 'one' }])).toBe(1)
  expect(breaker.state(15 * MINUTE).state).toBe('closed')
})

test('opens twice as long after a proxy fault in any trial', () => {
  const breaker = openedByTwo()
  expect(trials(breaker, 'fault', 15 * MINUTE, [{ link: 'd', visitor: 'one' }])).toBe(1)
  expect(breaker.state(15 * MINUTE).until).toBe(45 * MINUTE)
})

test('stays open until the time another merger reports', () => {
  const breaker = new Breaker()
  breaker.adopt({ since: 0, until: HOUR, used: 0 }, 1)
  expect(breaker.check(HOUR - 1)).toBe('refused')
  expect(breaker.state(2)).toEqual({ state: 'open', since: 0, until: HOUR })
  expect(breaker.check(HOUR)).toBe('now')
  // If another merger reports a pause that ends earlier, the breaker keeps its own pause.
  breaker.adopt({ since: 0, until: 2, used: 0 }, 1)
  expect(breaker.state(2).until).toBe(HOUR)
  // If another merger reports a pause that ends in 100 hours, the breaker is open only for six hours.
  breaker.adopt({ since: 0, until: 100 * HOUR, used: 0 }, 0)
  expect(breaker.state(2).until).toBe(6 * HOUR)
})

test('doubles the longer pause of another merger', () => {
  const breaker = new Breaker()
  breaker.adopt({ since: 0, until: HOUR, pause: 30 * MINUTE, used: 0 }, 2 * HOUR)
  expect(breaker.state(2 * HOUR)).toEqual({ state: 'half_open', since: 0, until: HOUR })
  expect(extraction(breaker, 'blocked', 2 * HOUR)).toBe(true)
  expect(breaker.state(2 * HOUR)).toEqual({ state: 'open', since: 0, until: 3 * HOUR })
  expect(extraction(breaker, 'blocked', 2 * HOUR + 1)).toBe(false)
})

test('stays closed despite an old report of another merger', () => {
  const breaker = new Breaker()
  const report = { since: 0, until: HOUR, used: 0 }
  breaker.adopt(report, 2 * HOUR)
  // This trial extraction ends with the outcome null: it has shown nothing about the proxy or the platform.
  // So the breaker stays half-open.
  expect(extraction(breaker, null, 2 * HOUR)).toBe(true)
  expect(breaker.state(2 * HOUR)).toEqual({ state: 'half_open', since: 0, until: HOUR })
  expect(extraction(breaker, 'ok', 2 * HOUR)).toBe(true)
  breaker.adopt(report, 2 * HOUR)
  expect(breaker.state(2 * HOUR)).toEqual({ state: 'closed', since: null, until: null })
})

test('counts extractions of other mergers in the hourly budget', () => {
  const breaker = new Breaker(4)
  breaker.adopt({ since: null, until: null, used: 2.5 }, 0)
  expect(extraction(breaker, 'ok', 0)).toBe(true)
  expect(extraction(breaker, 'ok', 0)).toBe(false)
  expect(breaker.used(0)).toBe(1)
  expect(breaker.used(HOUR / 8)).toBe(0.5)
  expect(new Breaker().used(0)).toBe(0)
  const withoutBudget = new Breaker()
  withoutBudget.adopt({ since: null, until: null, used: 1_000 }, 0)
  expect(extraction(withoutBudget, 'ok', 0)).toBe(true)
})
