import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { FairPlaces, type Candidate, type Changes } from '../../../edge/places/fair-places.ts'

const runs = { numRuns: 500 }
let ids = 0
const candidate = (visitor: string, domain = `${visitor}.example`, isKnown = true): Candidate => ({
  id: `${visitor}-${ids++}`,
  visitor,
  domain,
  isKnown,
})

type Command =
  | { type: 'enter'; visitor: number; domain: number; isKnown: boolean }
  | { type: 'leave'; nth: number }
  | { type: 'resize'; capacity: number }

const commands = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record<Command & { type: 'enter' }>({
        type: fc.constant('enter'),
        visitor: fc.nat(5),
        domain: fc.nat(4),
        isKnown: fc.boolean(),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record<Command & { type: 'leave' }>({ type: fc.constant('leave'), nth: fc.nat(30) }),
    },
    {
      weight: 1,
      arbitrary: fc.record<Command & { type: 'resize' }>({
        type: fc.constant('resize'),
        capacity: fc.integer({ min: 1, max: 12 }),
      }),
    },
  ),
  { maxLength: 120 },
)

/**
 * Runs commands on a fair queue. Returns a `World`: the extractions and merges that have the right to run
 * (`held`), and those that wait. Calls `check(world, granted)` at these moments:
 * - when one of them gets the right to run: `granted` contains its id, and `world` still lists it as waiting
 * - after each command: `granted` is empty, and `world` is up to date
 */
function play(
  list: readonly Command[],
  maxWaiting: number,
  check: (world: World, granted: string[]) => void,
): World {
  const world: World = { held: new Map(), waiting: new Map(), capacity: 4 }
  const places = new FairPlaces(world.capacity, maxWaiting)
  for (const command of list) {
    const granted: string[] = []
    const note = (changes: Changes) => {
      for (const id of changes.dropped) expect(world.waiting.delete(id)).toBe(true)
      granted.push(...changes.granted)
    }
    if (command.type === 'resize') {
      world.capacity = command.capacity
      note(places.resize(command.capacity))
    } else if (command.type === 'leave') {
      const all = [...world.held.keys(), ...world.waiting.keys()]
      const id = all[command.nth % Math.max(1, all.length)]
      if (id === undefined) continue
      world.held.delete(id)
      world.waiting.delete(id)
      note(places.leave(id))
    } else {
      const { visitor, domain, isKnown } = command
      const entering = candidate(`v${visitor}`, `d${domain}`, isKnown)
      const { state, changes } = places.enter(entering)
      if (state !== 'full') world.waiting.set(entering.id, entering)
      note(changes)
      if (state === 'granted') granted.push(entering.id)
    }
    for (const id of granted) {
      const chosen = world.waiting.get(id)!
      check(world, [id])
      world.waiting.delete(id)
      world.held.set(id, chosen)
    }
    check(world, [])
    expect([places.held, places.waiting]).toEqual([world.held.size, world.waiting.size])
  }
  return world
}

type World = { held: Map<string, Candidate>; waiting: Map<string, Candidate>; capacity: number }

const holding = (world: World, matches: (holder: Candidate) => boolean) =>
  [...world.held.values()].filter(matches).length
const mayHold = (world: World, { isKnown }: Candidate) =>
  isKnown || holding(world, (holder) => !holder.isKnown) < Math.max(1, Math.floor(world.capacity / 2))
const isWithinCaps = (world: World, { visitor, domain }: Candidate) =>
  holding(world, (holder) => holder.visitor === visitor) < 2 &&
  holding(world, (holder) => holder.domain === domain) < Math.max(1, Math.floor(world.capacity / 4))

test('grants no more than the capacity and wastes none', () => {
  fc.assert(
    fc.property(commands, (list) => {
      play(list, 1_000, (world, granted) => {
        if (granted.length > 0) expect(world.held.size).toBeLessThan(world.capacity)
        else if (world.held.size < world.capacity)
          for (const waiting of world.waiting.values()) expect(mayHold(world, waiting)).toBe(false)
      })
    }),
    runs,
  )
})

test('serves holders below both soft limits first', () => {
  fc.assert(
    fc.property(commands, (list) => {
      play(list, 1_000, (world, [id]) => {
        if (id === undefined || isWithinCaps(world, world.waiting.get(id)!)) return
        const others = [...world.waiting.values()].filter((other) => mayHold(world, other))
        for (const other of others) expect(isWithinCaps(world, other)).toBe(false)
      })
    }),
    runs,
  )
})

