import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Attempt } from '../../../merger/merge/attempt.ts'
import { Running } from '../../../merger/merge/running.ts'
import { Slots } from '../../../merger/process/slots.ts'
import { order } from './lib/engine.ts'

let running: Running
let slots: Slots

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] })
  slots = new Slots(2)
  running = new Running(slots)
})
afterEach(() => {
  running.close()
  vi.useRealTimers()
})

function start(): Attempt {
  const attempt = new Attempt(order({ video: null, audio: null, container: 'mp4' }))
  if (!running.add(attempt)) throw new Error('no slot')
  return attempt
}

function downloading(): Attempt {
  const attempt = start()
  attempt.progress.stage = 'downloading'
  attempt.pace.wait()
  return attempt
}

/** @param rates bytes per second of each attempt */
function pass(ms: number, rates: readonly (readonly [Attempt, number])[]): void {
  for (let passed = 0; passed < ms; passed += 100) {
    for (const [attempt, rate] of rates) attempt.progress.receive(rate / 10)
    vi.advanceTimersByTime(100)
  }
}

test.each([
  ['no byte', 0],
  ['100 kB/s', 100_000],
])('a merge with %s gives its slot back after a second', (_, rate) => {
  const slow = downloading()
  pass(900, [[slow, rate]])
  expect([slow.isIdle, slots.busy]).toEqual([false, 1])
  pass(300, [[slow, rate]])
  expect([slow.isIdle, slots.busy, slow.working.aborted]).toEqual([true, 0, false])
  expect(slow.state()).toMatchObject({ idle: true })
})

test('a merge that opens its sources gives its slot back', () => {
  const opening = start()
  pass(1_200, [])
  expect([opening.isIdle, slots.busy]).toEqual([true, 0])
})

test('a fast source keeps its slot, and so does one that ffmpeg holds up', () => {
  const fast = downloading()
  const converting = start()
  converting.progress.stage = 'converting'
  for (let passed = 0; passed < 5_000; passed += 100) {
    const arrived = converting.pace.wait()
    pass(100, [
      [fast, 500_000],
      [converting, 20_000],
    ])
    arrived()
    pass(100, [[fast, 500_000]])
  }
  expect([fast.isIdle, converting.isIdle, slots.busy]).toEqual([false, false, 2])
})

test('a source just fast enough keeps its slot for seconds, not for hours', () => {
  const [slow, fast] = [downloading(), downloading()]
  const rates = [
    [slow, 200_000],
    [fast, 5_000_000],
  ] as const
  pass(10_000, rates)
  expect([slow.isIdle, slots.busy]).toEqual([false, 2])
  pass(60_000, rates)
  expect([slow.isIdle, fast.isIdle, slots.busy]).toEqual([true, false, 1])
  expect(slow.working.aborted).toBe(false)
})

test('many sources just fast enough pass on a slot within seconds', () => {
  const rates: [Attempt, number][] = []
  for (let nth = 0; nth < 8; nth++) {
    const next = downloading()
    rates.push([next, 200_000])
    pass(nth === 0 ? 20_000 : 1_000, rates)
    expect([nth, next.isIdle, slots.busy]).toEqual([nth, true, 0])
  }
})

test('bursts of idle merges take no slot from others', () => {
  const bursting = [downloading(), downloading()]
  pass(1_200, [])
  const others = [downloading(), downloading()]
  const rates = [
    ...bursting.map((one) => [one, 400_000] as const),
    ...others.map((one) => [one, 2e6] as const),
  ]
  pass(3_000, rates)
  expect([...bursting, ...others].map(({ isIdle }) => isIdle)).toEqual([true, true, false, false])
  expect(slots.busy).toBe(2)
})

test('ends no merge that gets on for one that is only old', () => {
  const attempts: Attempt[] = []
  for (let nth = 0; nth < 12; nth++) {
    const attempt = slots.busy < 2 ? downloading() : undefined
    if (attempt) attempts.push(attempt)
    pass(
      150_000,
      attempts.map((one) => [one, 550_000] as const),
    )
  }
  expect(attempts.filter(({ working }) => working.aborted)).toEqual([])
  expect([attempts.filter(({ isIdle }) => isIdle).length, slots.busy]).toEqual([8, 2])
})

test('takes a slot again when bytes come, even above their number', () => {
  const slow = downloading()
  pass(1_200, [])
  const others = [downloading(), downloading()]
  const rates = [slow, ...others].map((attempt) => [attempt, 1e6] as const)
  pass(1_200, rates)
  expect([slow.isIdle, slots.busy]).toEqual([false, 3])
  expect(slots.take()).toBe(null)
  for (const attempt of [slow, ...others]) running.remove(attempt)
  expect(slots.busy).toBe(0)
})

test('the more are idle, the sooner the next one is', () => {
  for (let nth = 0; nth < 6; nth++) {
    downloading()
    pass(1_200, [])
  }
  const next = downloading()
  pass(300, [])
  expect(next.isIdle).toBe(true)
})

test('ends the slowest above four for each slot, but no young one', () => {
  const attempts: Attempt[] = []
  for (let nth = 0; nth < 8; nth++) {
    attempts.push(downloading())
    const rates = attempts.map((attempt, index) => [attempt, index === 2 ? 1_000 : 40_000] as const)
    pass(2_000, rates)
  }
  const young = downloading()
  pass(1_200, [])
  expect(young.isIdle).toBe(true)
  const ended = [...attempts, young].filter(({ working }) => working.aborted)
  expect(ended).toEqual([attempts[2]])
  expect(ended[0]!.working.reason).toMatchObject({ code: 'busy' })
})
