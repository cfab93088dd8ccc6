import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LeasedPlaces } from '../../../edge/places/leased-places.ts'

const limits = { capacity: 1, maxWaiting: 2, leaseMs: 60_000 }
const candidate = (id: string, visitor = id) => ({ id, visitor, domain: `${id}.example`, isKnown: true })

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

test('a waiting take() call returns "granted" as soon as another extraction or merge gives back the right to run', async () => {
  const places = new LeasedPlaces(limits)
  expect(await places.take(candidate('a'), 20_000)).toBe('granted')
  const waiting = places.take(candidate('b'), 20_000)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(places.leave('a')).toBe(true)
  expect(await waiting).toBe('granted')
})

test('if take() returns "waiting" after its maximum wait, a second call keeps the position in the queue', async () => {
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

test('an extraction or merge that does not renew its lease loses the right to run when the lease ends', async () => {
  const places = new LeasedPlaces(limits)
  await places.take(candidate('a'), 0)
  await vi.advanceTimersByTimeAsync(50_000)
  places.keep(candidate('a'))
  await vi.advanceTimersByTimeAsync(50_000)
  expect(await places.take(candidate('b'), 0)).toBe('waiting')
  await vi.advanceTimersByTimeAsync(11_000)
  expect(await places.take(candidate('c'), 0)).toBe('granted')
})

test('if a waiting extraction or merge does not call take() again in time, the queue serves the next one instead', async () => {
  const places = new LeasedPlaces(limits)
  await places.take(candidate('a'), 0)
  await places.take(candidate('gone'), 0)
  await vi.advanceTimersByTimeAsync(11_000)
  const next = places.take(candidate('next'), 20_000)
  places.leave('a')
  expect(await next).toBe('granted')
})

test('if a full queue drops a waiting extraction or merge, its pending take() call returns "full"', async () => {
  const places = new LeasedPlaces(limits)
  await places.take(candidate('a'), 0)
  const flood = ['b', 'c'].map((id) => places.take(candidate(id, 'flood'), 20_000))
  expect(await places.take(candidate('honest'), 0)).toBe('waiting')
  expect(await flood[1]).toBe('full')
})

test('if a waiting extraction or merge leaves the queue, its pending take() call returns "waiting", not "granted"', async () => {
  const places = new LeasedPlaces(limits)
  await places.take(candidate('a'), 0)
  const waiting = places.take(candidate('b'), 20_000)
  expect(places.leave('b')).toBe(false)
  expect(await waiting).toBe('waiting')
})

test('if take() returns at once and the right to run is granted later, this right expires after ten seconds', async () => {
  const places = new LeasedPlaces(limits)
  await places.take(candidate('a'), 0)
  expect(await places.take(candidate('b'), 0)).toBe('waiting')
  places.leave('a')
  await vi.advanceTimersByTimeAsync(9_999)
  expect(await places.take(candidate('c'), 0)).toBe('waiting')
  await vi.advanceTimersByTimeAsync(1)
  expect(await places.take(candidate('c'), 0)).toBe('granted')
})

test('if the queue is full, take() for a new extraction or merge returns "full" at once', async () => {
  const places = new LeasedPlaces({ ...limits, maxWaiting: 1 })
  await places.take(candidate('a'), 0)
  await places.take(candidate('b'), 0)
  expect(await places.take(candidate('c'), 20_000)).toBe('full')
})

test('a full queue can drop a waiting extraction or merge that has no pending take() call', async () => {
  const places = new LeasedPlaces(limits)
  await places.take(candidate('a'), 0)
  for (const id of ['b', 'c']) await places.take(candidate(id, 'flood'), 0)
  expect(await places.take(candidate('honest'), 0)).toBe('waiting')
})

test('an extraction or merge keeps the right to run until its lease ends', async () => {
  const places = new LeasedPlaces(limits)
  await places.take(candidate('a'), 0)
  await vi.advanceTimersByTimeAsync(59_999)
  expect(await places.take(candidate('b'), 0)).toBe('waiting')
  await vi.advanceTimersByTimeAsync(1)
  expect(await places.take(candidate('b'), 0)).toBe('granted')
})

test('if an extraction or merge has waited for the right to run, its lease begins when it gets this right', async () => {
  const places = new LeasedPlaces(limits)
  await places.take(candidate('a'), 0)
  const waiting = places.take(candidate('b'), 20_000)
  await vi.advanceTimersByTimeAsync(15_000)
  places.leave('a')
  expect(await waiting).toBe('granted')
  await vi.advanceTimersByTimeAsync(59_999)
  expect(await places.take(candidate('c'), 0)).toBe('waiting')
})

test('if a second take() call comes while the first call waits, the first returns "waiting" and the second waits', async () => {
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

test('if take() times out and the right to run is granted later, this right expires after ten seconds', async () => {
  const places = new LeasedPlaces(limits)
  await places.take(candidate('a'), 0)
  const waiting = places.take(candidate('b'), 1_000)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await waiting).toBe('waiting')
  places.leave('a')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await places.take(candidate('c'), 0)).toBe('granted')
})

test('when one lease is renewed, expired leases end, and a waiting extraction or merge gets the right to run', async () => {
  const places = new LeasedPlaces({ ...limits, capacity: 2 })
  await places.take(candidate('expired'), 0)
  await vi.advanceTimersByTimeAsync(30_000)
  await places.take(candidate('a'), 0)
  const waiting = places.take(candidate('b'), 60_000)
  await vi.advanceTimersByTimeAsync(30_000)
  places.keep(candidate('a'))
  expect(await waiting).toBe('granted')
})

test('after a restart of the queue, an extraction or merge that renews its lease keeps the right to run', async () => {
  const places = new LeasedPlaces(limits)
  places.keep(candidate('a'))
  expect(await places.take(candidate('b'), 0)).toBe('waiting')
})

test('if the capacity of the queue rises, a waiting extraction or merge gets the right to run at once', async () => {
  const places = new LeasedPlaces(limits)
  await places.take(candidate('a'), 0)
  const waiting = places.take(candidate('b'), 20_000)
  places.resize(2)
  expect(await waiting).toBe('granted')
})
