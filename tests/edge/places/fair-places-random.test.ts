import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { FairPlaces, type Candidate, type Changes } from '../../../edge/places/fair-places.ts'
import { candidate } from './candidate.ts'

const runs = { numRuns: 5_000 }

type Command =
  | { type: 'enter'; visitor: number; domain: number; isKnown: boolean }
  | { type: 'leave'; nth: number }
  | { type: 'idle'; nth: number }
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
      arbitrary: fc.record<Command & { type: 'idle' }>({ type: fc.constant('idle'), nth: fc.nat(30) }),
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
  const world: World = { held: new Map(), idle: new Set(), waiting: new Map(), capacity: 4 }
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
      world.idle.delete(id)
      world.waiting.delete(id)
      note(places.leave(id))
    } else if (command.type === 'idle') {
      const holder = [...world.held.values()][command.nth % Math.max(1, world.held.size)]
      if (!holder) continue
      world.idle.add(holder.id)
      note(places.recordHolder(holder, true))
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
    expect([places.held, places.waiting]).toEqual([running(world), world.waiting.size])
  }
  return world
}

/** `idle` contains those in `held` that have given their place back. */
type World = {
  held: Map<string, Candidate>
  idle: Set<string>
  waiting: Map<string, Candidate>
  capacity: number
}

const running = ({ held, idle }: World) => held.size - idle.size

const share = (places: number, fraction: number) => Math.max(1, Math.floor(places * fraction))

/** Returns the limits that `candidate` would exceed if it got a place. */
function exceeded({ held, idle, capacity }: World, { visitor, domain, isKnown }: Candidate): string[] {
  const all = [...held.values()]
  const unknown = all.filter((holder) => !holder.isKnown)
  const forUnknown = share(capacity, 1 / 2)
  const using = (holders: Candidate[]) => holders.filter(({ id }) => !idle.has(id)).length
  const count = (holders: Candidate[], field: 'visitor' | 'domain', value: string) =>
    holders
      .filter((holder) => holder[field] === value)
      .reduce((sum, { id }) => sum + (idle.has(id) ? 1 / 4 : 1), 0)
  const limits: Record<string, boolean> = {
    'half for a visitor': count(all, 'visitor', visitor) < share(capacity, 1 / 2),
    'a place for a newcomer': count(all, 'visitor', visitor) === 0 || using(all) < capacity - 1,
    'three quarters for a platform': !isKnown || count(all, 'domain', domain) < share(capacity, 3 / 4),
    'half for unknown sites': isKnown || using(unknown) < forUnknown,
    'a quarter for a visitor of unknown sites':
      isKnown || count(unknown, 'visitor', visitor) < share(forUnknown, 1 / 2),
    'a quarter for an unknown site': isKnown || count(unknown, 'domain', domain) < share(forUnknown, 1 / 2),
    'a place for a newcomer to unknown sites':
      isKnown || count(unknown, 'visitor', visitor) === 0 || using(unknown) < forUnknown - 1,
  }
  return Object.keys(limits).filter((name) => !limits[name])
}

const mayHold = (world: World, waiting: Candidate) => exceeded(world, waiting).length === 0
const holding = (world: World, matches: (holder: Candidate) => boolean) =>
  [...world.held.values()].filter(matches).length
const isWithinCaps = (world: World, { visitor, domain, isKnown }: Candidate) =>
  holding(world, (holder) => holder.visitor === visitor) < 2 &&
  holding(world, (holder) => holder.domain === domain) <
    share(isKnown ? world.capacity : share(world.capacity, 1 / 2), 1 / 4)

test('grants no more than the capacity and wastes none', () => {
  fc.assert(
    fc.property(commands, (list) => {
      play(list, 1_000, (world, granted) => {
        if (granted.length > 0) expect(running(world)).toBeLessThan(world.capacity)
        else if (running(world) < world.capacity)
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

test('keeps the hard shares of visitors, domains and unknown sites', () => {
  fc.assert(
    fc.property(commands, (list) => {
      play(list, 1_000, (world, [id]) => {
        if (id !== undefined) expect(exceeded(world, world.waiting.get(id)!)).toEqual([])
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
