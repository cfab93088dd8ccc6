import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LeasedPlaces } from '../../../edge/places/leased-places.ts'

const limits = { capacity: 1, maxWaiting: 2, leaseMs: 60_000 }
const candidate = (id: string, visitor = id) => ({ id, visitor, domain: `${id}.example`, isKnown: true })

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

test('a call for a place ends as soon as the place is given back', async () => {
  const places = new LeasedPlaces(limits)
  expect(await places.take(candidate('a'), 20_000)).toBe('granted')
  const waiting = places.take(candidate('b'), 20_000)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(places.leave('a')).toBe(true)
  expect(await waiting).toBe('granted')
})

test('a call for a place ends after its time, and the candidate keeps its turn if it asks again', async () => {
  const places = new LeasedPlaces(limits)
  await places.take(candidate('a'), 0)
  const first = places.take(candidate('b'), 20_000)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(await first).toBe('waiting')
  expect(await places.take(candidate('c'), 0)).toBe('waiting')
  const again = places.take(candidate('b'), 20_000)
  places.leave('a')
  expect(await again).toBe('granted')
})

test('a holder that does not renew its lease loses its place, and one that renews keeps it', async () => {
  const places = new LeasedPlaces(limits)
  await places.take(candidate('a'), 0)
  await vi.advanceTimersByTimeAsync(50_000)
  places.keep(candidate('a'))
  await vi.advanceTimersByTimeAsync(50_000)
  expect(await places.take(candidate('b'), 0)).toBe('waiting')
  await vi.advanceTimersByTimeAsync(11_000)
  expect(await places.take(candidate('c'), 0)).toBe('granted')
})

test('a waiting candidate that stops asking leaves the queue, and its place goes to the next one', async () => {
  const places = new LeasedPlaces(limits)
  await places.take(candidate('a'), 0)
  await places.take(candidate('gone'), 0)
  await vi.advanceTimersByTimeAsync(11_000)
  const next = places.take(candidate('next'), 20_000)
  places.leave('a')
  expect(await next).toBe('granted')
})

test('the call of a candidate that is dropped from a full queue ends with full', async () => {
  const places = new LeasedPlaces(limits)
  await places.take(candidate('a'), 0)
  const flood = ['b', 'c'].map((id) => places.take(candidate(id, 'flood'), 20_000))
  expect(await places.take(candidate('honest'), 0)).toBe('waiting')
  expect(await flood[1]).toBe('full')
})

test('a call that waits ends when its candidate leaves', async () => {
  const places = new LeasedPlaces(limits)
  await places.take(candidate('a'), 0)
  const waiting = places.take(candidate('b'), 20_000)
  expect(places.leave('b')).toBe(false)
  expect(await waiting).toBe('waiting')
})
