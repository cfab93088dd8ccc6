import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LeasedPlaces } from '../../../edge/places/leased-places.ts'

const limits = { capacity: 1, maxWaiting: 2, leaseMs: 60_000 }
const candidate = (id: string, visitor = id) => ({ id, visitor, domain: `${id}.example`, isKnown: true })

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

test('a call that waits for a place returns as soon as a holder gives its place back', async () => {
  const places = new LeasedPlaces(limits)
  expect(await places.take(candidate('a'), 20_000)).toBe('granted')
  const waiting = places.take(candidate('b'), 20_000)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(places.leave('a')).toBe(true)
  expect(await waiting).toBe('granted')
})

test("take() returns after its maximum wait, and a second take() keeps the candidate's position in the queue", async () => {
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

test('a holder that does not renew its lease loses its place, and a holder that renews keeps its place', async () => {
  const places = new LeasedPlaces(limits)
  await places.take(candidate('a'), 0)
  await vi.advanceTimersByTimeAsync(50_000)
  places.keep(candidate('a'))
  await vi.advanceTimersByTimeAsync(50_000)
  expect(await places.take(candidate('b'), 0)).toBe('waiting')
  await vi.advanceTimersByTimeAsync(11_000)
  expect(await places.take(candidate('c'), 0)).toBe('granted')
})

test('a waiting candidate that does not repeat its call leaves the queue, and the next candidate gets the place', async () => {
  const places = new LeasedPlaces(limits)
  await places.take(candidate('a'), 0)
  await places.take(candidate('gone'), 0)
  await vi.advanceTimersByTimeAsync(11_000)
  const next = places.take(candidate('next'), 20_000)
  places.leave('a')
  expect(await next).toBe('granted')
})

test('if a full queue drops a waiting candidate (extraction or merge), the pending take() call returns "full"', async () => {
  const places = new LeasedPlaces(limits)
  await places.take(candidate('a'), 0)
  const flood = ['b', 'c'].map((id) => places.take(candidate(id, 'flood'), 20_000))
  expect(await places.take(candidate('honest'), 0)).toBe('waiting')
  expect(await flood[1]).toBe('full')
})

test('if a candidate (extraction or merge) leaves the queue, the pending take() call returns without a place', async () => {
  const places = new LeasedPlaces(limits)
  await places.take(candidate('a'), 0)
  const waiting = places.take(candidate('b'), 20_000)
  expect(places.leave('b')).toBe(false)
  expect(await waiting).toBe('waiting')
})

test('if take() finds no place and does not wait, the next free place is reserved for the candidate for ten seconds', async () => {
  const places = new LeasedPlaces(limits)
  await places.take(candidate('a'), 0)
  expect(await places.take(candidate('b'), 0)).toBe('waiting')
  places.leave('a')
  await vi.advanceTimersByTimeAsync(9_999)
  expect(await places.take(candidate('c'), 0)).toBe('waiting')
  await vi.advanceTimersByTimeAsync(1)
  expect(await places.take(candidate('c'), 0)).toBe('granted')
})

test('if the queue is full, take() for a new candidate returns "full" at once', async () => {
  const places = new LeasedPlaces({ ...limits, maxWaiting: 1 })
  await places.take(candidate('a'), 0)
  await places.take(candidate('b'), 0)
  expect(await places.take(candidate('c'), 20_000)).toBe('full')
})

test('a full queue can drop a waiting candidate whose take() call has already returned', async () => {
  const places = new LeasedPlaces(limits)
  await places.take(candidate('a'), 0)
  for (const id of ['b', 'c']) await places.take(candidate(id, 'flood'), 0)
  expect(await places.take(candidate('honest'), 0)).toBe('waiting')
})

test('a holder keeps its place for the whole lease', async () => {
  const places = new LeasedPlaces(limits)
  await places.take(candidate('a'), 0)
  await vi.advanceTimersByTimeAsync(59_999)
  expect(await places.take(candidate('b'), 0)).toBe('waiting')
  await vi.advanceTimersByTimeAsync(1)
  expect(await places.take(candidate('b'), 0)).toBe('granted')
})

test('if a candidate (an extraction or merge) has waited, its lease begins when the candidate gets the place', async () => {
  const places = new LeasedPlaces(limits)
  await places.take(candidate('a'), 0)
  const waiting = places.take(candidate('b'), 20_000)
  await vi.advanceTimersByTimeAsync(15_000)
  places.leave('a')
  expect(await waiting).toBe('granted')
  await vi.advanceTimersByTimeAsync(59_999)
  expect(await places.take(candidate('c'), 0)).toBe('waiting')
})

test('if a waiting candidate calls take() again, its first call ends without a place, and its second call waits', async () => {
  const places = new LeasedPlaces(limits)
  await places.take(candidate('a'), 0)
  const first = places.take(candidate('b'), 20_000)
  await vi.advanceTimersByTimeAsync(10_000)
  const second = places.take(candidate('b'), 20_000)
  expect(await first).toBe('waiting')
  await vi.advanceTimersByTimeAsync(15_000)
  places.leave('a')
  expect(await second).toBe('granted')
})

test('if a candidate’s take() call times out, the next free place is reserved for the candidate for ten seconds', async () => {
  const places = new LeasedPlaces(limits)
  await places.take(candidate('a'), 0)
  const waiting = places.take(candidate('b'), 1_000)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await waiting).toBe('waiting')
  places.leave('a')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await places.take(candidate('c'), 0)).toBe('granted')
})

test('when a lease is renewed, the queue frees the places with expired leases, and waiting candidates get them', async () => {
  const places = new LeasedPlaces({ ...limits, capacity: 2 })
  await places.take(candidate('expired'), 0)
  await vi.advanceTimersByTimeAsync(30_000)
  await places.take(candidate('a'), 0)
  const waiting = places.take(candidate('b'), 60_000)
  await vi.advanceTimersByTimeAsync(30_000)
  places.keep(candidate('a'))
  expect(await waiting).toBe('granted')
})

test('after a restart of the queue, a holder that renews its lease keeps its place', async () => {
  const places = new LeasedPlaces(limits)
  places.keep(candidate('a'))
  expect(await places.take(candidate('b'), 0)).toBe('waiting')
})

test('if the number of places rises, waiting candidates get the new places at once', async () => {
  const places = new LeasedPlaces(limits)
  await places.take(candidate('a'), 0)
  const waiting = places.take(candidate('b'), 20_000)
  places.resize(2)
  expect(await waiting).toBe('granted')
})
