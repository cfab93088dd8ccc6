import { expect, test } from 'vitest'
import { Breaker, type Outcome } from '../../../edge/mergers/breaker.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
let links = 0
const voter = (visitor: string) => ({ visitor, link: `link ${links++}` })

/** Votes with one link of each visitor. */
function vote(breaker: Breaker, outcome: Outcome, visitors: readonly string[], now = 0): void {
  for (const visitor of visitors) breaker.vote(voter(visitor), outcome, now)
}

const isDoubted = (breaker: Breaker, now = 0) => breaker.doubtedSince(now) !== null

test('stays usable after any number of refused links', () => {
  const breaker = new Breaker()
  for (let visitor = 0; visitor < 1_000; visitor++) vote(breaker, 'blocked', [`v${visitor}`])
  expect(breaker.state(0)).toBe('usable')
})

test('asks for the control after refusals of three visitors', () => {
  const breaker = new Breaker()
  vote(breaker, 'blocked', ['a', 'b'])
  expect(breaker.startControl(0)).toBe(false)
  vote(breaker, 'blocked', ['c'])
  expect(breaker.startControl(0)).toBe(true)
})

test.each([
  ['one visitor', () => voter('a')],
  ['one link', () => ({ visitor: `v${links++}`, link: 'same' })],
])('counts many refusals of %s as one', (_, next) => {
  const breaker = new Breaker()
  for (let n = 0; n < 20; n++) breaker.vote(next(), 'blocked', 0)
  expect(isDoubted(breaker)).toBe(false)
})

test('weighs refusals against successes of ten minutes', () => {
  const breaker = new Breaker()
  vote(breaker, 'ok', ['a', 'b', 'c'], 0)
  vote(breaker, 'blocked', ['d', 'e', 'f'], MINUTE)
  expect(isDoubted(breaker, MINUTE)).toBe(false)
  expect(isDoubted(breaker, 10.5 * MINUTE)).toBe(true)
  expect(isDoubted(breaker, 11 * MINUTE)).toBe(false)
})

test('tries the control at most every five minutes', () => {
  const breaker = new Breaker()
  const tries = Array.from({ length: 60 }, (_, minute) => {
    vote(breaker, 'blocked', [`a${minute}`, `b${minute}`, `c${minute}`], minute * MINUTE)
    return breaker.startControl(minute * MINUTE)
  })
  expect(tries.filter(Boolean)).toHaveLength(12)
})

test('closes when the control is refused, and opens when it works', () => {
  const breaker = new Breaker()
  breaker.control('blocked', 0)
  expect(breaker.state(15 * MINUTE - 1)).toBe('paused')
  vote(breaker, 'ok', ['a', 'b', 'c'], 15 * MINUTE)
  expect(breaker.state(15 * MINUTE)).toBe('due')
  expect(breaker.startControl(15 * MINUTE)).toBe(true)
  breaker.control('ok', 15 * MINUTE)
  expect(breaker.state(15 * MINUTE)).toBe('usable')
})

test('keeps its state after a control that shows nothing', () => {
  const breaker = new Breaker()
  breaker.control(null, 0)
  expect(breaker.state(0)).toBe('usable')
  breaker.control('blocked', 0)
  breaker.control(null, HOUR)
  expect(breaker.state(HOUR)).toBe('due')
})

test('doubles its pause for each refused control, up to six hours', () => {
  const breaker = new Breaker()
  let now = 0
  const pauses = Array.from({ length: 8 }, () => {
    breaker.control('blocked', now)
    const { pause, until } = breaker.closing!
    now = until
    return pause / MINUTE
  })
  expect(pauses).toEqual([15, 30, 60, 120, 240, 360, 360, 360])
})

test('closes by three proxy faults, and opens by one success', () => {
  const breaker = new Breaker()
  vote(breaker, 'fault', ['a', 'b', 'c'])
  expect([breaker.state(0), breaker.closing!.isFault]).toEqual(['paused', true])
  expect(breaker.state(15 * MINUTE)).toBe('usable')
  vote(breaker, 'fault', ['d'], 15 * MINUTE)
  expect(breaker.closing!.pause).toBe(30 * MINUTE)
  vote(breaker, 'ok', ['e'], HOUR)
  expect(breaker.closing).toBeUndefined()
})

test('allows four at once, then one every 15 minutes', () => {
  const breaker = new Breaker()
  let visitors = 0
  const taken = (now: number) => breaker.take(4, `v${visitors++}`, now) === 0
  expect([taken(0), taken(0), taken(0), taken(0), taken(0)]).toEqual([true, true, true, true, false])
  expect(breaker.take(4, 'new', 5 * MINUTE)).toBeCloseTo(10 * MINUTE, -1)
  expect([taken(15 * MINUTE), taken(15 * MINUTE)]).toEqual([true, false])
})

test('leaves three quarters of an hour to other visitors', () => {
  const breaker = new Breaker()
  const taken = (visitor: string, now = 0) => breaker.take(100, visitor, now) === 0
  expect(Array.from({ length: 40 }, () => taken('greedy')).filter(Boolean)).toHaveLength(25)
  expect(Array.from({ length: 80 }, (_, nth) => taken(`v${nth}`)).filter(Boolean)).toHaveLength(75)
  expect(breaker.take(100, 'greedy', 0)).toBeGreaterThanOrEqual((HOUR / 100) * 4)
  expect(taken('greedy', HOUR)).toBe(true)
})

/** How many of the asks of others are served in an hour in which each network asks 20 times a minute. */
function servedBeside(networks: number, ask: (nth: number) => string): number {
  const breaker = new Breaker()
  let served = 0
  for (let second = 0, nth = 0; second < 3_600; second++) {
    const now = second * 1_000
    if (second % 3 === 0)
      for (let network = 0; network < networks; network++) breaker.take(150, `greedy${network}`, now)
    if (second % 30 === 29 && breaker.take(150, ask(nth++), now) === 0) served++
  }
  return served
}

test.for([
  ['each from another network', (nth: number) => `honest${nth}`],
  ['from 30 networks', (nth: number) => `honest${nth % 30}`],
  ['from 12 networks', (nth: number) => `honest${nth % 12}`],
] as const)('serves 120 asks beside greedy networks: %s', ([, ask]) => {
  expect(servedBeside(4, ask)).toBeGreaterThanOrEqual(100)
  expect(servedBeside(12, ask)).toBeGreaterThanOrEqual(100)
})

test('a visitor alone gets a quarter of the hour and what fills up', () => {
  const breaker = new Breaker()
  const taken = Array.from({ length: 3_600 }, (_, second) => breaker.take(150, 'one', second * 1_000))
  expect(taken.filter((wait) => wait === 0).length).toBeGreaterThanOrEqual(74)
})

test('has no limit without an hourly budget', () => {
  const breaker = new Breaker()
  for (let n = 0; n < 1_000; n++) expect(breaker.take(undefined, 'one', 0)).toBe(0)
})
