import { expect, test } from 'vitest'
import { FairPlaces, type Candidate } from '../../../edge/places/fair-places.ts'
import { candidate, servedAfter } from './candidate.ts'

const inNetwork = (visitor: string) => ({ ...candidate(visitor), network: 'net' })
const unknown = (visitor: string, domain: string) => candidate(visitor, domain, false)

/** One place, which `holder` has. */
function queue(...waiting: Candidate[]): { places: FairPlaces; holder: Candidate } {
  const places = new FairPlaces(1, 100)
  const holder = candidate('holder')
  for (const one of [holder, ...waiting]) places.enter(one)
  return { places, holder }
}

const idsOf = (candidates: Candidate[]) => candidates.map(({ id }) => id)

test('a newcomer begins at the turn that is served', () => {
  const [a1, a2, a3, a4, b1, b2] = ['a', 'a', 'a', 'a', 'b', 'b'].map((visitor) => candidate(visitor))
  const { places, holder } = queue(a1!, a2!, a3!, a4!)
  for (const holding of [holder, a1!]) places.leave(holding.id)
  for (const one of [b1!, b2!]) places.enter(one)
  expect(servedAfter(places, a2!)).toEqual(idsOf([a3!, b1!, a4!, b2!]))
})

test('a visitor who waits goes on from his last turn', () => {
  const greedy = [1, 2, 3, 4].map(() => candidate('greedy'))
  const { places, holder } = queue(...greedy.slice(0, 3))
  places.leave(holder.id)
  // Of a network that takes a quarter of a turn for each visitor.
  const many = Array.from({ length: 7 }, (_, at) => inNetwork(`v${at}`))
  for (const one of [greedy[3]!, ...many]) places.enter(one)
  const served = servedAfter(places, greedy[0]!)
  expect(served.indexOf(many[6]!.id)).toBeLessThan(served.indexOf(greedy[3]!.id))
})

test('a network that waits goes on from its last turn', () => {
  const many = Array.from({ length: 6 }, (_, at) => inNetwork(`v${at}`))
  const { places, holder } = queue(...many.slice(0, 5))
  places.leave(holder.id)
  const other = candidate('other')
  for (const one of [many[5]!, other]) places.enter(one)
  expect(servedAfter(places, many[0]!).slice(-2)).toEqual(idsOf([other, many[5]!]))
})

test('an unknown site that waits goes on from its last turn', () => {
  const places = new FairPlaces(2, 100)
  const holder = unknown('holder', 'first.example')
  const swarm = Array.from({ length: 5 }, (_, at) => unknown(`v${at}`, 'slow.example'))
  for (const one of [holder, ...swarm.slice(0, 4)]) places.enter(one)
  places.leave(holder.id)
  const other = unknown('other', 'small.example')
  for (const one of [swarm[4]!, other]) places.enter(one)
  expect(servedAfter(places, swarm[0]!)).toEqual(idsOf([swarm[1]!, other, ...swarm.slice(2)]))
})

test('forgets a site without entries', () => {
  const places = new FairPlaces(2, 100)
  const holder = unknown('holder', 'first.example')
  const swarm = Array.from({ length: 4 }, (_, at) => unknown(`v${at}`, 'slow.example'))
  for (const one of [holder, ...swarm]) places.enter(one)
  const pair = [1, 2].map(() => unknown('pair', 'small.example'))
  for (const one of pair) places.enter(one)
  for (const one of swarm) places.leave(one.id)
  const late = unknown('late', 'slow.example')
  places.enter(late)
  expect(servedAfter(places, holder)).toEqual(idsOf([pair[0]!, late, pair[1]!]))
})

/** Meanwhile the turns of others have gone on. */
function siteAtItsLimit() {
  const places = new FairPlaces(4, 100)
  const held = ['a', 'b', 'c'].map((visitor) => candidate(visitor, 'site.example'))
  const queued = [1, 2, 3].map(() => candidate('greedy', 'site.example'))
  for (const one of [...held, ...queued]) places.enter(one)
  for (let at = 0; at < 5; at++) {
    const one = candidate(`other${at}`)
    places.enter(one)
    places.leave(one.id)
  }
  return { places, held: held[0]!, queued }
}

test('a newcomer of a site at its limit begins where its queue is', () => {
  const { places, held, queued } = siteAtItsLimit()
  const late = candidate('late', 'site.example')
  places.enter(late)
  expect(servedAfter(places, held)).toEqual(idsOf([queued[0]!, queued[1]!, late, queued[2]!]))
})

test('a newcomer of another site does not begin there', () => {
  const { places, held, queued } = siteAtItsLimit()
  const [last, late] = ['last', 'late'].map((visitor) => candidate(visitor, 'film.example'))
  for (const one of [last!, late!]) places.enter(one)
  expect(servedAfter(places, held)).toEqual(idsOf([...queued, late!]))
})

test('a visitor with two places waits for one with none', () => {
  const places = new FairPlaces(6, 100)
  const holders = ['one', 'two', 'b', 'c', 'd', 'e'].map((domain, at) =>
    candidate(at < 2 ? 'a' : domain, domain),
  )
  for (const one of holders) places.enter(one)
  const [third, later] = [candidate('a', 'three'), candidate('later')]
  for (const one of [third, later]) places.enter(one)
  expect(places.resize(8).granted).toEqual([later.id])
})
