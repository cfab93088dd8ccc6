import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { FairPlaces, type Candidate } from '../../edge/places/fair-places.ts'

const CAPACITY = 8
const MERGES = 4
const PLACES_FOR_UNKNOWN = 4
/** Beside others, an unknown site has a quarter of them. */
const PLACES_OF_SITE = 1
const LONGEST_S = 30

/** Gives its place back after `computes` seconds and ends after `seconds`. */
type Job = Omit<Candidate, 'network'> & {
  at: number
  seconds: number
  computes?: number
  isHonest: boolean
  isBatch?: boolean
}
type Served = Job & { waited: number; fair: number }

const visitorsOf = (jobs: readonly Job[]) => new Set(jobs.map(({ visitor }) => visitor)).size

/**
 * Runs the jobs in virtual time. `fair` is the time that a job waits if each visitor who is there when it
 * arrives runs one job of the longest duration before it, and those of its site one after the other.
 */
function simulate(jobs: readonly Job[], capacity = CAPACITY): Served[] {
  const places = new FairPlaces(capacity, 1_000)
  const byId = new Map(jobs.map((job) => [job.id, job]))
  const present = new Map<string, Job>()
  const fairOf = new Map<string, number>()
  const ends: { at: number; id: string; isIdle?: boolean }[] = []
  const served: Served[] = []
  const start = (ids: readonly string[], now: number) => {
    for (const id of ids) {
      const job = byId.get(id)!
      ends.push({ at: now + job.seconds, id })
      if (job.computes !== undefined && job.computes < job.seconds)
        ends.push({ at: now + job.computes, id, isIdle: true })
      served.push({ ...job, waited: now - job.at, fair: fairOf.get(id)! })
    }
  }
  const arrivals = [...jobs].sort((a, b) => a.at - b.at)
  for (;;) {
    ends.sort((a, b) => a.at - b.at)
    const [arrival, end] = [arrivals[0], ends[0]]
    if (end && (!arrival || end.at <= arrival.at)) {
      ends.shift()
      if (!end.isIdle) present.delete(end.id)
      const job = byId.get(end.id)!
      const changes = end.isIdle
        ? places.recordHolder({ ...job, network: job.visitor }, true)
        : places.leave(end.id)
      start(changes.granted, end.at)
    } else if (arrival) {
      arrivals.shift()
      present.set(arrival.id, arrival)
      const all = [...present.values()]
      const ofSite = all.filter(({ domain }) => domain === arrival.domain)
      const rounds = Math.max(visitorsOf(all) / PLACES_FOR_UNKNOWN, visitorsOf(ofSite) / PLACES_OF_SITE)
      fairOf.set(arrival.id, Math.ceil(rounds) * LONGEST_S)
      const { state, changes } = places.enter({ ...arrival, network: arrival.visitor })
      start(state === 'granted' ? [arrival.id, ...changes.granted] : changes.granted, arrival.at)
    } else return served
  }
}

const seconds = (max: number) => fc.integer({ min: 1, max })
const crowd = (
  name: string,
  visitors: number,
  job: { domain: fc.Arbitrary<string>; isKnown: fc.Arbitrary<boolean>; seconds: fc.Arbitrary<number> },
  maxLength: number,
) =>
  fc.array(fc.record({ nth: fc.nat(visitors - 1), at: fc.nat(120), ...job }), { maxLength }).map((list) =>
    list.map(({ nth, ...rest }, index) => ({
      ...rest,
      id: `${name}-${index}`,
      visitor: `${name}${nth}`,
      isHonest: false,
    })),
  )

const platforms = fc.constantFrom('film.example', 'song.example', 'photo.example')
const greedy = crowd(
  'greedy',
  2,
  { domain: platforms, isKnown: fc.constant(true), seconds: seconds(LONGEST_S) },
  60,
)
const hostile = crowd(
  'hostile',
  3,
  {
    domain: fc.nat(30).map((site) => `slow${site}.example`),
    isKnown: fc.constant(false),
    seconds: fc.constant(LONGEST_S),
  },
  60,
)
const oneSite = crowd(
  'swarm',
  200,
  { domain: fc.constant('tarpit.example'), isKnown: fc.constant(false), seconds: fc.constant(LONGEST_S) },
  60,
)
const carrier = crowd(
  'carrier',
  1,
  { domain: platforms, isKnown: fc.constant(true), seconds: seconds(5) },
  40,
)
/** All ticks of a post at once, whole or as clips, which mostly wait for the network. */
const batches = fc
  .array(
    fc.record({
      at: fc.nat(120),
      count: fc.integer({ min: 2, max: 10 }),
      domain: platforms,
      isKnown: fc.boolean(),
      seconds: seconds(LONGEST_S),
      isClip: fc.boolean(),
    }),
    { maxLength: 6 },
  )
  .map((list) =>
    list.flatMap(({ count, isClip, ...post }, nth) =>
      Array.from({ length: count }, (_, tick) => ({
        ...post,
        id: `batch${nth}-${tick}`,
        visitor: `batch${nth}`,
        isHonest: true,
        isBatch: true,
        ...(isClip && { computes: Math.min(1, post.seconds) }),
      })),
    ),
  )
const honest = fc
  .array(fc.record({ at: fc.nat(120), isKnown: fc.boolean(), seconds: seconds(5) }), {
    minLength: 1,
    maxLength: 40,
  })
  .map((list) =>
    list.map((job, index) => ({
      ...job,
      id: `honest-${index}`,
      visitor: `honest${index}`,
      domain: `site${index}.example`,
      isHonest: true,
    })),
  )
const everybody = fc
  .tuple(greedy, hostile, oneSite, carrier, batches, honest)
  .map((groups): Job[] => groups.flat())