test('gives unknown sites at most half, but one place', () => {
  fc.assert(
    fc.property(commands, (list) => {
      play(list, 1_000, (world, [id]) => {
        if (id !== undefined) expect(mayHold(world, world.waiting.get(id)!)).toBe(true)
      })
    }),
    runs,
  )
})

test('delays a waiting entry only for a limited time', () => {
  fc.assert(
    fc.property(commands, fc.boolean(), fc.nat(4), (list, isKnown, domain) => {
      const places = new FairPlaces(4, 1_000)
      const held: string[] = []
      const note = ({ granted }: Changes) => held.push(...granted)
      const enter = (entering: Candidate) => {
        const { state, changes } = places.enter(entering)
        if (state === 'granted') held.push(entering.id)
        note(changes)
      }
      for (const command of list)
        if (command.type === 'enter')
          enter(candidate(`v${command.visitor}`, `d${command.domain}`, command.isKnown))
        else if (command.type === 'leave' && held.length > 0) note(places.leave(held.shift()!))
      const patient = candidate('v0', `d${domain}`, isKnown)
      enter(patient)
      // In each step of the loop, a new visitor arrives, and a running extraction or merge ends. Visitors
      // take turns. So `patient` gets the right to run within `bound` steps, although new visitors arrive.
      // `bound` depends only on how many extractions and merges wait before the loop.
      const bound = 7 * (places.waiting + 4)
      for (let step = 0; step < bound && !places.has(patient.id); step++) {
        enter(candidate(`fresh${step}`, `d${step % 5}`, step % 2 === 0))
        note(places.leave(held.shift()!))
      }
      expect(places.has(patient.id)).toBe(true)
    }),
    runs,
  )
})

test('lets visitors take turns, each in order', () => {
  const places = new FairPlaces(1, 100)
  const first = candidate('first')
  places.enter(first)
  const carrier = [1, 2, 3].map(() => candidate('carrier'))
  const single = candidate('single')
  const pair = [1, 2].map(() => candidate('pair'))
  for (const waiting of [...carrier, single, ...pair]) places.enter(waiting)
  const served: string[] = []
  for (let holder = first.id; ; holder = served.at(-1)!) {
    const { granted } = places.leave(holder)
    if (granted.length === 0) break
    served.push(...granted)
  }
  const order = [carrier[0]!, single, pair[0]!, carrier[1]!, pair[1]!, carrier[2]!]
  expect(served).toEqual(order.map(({ id }) => id))
})

test('gives one visitor everything while nobody else waits', () => {
  const places = new FairPlaces(8, 100)
  for (let count = 0; count < 8; count++) expect(places.enter(candidate('only')).state).toBe('granted')
  expect(places.enter(candidate('only')).state).toBe('waiting')
})

test('drops an entry of the longest queue', () => {
  const places = new FairPlaces(1, 3)
  places.enter(candidate('holder'))
  const flood = [1, 2, 3].map(() => candidate('flood'))
  for (const waiting of flood) expect(places.enter(waiting).state).toBe('waiting')
  expect(places.enter(candidate('flood')).state).toBe('full')
  const honest = candidate('honest')
  expect(places.enter(honest)).toEqual({
    state: 'waiting',
    changes: { granted: [], dropped: [flood[2]!.id] },
  })
  expect(places.enter(candidate('honest')).state).toBe('full')
  expect(places.waiting).toBe(3)
})

test('never exceeds its maximum length', () => {
  fc.assert(
    fc.property(commands, (list) => {
      play(list, 5, (world, granted) => {
        if (granted.length === 0) expect(world.waiting.size).toBeLessThanOrEqual(5)
      })
    }),
    runs,
  )
})

test('waits for a recorded holder', () => {
  const places = new FairPlaces(1, 10)
  const holder = candidate('a')
  places.recordHolder(holder)
  const next = candidate('b')
  expect(places.enter(next).state).toBe('waiting')
  expect(places.leave(holder.id).granted).toEqual([next.id])
})

test('serves a newcomer before a visitor with two places', () => {
  const places = new FairPlaces(12, 100)
  const other = candidate('other')
  for (const holder of [candidate('a', 'one'), candidate('a', 'two'), other]) places.enter(holder)
  places.resize(3)
  const [third, later] = [candidate('a', 'three'), candidate('later')]
  for (const waiting of [third, later]) places.enter(waiting)
  expect(places.leave(other.id).granted).toEqual([later.id])
  expect(places.leave(later.id).granted).toEqual([third.id])
})

