import { expect, test } from 'vitest'
import { FairPlaces } from '../../../edge/places/fair-places.ts'
import { candidate, servedAfter } from './candidate.ts'

/** A visitor of an IPv6 /48. */
const inNetwork = (visitor: string) => ({ ...candidate(visitor), network: 'net' })

test('holds half of the places for a network of many visitors', () => {
  const places = new FairPlaces(8, 100)
  for (let visitor = 0; visitor < 8; visitor++) places.enter(inNetwork(`v${visitor}`))
  expect([places.held, places.waiting]).toEqual([4, 4])
  expect(places.enter(candidate('other')).state).toBe('granted')
})

test('a network gets four turns for one of another visitor', () => {
  const places = new FairPlaces(1, 100)
  const holder = candidate('holder')
  const many = Array.from({ length: 20 }, (_, visitor) => inNetwork(`v${visitor}`))
  const others = ['a', 'b'].map((visitor) => candidate(visitor))
  for (const one of [holder, ...many, ...others]) places.enter(one)
  const served = servedAfter(places, holder)
  expect(others.map(({ id }) => served.indexOf(id))).toEqual([1, 2])
  const again = [...others, ...others].map(({ visitor }) => candidate(visitor))
  const next = new FairPlaces(1, 100)
  for (const one of [holder, ...many, ...again]) next.enter(one)
  const order = servedAfter(next, holder)
  expect(again.map(({ id }) => order.indexOf(id))).toEqual([1, 2, 7, 8])
})

test('an unknown site takes turns like a visitor', () => {
  const places = new FairPlaces(2, 100)
  const unknown = (visitor: string, domain: string) => ({ ...candidate(visitor), domain, isKnown: false })
  const holder = unknown('holder', 'first.example')
  const swarm = Array.from({ length: 20 }, (_, nth) => unknown(`v${nth}`, `slow${nth % 2}.example`))
  const honest = unknown('honest', 'small.example')
  for (const one of [holder, ...swarm, honest]) places.enter(one)
  expect(servedAfter(places, holder).indexOf(honest.id)).toBe(2)
})

test('many links of one visitor do not put off the others of a site', () => {
  const places = new FairPlaces(2, 100)
  const link = (visitor: string) => ({ ...candidate(visitor), domain: 'site.example', isKnown: false })
  const holder = link('holder')
  const greedy = Array.from({ length: 19 }, () => link('greedy'))
  const honest = link('honest')
  for (const one of [holder, ...greedy, honest]) places.enter(one)
  expect(servedAfter(places, holder).indexOf(honest.id)).toBeLessThanOrEqual(2)
})

test('drops an entry of the network with the most', () => {
  const places = new FairPlaces(1, 3)
  places.enter(candidate('holder'))
  const flood = ['a', 'b', 'c'].map(inNetwork)
  for (const waiting of flood) places.enter(waiting)
  expect(places.enter(candidate('honest')).changes.dropped).toEqual([flood[2]!.id])
})

test('drops an entry of the visitor with the most in its network', () => {
  const places = new FairPlaces(1, 3)
  const flood = ['a', 'a', 'b'].map((visitor, at) => ({ ...inNetwork(visitor), domain: `${at}.example` }))
  for (const waiting of [candidate('holder'), ...flood]) places.enter(waiting)
  expect(places.enter(inNetwork('c')).changes.dropped).toEqual([flood[1]!.id])
})