test('no honest visitor waits longer than twice the fair share', () => {
  fc.assert(
    fc.property(everybody, (jobs) => {
      const served = simulate(jobs)
      // Of a batch, the first has the turn of a visitor with one job.
      const firsts = served.filter(
        ({ isBatch, visitor }, at) => !isBatch || served.findIndex((one) => one.visitor === visitor) === at,
      )
      for (const { isHonest, waited, fair } of firsts)
        if (isHonest) expect(waited).toBeLessThanOrEqual(2 * fair)
    }),
  )
})

test('a newcomer of a site has its turn before the end of a batch', () => {
  const unknown = { isKnown: false, isHonest: true, seconds: 21 }
  const tick = { ...unknown, visitor: 'batch', domain: 'photo.example', at: 0 }
  const others = ['a', 'b', 'c', 'd'].map((visitor) => ({
    ...unknown,
    visitor,
    id: visitor,
    domain: `${visitor}.example`,
    at: 1,
    seconds: 1,
  }))
  const served = simulate([
    ...Array.from({ length: 6 }, (_, nth) => ({ ...tick, id: `tick-${nth}` })),
    ...others,
    { ...tick, id: 'newcomer', visitor: 'newcomer', at: 5, seconds: 1 },
  ])
  expect(served.find(({ id }) => id === 'newcomer')!.waited).toBeLessThan(2 * 21)
})

test('nobody starves, not even the hostile', () => {
  fc.assert(
    fc.property(everybody, (jobs) => {
      expect(simulate(jobs)).toHaveLength(jobs.length)
    }),
  )
})

test('honest visitors alone use all places', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40 }), (count) => {
      const jobs = Array.from({ length: count }, (_, index) => ({
        id: `${index}`,
        visitor: `v${index}`,
        domain: `site${index}.example`,
        isKnown: true,
        isHonest: true,
        at: 0,
        seconds: LONGEST_S,
      }))
      const ends = simulate(jobs).map(({ waited, seconds: length }) => waited + length)
      expect(Math.max(...ends)).toBe(Math.ceil(count / CAPACITY) * LONGEST_S)
    }),
  )
})

test.each([
  ['one visitor with slow links', hostile.map((jobs) => jobs.map((job) => ({ ...job, visitor: 'one' })))],
  ['200 visitors of one slow site', oneSite],
])('%s do not delay an honest visitor of an unknown site', (_, attack) => {
  fc.assert(
    fc.property(attack, (jobs) => {
      const visit = { id: 'honest', visitor: 'honest', domain: 'small.example', isKnown: false }
      const served = simulate([...jobs, { ...visit, isHonest: true, at: 60, seconds: 1 }])
      expect(served.find(({ isHonest }) => isHonest)!.waited).toBe(0)
    }),
  )
})

test('a batch of one visitor does not delay another visitor of the same site', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 20 }),
      fc.boolean(),
      fc.integer({ min: 0, max: 200 }),
      (count, isKnown, at) => {
        const post = { domain: 'post.example', isKnown, isHonest: true, seconds: LONGEST_S }
        const ticks = Array.from({ length: count }, (_, tick) => ({
          ...post,
          id: `tick-${tick}`,
          visitor: 'batch',
          at: 0,
        }))
        const served = simulate([...ticks, { ...post, id: 'single', visitor: 'single', at }])
        const { waited } = served.find(({ id }) => id === 'single')!
        // An unknown site has two places, both taken by the batch. Its turn is behind that of its site.
        expect(waited).toBeLessThanOrEqual(isKnown ? 0 : 2 * LONGEST_S)
        const ends = served.filter(({ visitor }) => visitor === 'batch').map((job) => job.waited + LONGEST_S)
        expect(Math.max(...ends)).toBeLessThanOrEqual((count + 1) * LONGEST_S)
      },
    ),
  )
})

test('many visitors of many slow sites delay an honest visitor by seconds', () => {
  const slow = Array.from({ length: 200 }, (_, nth) => ({
    id: `slow-${nth}`,
    visitor: `slow${nth}`,
    domain: `slow${nth % 20}.example`,
    isKnown: false,
    isHonest: false,
    at: nth / 10,
    seconds: LONGEST_S,
    computes: 1,
  }))
  for (const at of [1, 5, 10, 15, 25]) {
    const visit = { id: 'honest', visitor: 'honest', domain: 'small.example', isKnown: false }
    const served = simulate([...slow, { ...visit, isHonest: true, at, seconds: 1 }])
    expect(served.find(({ isHonest }) => isHonest)!.waited).toBeLessThan(5)
  }
})

/** A merge without bytes is idle after a second, and sooner while others are. */
const slowMerges = fc
  .array(
    fc.record({
      visitor: fc.nat(199),
      site: fc.nat(19),
      at: fc.nat(20),
      wait: fc.integer({ min: 2, max: 9 }),
    }),
    {
      maxLength: 200,
    },
  )
  .map((list) =>
    list.map(({ visitor, site, at, wait }, index) => ({
      id: `slow-${index}`,
      visitor: `slow${visitor}`,
      domain: `slow${site}.example`,
      isKnown: false,
      isHonest: false,
      at,
      seconds: 15 * 60,
      computes: wait / 10,
    })),
  )

test('slow merges of 200 visitors and 20 sites delay an honest one by seconds', () => {
  fc.assert(
    fc.property(slowMerges, fc.integer({ min: 1, max: 60 }), (slow, at) => {
      const visit = { id: 'honest', visitor: 'honest', domain: 'small.example', isKnown: false }
      const served = simulate([...slow, { ...visit, isHonest: true, at, seconds: 20 }], MERGES)
      expect(served.find(({ isHonest }) => isHonest)!.waited).toBeLessThan(10)
    }),
  )
})
