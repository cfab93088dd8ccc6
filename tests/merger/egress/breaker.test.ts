import { expect, test } from 'vitest'
import { Breaker, type Outcome, type Requester } from '../../../merger/egress/breaker.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const TRIAL_MS = 30_000

/** Runs one extraction that ends with `outcome`. Returns whether the breaker let the extraction start. */
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

test('when a platform refuses every extraction, a breaker lets only the first three of a hundred extractions start', () => {
  const breaker = new Breaker()
  const sent = Array.from({ length: 100 }, (_, n) => extraction(breaker, 'blocked', n * 1_000)).filter(
    Boolean,
  )
  expect(sent).toHaveLength(3)
  expect(breaker.state(100_000)).toMatchObject({ state: 'open', since: 2_000, until: 2_000 + 15 * MINUTE })
})

test('a breaker opens after three refusals or proxy faults in the last five extractions, but not after two', () => {
  const breaker = new Breaker()
  const outcomes: Outcome[] = ['blocked', 'ok', 'ok', 'blocked', 'ok', 'ok', 'blocked', 'fault']
  for (const outcome of outcomes) expect(extraction(breaker, outcome, 0)).toBe(true)
  expect(breaker.state(0).state).toBe('open')
})

test('an extraction that fails for a reason other than a refusal or a proxy fault does not open the breaker', () => {
  const breaker = new Breaker()
  for (let n = 0; n < 20; n += 1) expect(extraction(breaker, null, 0)).toBe(true)
})

