import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LeasedPlaces } from '../../../edge/places/leased-places.ts'

const limits = { capacity: 1, maxWaiting: 2, leaseMs: 60_000 }
const candidate = (id: string, visitor = id) => ({
  id,
  visitor,
  network: visitor,
  domain: `${id}.example`,
  isKnown: true,
})

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

test('grants a waiting call when a place is given back', async () => {
  const places = new LeasedPlaces(limits)
  expect(await places.take(candidate('a'), 20_000)).toBe('granted')
  const waiting = places.take(candidate('b'), 20_000)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(places.leave('a')).toBe(true)
  expect(await waiting).toBe('granted')
})

test('keeps the position after "waiting"', async () => {
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

test('takes back a place at the end of its lease', async () => {
  const places = new LeasedPlaces(limits)
  await places.take(candidate('a'), 0)
  await vi.advanceTimersByTimeAsync(50_000)
  places.keep(candidate('a'), false)
  await vi.advanceTimersByTimeAsync(50_000)
  expect(await places.take(candidate('b'), 0)).toBe('waiting')
  await vi.advanceTimersByTimeAsync(11_000)
  expect(await places.take(candidate('c'), 0)).toBe('granted')
})

test('skips an entry that did not call again', async () => {
  const places = new LeasedPlaces(limits)
  await places.take(candidate('a'), 0)
  await places.take(candidate('gone'), 0)
  await vi.advanceTimersByTimeAsync(11_000)
  const next = places.take(candidate('next'), 20_000)
  places.leave('a')
  expect(await next).toBe('granted')
})

test('ends the call of a dropped entry with "full"', async () => {
  const places = new LeasedPlaces(limits)
  await places.take(candidate('a'), 0)
  const flood = ['b', 'c'].map((id) => places.take(candidate(id, 'flood'), 20_000))
  expect(await places.take(candidate('honest'), 0)).toBe('waiting')
  expect(await flood[1]).toBe('full')
})

test('ends the call of a leaving entry with "waiting"', async () => {
  const places = new LeasedPlaces(limits)
  await places.take(candidate('a'), 0)
  const waiting = places.take(candidate('b'), 20_000)
  expect(places.leave('b')).toBe(false)
  expect(await waiting).toBe('waiting')
})

test('takes back an unclaimed place after ten seconds', async () => {
  const places = new LeasedPlaces(limits)
  await places.take(candidate('a'), 0)
  expect(await places.take(candidate('b'), 0)).toBe('waiting')
  places.leave('a')
  await vi.advanceTimersByTimeAsync(9_999)
  expect(await places.take(candidate('c'), 0)).toBe('waiting')
  await vi.advanceTimersByTimeAsync(1)
  expect(await places.take(candidate('c'), 0)).toBe('granted')
})

test('returns "full" at once', async () => {
  const places = new LeasedPlaces({ ...limits, maxWaiting: 1 })
  await places.take(candidate('a'), 0)
  await places.take(candidate('b'), 0)
  expect(await places.take(candidate('c'), 20_000)).toBe('full')
})

test('drops an entry without a pending call', async () => {
  const places = new LeasedPlaces(limits)
  await places.take(candidate('a'), 0)
  for (const id of ['b', 'c']) await places.take(candidate(id, 'flood'), 0)
  expect(await places.take(candidate('honest'), 0)).toBe('waiting')
})

test('keeps a place until the end of its lease', async () => {
  const places = new LeasedPlaces(limits)
  await places.take(candidate('a'), 0)
  await vi.advanceTimersByTimeAsync(59_999)
  expect(await places.take(candidate('b'), 0)).toBe('waiting')
  await vi.advanceTimersByTimeAsync(1)
  expect(await places.take(candidate('b'), 0)).toBe('granted')
})

test('begins the lease with the place', async () => {
  const places = new LeasedPlaces(limits)
  await places.take(candidate('a'), 0)
  const waiting = places.take(candidate('b'), 20_000)
  await vi.advanceTimersByTimeAsync(15_000)
  places.leave('a')
  expect(await waiting).toBe('granted')
  await vi.advanceTimersByTimeAsync(59_999)
  expect(await places.take(candidate('c'), 0)).toBe('waiting')
})

test('ends an earlier call when a second one comes', async () => {
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

test('takes back a place granted after a time-out', async () => {
  const places = new LeasedPlaces(limits)
  await places.take(candidate('a'), 0)
  const waiting = places.take(candidate('b'), 1_000)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await waiting).toBe('waiting')
  places.leave('a')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await places.take(candidate('c'), 0)).toBe('granted')
})

test('ends other leases when one is renewed', async () => {
  const places = new LeasedPlaces({ ...limits, capacity: 2 })
  await places.take(candidate('expired'), 0)
  await vi.advanceTimersByTimeAsync(30_000)
  await places.take(candidate('a'), 0)
  const waiting = places.take(candidate('b'), 60_000)
  await vi.advanceTimersByTimeAsync(30_000)
  places.keep(candidate('a'), false)
  expect(await waiting).toBe('granted')
})

test('records a renewed place after a restart', async () => {
  const places = new LeasedPlaces(limits)
  places.keep(candidate('a'), false)
  expect(await places.take(candidate('b'), 0)).toBe('waiting')
})

test('grants at once when the capacity rises', async () => {
  const places = new LeasedPlaces(limits)
  await places.take(candidate('a'), 0)
  const waiting = places.take(candidate('b'), 20_000)
  places.resize(2)
  expect(await waiting).toBe('granted')
})
