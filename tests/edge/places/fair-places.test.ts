import { expect, test } from 'vitest'
import { FairPlaces } from '../../../edge/places/fair-places.ts'
import { candidate, servedAfter } from './candidate.ts'

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

test('leaves half of the places to other visitors', () => {
  const places = new FairPlaces(8, 100)
  for (let count = 0; count < 4; count++) expect(places.enter(candidate('only')).state).toBe('granted')
  expect(places.enter(candidate('only')).state).toBe('waiting')
  for (const other of ['b', 'c', 'd', 'e']) expect(places.enter(candidate(other)).state).toBe('granted')
})

test('keeps the last place for a visitor without one', () => {
  const places = new FairPlaces(4, 100)
  for (const visitor of ['a', 'b', 'c']) places.enter(candidate(visitor))
  expect(places.enter(candidate('a')).state).toBe('waiting')
  expect(places.enter(candidate('d')).state).toBe('granted')
})

test('serves an unknown site beside many slow links of one visitor', () => {
  const places = new FairPlaces(8, 100)
  for (let link = 0; link < 20; link++) places.enter(candidate('greedy', `slow${link}.example`, false))
  for (const honest of ['a', 'b'])
    expect(places.enter(candidate(honest, `${honest}.example`, false)).state).toBe('granted')
})

test('serves an unknown site beside 210 visitors of a slow one', () => {
  const places = new FairPlaces(8, 200)
  for (let visitor = 0; visitor < 210; visitor++)
    places.enter(candidate(`v${visitor}`, 'slow.example', false))
  expect(places.waiting).toBe(200)
  for (const honest of ['a', 'b', 'c']) {
    const { state } = places.enter(candidate(honest, `${honest}.example`, false))
    expect(state).toBe(honest === 'c' ? 'waiting' : 'granted')
  }
  expect(places.waiting).toBe(200)
})

test('serves an unknown site beside idle work of many sites', () => {
  const places = new FairPlaces(8, 200)
  const slow = Array.from({ length: 40 }, (_, at) => candidate(`v${at}`, `slow${at % 20}.example`, false))
  const held = slow.filter((one) => places.enter(one).state === 'granted')
  expect(held).toHaveLength(4)
  const honest = candidate('honest', 'honest.example', false)
  expect(places.enter(honest).state).toBe('waiting')
  // Each idle one lets the next in, until every site has as much idle work as it may.
  for (let next = held.shift(); next && !places.has(honest.id); next = held.shift())
    held.push(...places.recordHolder(next, true).granted.map((id) => slow.find((one) => one.id === id)!))
  expect(places.has(honest.id)).toBe(true)
  expect(places.enter(candidate('v0', 'other.example', false)).state).toBe('waiting')
})

test('an idle item leaves its site and its platform open to others', () => {
  const places = new FairPlaces(4, 10)
  for (const [site, isKnown] of [
    ['small.example', false],
    ['film.example', true],
  ] as const) {
    const slow = Array.from({ length: 3 }, (_, at) => candidate(`slow ${site} ${at}`, site, isKnown))
    for (const item of slow) {
      expect(places.enter(item).state).toBe('granted')
      places.recordHolder(item, true)
    }
    const next = candidate(`next ${site}`, site, isKnown)
    expect(places.enter(next).state).toBe('granted')
    places.leave(next.id)
  }
})

test('idle work that is recorded again needs no place', () => {
  const places = new FairPlaces(1, 10)
  const idle = candidate('a')
  places.enter(idle)
  places.recordHolder(idle, true)
  places.recordHolder(idle, true)
  expect([places.held, places.has(idle.id)]).toEqual([0, true])
  expect(places.enter(candidate('b')).state).toBe('granted')
})

test('counts work that is idle no more, even above the capacity', () => {
  const places = new FairPlaces(1, 10)
  const [idle, next, last] = [candidate('a'), candidate('b'), candidate('c')]
  places.enter(idle)
  places.recordHolder(idle, true)
  expect(places.enter(next).state).toBe('granted')
  places.recordHolder(idle, false)
  expect([places.held, places.enter(last).state]).toEqual([2, 'waiting'])
  expect(places.leave(next.id).granted).toEqual([])
  expect(places.recordHolder(idle, true).granted).toEqual([last.id])
})

test('leaves a quarter of the places to other platforms', () => {
  const places = new FairPlaces(8, 100)
  for (let visitor = 0; visitor < 10; visitor++) places.enter(candidate(`v${visitor}`, 'film.example'))
  expect([places.held, places.waiting]).toEqual([6, 4])
  expect(places.enter(candidate('other')).state).toBe('granted')
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

test('waits for a recorded holder', () => {
  const places = new FairPlaces(1, 10)
  const holder = candidate('a')
  places.recordHolder(holder, false)
  const next = candidate('b')
  expect(places.enter(next).state).toBe('waiting')
  expect(places.leave(holder.id).granted).toEqual([next.id])
})

test('serves a newcomer before a visitor with two places', () => {
  const places = new FairPlaces(6, 100)
  const others = ['b', 'c', 'd', 'e'].map((visitor) => candidate(visitor))
  for (const holder of [candidate('a', 'one'), candidate('a', 'two'), ...others]) places.enter(holder)
  const [third, later] = [candidate('a', 'three'), candidate('later')]
  for (const waiting of [third, later]) places.enter(waiting)
  const leave = (at: number) => places.leave(others[at]!.id).granted
  expect([leave(0), leave(1), leave(2)]).toEqual([[later.id], [], [third.id]])
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
  for (const one of recorded) places.recordHolder(one, false)
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