test('fifteen minutes after a breaker has opened, the breaker lets only one trial extraction start at a time', () => {
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

test('a breaker lets another trial extraction start when the first trial has not ended by its deadline', () => {
  const breaker = openedAt0()
  breaker.start(15 * MINUTE, TRIAL_MS)
  expect(breaker.check(15 * MINUTE + TRIAL_MS)).toBe('now')
})

test('a late success of a trial extraction does not close the breaker if a newer trial extraction has already started', () => {
  const breaker = openedAt0()
  const late = breaker.start(15 * MINUTE, TRIAL_MS)
  breaker.start(15 * MINUTE + TRIAL_MS, TRIAL_MS)
  late('ok', 15 * MINUTE + TRIAL_MS + 1)
  expect(breaker.check(15 * MINUTE + TRIAL_MS + 2)).toBe('refused')
  expect(breaker.state(15 * MINUTE + TRIAL_MS + 2).state).toBe('half_open')
})

test('only a trial extraction closes a half-open breaker or doubles its pause; an older extraction does neither', () => {
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

test('each refused trial extraction doubles the pause up to six hours; a success resets the pause to 15 minutes', () => {
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

test('with a limit of four extractions per hour, a breaker allows four at once, then one every 15 minutes', () => {
  const breaker = new Breaker(4)
  for (let n = 0; n < 4; n += 1) expect(extraction(breaker, 'ok', 0)).toBe(true)
  expect(breaker.check(0)).toEqual({ waitMs: HOUR / 4 })
  expect(breaker.check(HOUR / 8)).toEqual({ waitMs: HOUR / 8 })
  expect(extraction(breaker, 'ok', HOUR / 4)).toBe(true)
  expect(extraction(breaker, 'ok', HOUR / 4)).toBe(false)
})

/**
 * Runs one extraction for each pair of link and visitor, all with the same `outcome`. Returns the state of
 * the breaker afterwards.
 */
function stateAfter(requesters: { link: string; visitor?: string }[], outcome: Outcome = 'blocked'): string {
  const breaker = new Breaker()
  for (const requester of requesters) {
    breaker.start(0, TRIAL_MS, requester)(outcome, 0)
  }
  return breaker.state(0).state
}
const twenty = <T>(make: (n: number) => T) => Array.from({ length: 20 }, (_, n) => make(n))

test('a breaker stays closed when the platform has refused only extractions of one visitor', () => {
  expect(stateAfter(twenty((n) => ({ link: `l${n}`, visitor: 'one' })))).toBe('closed')
  expect(stateAfter(twenty((n) => ({ link: `l${n}`, visitor: n === 19 ? 'two' : 'one' })))).toBe('open')
})

test('a breaker stays closed when only one link was refused, even if many visitors submitted it', () => {
  expect(stateAfter(twenty((n) => ({ link: 'same', visitor: `v${n}` })))).toBe('closed')
  expect(stateAfter(twenty((n) => ({ link: `l${n % 3}`, visitor: `v${n}` })))).toBe('open')
})

test('if the visitors who submitted the links are unknown, refusals of three links open the breaker', () => {
  expect(stateAfter([{ link: 'a' }, { link: 'b' }, { link: 'c' }])).toBe('open')
})

test('faults of a proxy open the breaker, even if all of them occur in extractions of one visitor', () => {
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
])(
  'after the outcomes %j, the state of the breaker has `is_fault` only if the proxy caused most of the failures',
  (outcomes, isFault) => {
    const breaker = new Breaker()
    for (const outcome of outcomes) extraction(breaker, outcome, 0)
    expect(breaker.state(0).is_fault).toBe(isFault)
    const other = new Breaker()
    other.adopt({ ...breaker.state(0), used: 0 }, 0)
    expect(other.state(0)).toEqual(breaker.state(0))
  },
)

test('after a failed trial extraction, a breaker reports `is_fault` (a fault of the proxy) only if the proxy failed', () => {
  const breaker = openedAt0()
  extraction(breaker, 'fault', 15 * MINUTE)
  expect(breaker.state(15 * MINUTE)).toMatchObject({ state: 'open', is_fault: true })
  extraction(breaker, 'blocked', 45 * MINUTE)
  expect(breaker.state(45 * MINUTE)).toEqual({ state: 'open', since: 0, until: 105 * MINUTE })
})

test('a half-open breaker refuses to extract a link that the platform has refused, but allows another link', () => {
  const breaker = new Breaker()
  for (const link of ['a', 'b', 'c']) {
    breaker.start(0, TRIAL_MS, { link })('blocked', 0)
  }
  expect(breaker.check(15 * MINUTE, { link: 'a' })).toBe('refused')
  expect(breaker.check(15 * MINUTE, { link: 'd' })).toBe('now')
})

/** A breaker that two visitors, `one` and `two`, have opened at time 0. */
function openedByTwo(): Breaker {
  const breaker = new Breaker()
  for (const [link, visitor] of Object.entries({ a: 'one', b: 'two', c: 'one' })) {
    breaker.start(0, TRIAL_MS, { link, visitor })('blocked', 0)
  }
  return breaker
}

/**
 * Tries to start one extraction for each element of `requesters`. Each element has a link and a visitor. Each
 * started extraction has the outcome `outcome`. Returns how many extractions the breaker let start.
 */
function trials(breaker: Breaker, outcome: Outcome, now: number, requesters: Requester[]): number {
  const started = requesters.filter((requester) => {
    if (breaker.check(now, requester) !== 'now') return false
    breaker.start(now, TRIAL_MS, requester)(outcome, now)
    return true
  })
  return started.length
}

test('if the platform refuses every extraction of a visitor, the visitor gets one trial extraction every 15 minutes', () => {
  const breaker = openedByTwo()
  const links = twenty((n) => ({ link: `l${n}`, visitor: 'one' }))
  const halfOpen = { state: 'half_open', since: 0, until: 15 * MINUTE }
  expect(trials(breaker, 'blocked', 15 * MINUTE, links)).toBe(1)
  expect(breaker.state(15 * MINUTE)).toEqual(halfOpen)
  expect(trials(breaker, 'blocked', 30 * MINUTE - 1, links)).toBe(0)
  expect(trials(breaker, 'blocked', 30 * MINUTE, links.slice(1))).toBe(1)
  expect(breaker.state(30 * MINUTE)).toEqual(halfOpen)
})

test('if the platform refuses a trial extraction, and has refused the same visitor before, the breaker stays half-open', () => {
  const breaker = openedByTwo()
  expect(trials(breaker, 'blocked', 15 * MINUTE, [{ link: 'd', visitor: 'one' }])).toBe(1)
  expect(trials(breaker, 'ok', 15 * MINUTE, [{ link: 'e', visitor: 'three' }])).toBe(1)
  expect(breaker.state(15 * MINUTE).state).toBe('closed')
})

test('while a breaker is half-open, a visitor whose last extraction was successful may start the trial extraction', () => {
  const breaker = new Breaker()
  breaker.start(14 * MINUTE, TRIAL_MS, { link: 'z', visitor: 'three' })('ok', 14 * MINUTE)
  breaker.adopt({ since: 0, until: 15 * MINUTE, pause: 15 * MINUTE, used: 0 }, 14 * MINUTE)
  expect(breaker.check(15 * MINUTE, { link: 'd', visitor: 'three' })).toBe('now')
})

test('if the platform refuses a request while the breaker is open, the pause of the breaker does not become longer', () => {
  const breaker = new Breaker()
  const running = breaker.start(0, TRIAL_MS, { link: 'z' })
  for (const link of ['a', 'b', 'c']) breaker.start(0, TRIAL_MS, { link })('blocked', 0)
  running('blocked', MINUTE)
  expect(breaker.state(MINUTE).until).toBe(15 * MINUTE)
})

test('if the platform refuses a trial extraction, and has never refused the same visitor before, the pause doubles', () => {
  const breaker = openedByTwo()
  expect(trials(breaker, 'blocked', 15 * MINUTE, [{ link: 'd', visitor: 'three' }])).toBe(1)
  expect(breaker.state(15 * MINUTE).until).toBe(45 * MINUTE)
})

test('a successful trial extraction closes the breaker, even if the platform has refused the same visitor before', () => {
  const breaker = openedByTwo()
  expect(trials(breaker, 'ok', 15 * MINUTE, [{ link: 'd', visitor: 'one' }])).toBe(1)
  expect(breaker.state(15 * MINUTE).state).toBe('closed')
})

test('a proxy fault in a trial extraction doubles the pause, even if the platform has refused the same visitor before', () => {
  const breaker = openedByTwo()
  expect(trials(breaker, 'fault', 15 * MINUTE, [{ link: 'd', visitor: 'one' }])).toBe(1)
  expect(breaker.state(15 * MINUTE).until).toBe(45 * MINUTE)
})

test('if another merger reports that its breaker is open until a certain time, this breaker is also open until then', () => {
  const breaker = new Breaker()
  breaker.adopt({ since: 0, until: HOUR, used: 0 }, 1)
  expect(breaker.check(HOUR - 1)).toBe('refused')
  expect(breaker.state(2)).toEqual({ state: 'open', since: 0, until: HOUR })
  expect(breaker.check(HOUR)).toBe('now')
  // If the pause that another merger reports ends earlier, the breaker keeps its own pause.
  breaker.adopt({ since: 0, until: 2, used: 0 }, 1)
  expect(breaker.state(2).until).toBe(HOUR)
  // If the reported pause ends in 100 hours, the breaker opens for six hours, the longest pause.
  breaker.adopt({ since: 0, until: 100 * HOUR, used: 0 }, 0)
  expect(breaker.state(2).until).toBe(6 * HOUR)
})

test('a breaker adopts a longer pause that another merger reports, and a refused trial extraction doubles this pause', () => {
  const breaker = new Breaker()
  breaker.adopt({ since: 0, until: HOUR, pause: 30 * MINUTE, used: 0 }, 2 * HOUR)
  expect(breaker.state(2 * HOUR)).toEqual({ state: 'half_open', since: 0, until: HOUR })
  expect(extraction(breaker, 'blocked', 2 * HOUR)).toBe(true)
  expect(breaker.state(2 * HOUR)).toEqual({ state: 'open', since: 0, until: 3 * HOUR })
  expect(extraction(breaker, 'blocked', 2 * HOUR + 1)).toBe(false)
})

test('a successful trial extraction closes the breaker, and an old report of another merger does not open it again', () => {
  const breaker = new Breaker()
  const report = { since: 0, until: HOUR, used: 0 }
  breaker.adopt(report, 2 * HOUR)
  // This extraction may start. It ends with the outcome null, which says nothing about the network exit, so
  // the breaker stays half-open.
  expect(extraction(breaker, null, 2 * HOUR)).toBe(true)
  expect(breaker.state(2 * HOUR)).toEqual({ state: 'half_open', since: 0, until: HOUR })
  expect(extraction(breaker, 'ok', 2 * HOUR)).toBe(true)
  breaker.adopt(report, 2 * HOUR)
  expect(breaker.state(2 * HOUR)).toEqual({ state: 'closed', since: null, until: null })
})

test('a breaker counts the extractions of other mergers towards its hourly budget', () => {
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
