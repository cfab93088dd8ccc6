import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LeasedPlaces } from '../../../edge/places/leased-places.ts'
import type { Place } from '../../../edge/places/place.ts'
import { SharedWork } from '../../../edge/places/shared-work.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

function queue(capacity: number, maxWaiting = 100) {
  const places = new LeasedPlaces({ capacity, maxWaiting, leaseMs: 120_000 })
  let ids = 0
  const placeOf = (visitor: string): Pick<Place, 'take' | 'leave'> => {
    const id = `${visitor} ${ids++}`
    const candidate = { id, visitor, network: visitor, domain: `${visitor}.example`, isKnown: true }
    return {
      take: (waitMs) => places.take(candidate, waitMs),
      leave: async () => void places.leave(candidate.id),
    }
  }
  return { places, placeOf }
}

const shared = () => new SharedWork<string>((detail) => detail)

test('starts once for all callers, at the turn of the first', async () => {
  const { placeOf } = queue(4)
  const work = shared()
  const run = vi.fn(async () => 'facts')
  const answers = ['a', 'b', 'a'].map((visitor) => work.join(visitor, { place: placeOf(visitor), work: run }))
  expect(await Promise.all(answers)).toEqual(['facts', 'facts', 'facts'])
  expect(run).toHaveBeenCalledOnce()
})

test.each([
  ['waits behind the other links of its only caller', ['attacker'], 0],
  ['starts at the best turn of all who wait', ['attacker', 'honest'], 1],
])('%s', async (_, visitors, starts) => {
  const { placeOf } = queue(1)
  const holder = placeOf('other')
  const earlier = Array.from({ length: 7 }, () => placeOf('attacker'))
  for (const place of [holder, ...earlier]) await place.take(0)
  const work = shared()
  const run = vi.fn(async () => 'facts')
  const answers = visitors.map((visitor) => work.join(visitor, { place: placeOf(visitor), work: run }))
  await holder.leave()
  await earlier[0]!.leave()
  await vi.advanceTimersByTimeAsync(1)
  expect(run).toHaveBeenCalledTimes(starts)
  if (starts > 0) expect(await Promise.all(answers)).toEqual(visitors.map(() => 'facts'))
})

test('answers "busy" only to the caller whose turn does not come', async () => {
  const { placeOf } = queue(1)
  const holder = placeOf('other')
  await holder.take(0)
  const work = shared()
  const run = async () => 'facts'
  const early = work.join('early', { place: placeOf('early'), work: run })
  await vi.advanceTimersByTimeAsync(20_000)
  const late = work.join('late', { place: placeOf('late'), work: run })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await early).toBe('no place in time')
  expect(work.isNeeded).toBe(true)
  await holder.leave()
  expect(await late).toBe('facts')
})

test('frees the places of all other callers at its start', async () => {
  const { places, placeOf } = queue(1)
  const holder = placeOf('other')
  await holder.take(0)
  const work = shared()
  const { promise, resolve } = Promise.withResolvers<string>()
  const answers = ['a', 'b'].map((visitor) =>
    work.join(visitor, { place: placeOf(visitor), work: () => promise }),
  )
  await vi.advanceTimersByTimeAsync(1)
  await holder.leave()
  await vi.advanceTimersByTimeAsync(1)
  places.resize(2)
  expect(await placeOf('next').take(0)).toBe('granted')
  resolve('facts')
  expect(await Promise.all(answers)).toEqual(['facts', 'facts'])
})

test('gives every caller the failure of the work', async () => {
  const { placeOf } = queue(2)
  const work = shared()
  const fail = () => Promise.reject(new Error('lost'))
  const answers = ['a', 'b'].map((visitor) => work.join(visitor, { place: placeOf(visitor), work: fail }))
  const results = await Promise.allSettled(answers)
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})