test('serves another domain after a quarter', () => {
  const places = new FairPlaces(8, 100)
  const holders = ['film', 'film', 'b', 'c', 'd', 'e', 'f', 'g'].map((domain, at) =>
    candidate(`v${at}`, domain),
  )
  for (const holder of holders) places.enter(holder)
  const [third, later] = [candidate('x', 'film'), candidate('y', 'song')]
  for (const waiting of [third, later]) places.enter(waiting)
  expect(places.leave(holders[7]!.id).granted).toEqual([later.id])
  expect(places.leave(holders[0]!.id).granted).toEqual([third.id])
})

/**
 * Ends `holder`, the only extraction or merge that has the right to run. Each waiting extraction or merge
 * that then gets this right ends at once too. Returns the ids of the waiting ones, in the order in which they
 * got the right.
 */
function servedAfter(places: FairPlaces, holder: Candidate): string[] {
  const order: string[] = []
  for (let [id] = places.leave(holder.id).granted; id !== undefined; [id] = places.leave(id).granted)
    order.push(id)
  return order
}

test('ignores a second request of a holder', () => {
  const places = new FairPlaces(2, 10)
  const [first, second] = [candidate('a'), candidate('b')]
  places.enter(first)
  expect(places.enter(first)).toEqual({ state: 'granted', changes: { granted: [], dropped: [] } })
  expect([places.held, places.waiting]).toEqual([1, 0])
  expect(places.enter(second)).toEqual({ state: 'granted', changes: { granted: [], dropped: [] } })
})

test('refuses a newcomer when everybody has one entry', () => {
  const places = new FairPlaces(1, 1)
  for (const visitor of ['a', 'b']) places.enter(candidate(visitor))
  expect(places.enter(candidate('c'))).toEqual({ state: 'full', changes: { granted: [], dropped: [] } })
  expect(places.waiting).toBe(1)
})

test('drops the newest entry of the longest queue', () => {
  const places = new FairPlaces(1, 4)
  places.enter(candidate('holder'))
  const [, , newest] = [candidate('busy'), candidate('busy'), candidate('busy')].map((one) => {
    places.enter(one)
    return one.id
  })
  places.enter(candidate('last'))
  expect(places.enter(candidate('newcomer'))).toEqual({
    state: 'waiting',
    changes: { granted: [], dropped: [newest] },
  })
})

test('serves a known platform beside full unknown sites', () => {
  const places = new FairPlaces(4, 1)
  for (const visitor of ['a', 'b', 'c']) places.enter(candidate(visitor, `${visitor}.example`, false))
  expect([places.held, places.waiting]).toEqual([2, 1])
  expect(places.enter(candidate('d'))).toEqual({ state: 'granted', changes: { granted: [], dropped: [] } })
  expect(places.waiting).toBe(1)
})

test('counts a recorded holder towards its limits', () => {
  const places = new FairPlaces(1, 10)
  const holder = candidate('holder')
  const recorded = [candidate('a', 'same.example'), candidate('a', 'same.example')]
  for (const one of [holder, ...recorded]) places.enter(one)
  for (const one of recorded) places.recordHolder(one)
  expect([places.held, places.waiting]).toEqual([3, 0])
  const [sameVisitor, sameDomain, other] = [candidate('a'), candidate('b', 'same.example'), candidate('c')]
  for (const one of [sameVisitor, sameDomain, other]) places.enter(one)
  expect(places.resize(4).granted).toEqual([other.id])
})

test('keeps the order when a first entry leaves', () => {
  const places = new FairPlaces(1, 10)
  const holder = candidate('holder')
  const [first, second, third, other] = [candidate('a'), candidate('a'), candidate('a'), candidate('b')]
  for (const one of [holder, first, second]) places.enter(one)
  places.leave(first.id)
  for (const one of [other, third]) places.enter(one)
  expect(servedAfter(places, holder)).toEqual([other.id, second.id, third.id])
})

test('forgets a visitor without entries', () => {
  const places = new FairPlaces(1, 10)
  const holder = candidate('holder')
  const [bystander, again, other] = [candidate('c'), candidate('a'), candidate('b')]
  const earlier = [...Array(3)].map(() => candidate('a'))
  for (const one of [holder, bystander, ...earlier]) places.enter(one)
  for (const one of earlier) places.leave(one.id)
  places.enter(again)
  places.enter(other)
  expect(servedAfter(places, holder)).toEqual([bystander.id, again.id, other.id])
})
