import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { IdleExtractions } from '../../../merger/extract/idle.ts'
import { describeSealed } from '../../sealed.ts'
import { extract, extractLines, startMerger } from '../rig.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

test('is idle after a time without computing', () => {
  const idle = new IdleExtractions(10, 1_000)
  let told = 0
  const watch = idle.watch(new AbortController(), () => void told++)
  for (let second = 0; second < 5; second++) {
    vi.advanceTimersByTime(900)
    watch.onCompute()
  }
  expect([told, idle.count]).toEqual([0, 0])
  vi.advanceTimersByTime(1_000)
  watch.onCompute()
  vi.advanceTimersByTime(5_000)
  expect([told, idle.count]).toEqual([1, 1])
  watch.end()
  expect(idle.count).toBe(0)
})

test('is idle sooner while others are, but never before it can have been seen computing', () => {
  const idle = new IdleExtractions(100, 1_500)
  const ended = () => {
    const before = idle.count
    idle.watch(new AbortController(), () => undefined)
    let ms = 0
    for (; idle.count === before; ms += 50) vi.advanceTimersByTime(50)
    return ms
  }
  const waits = Array.from({ length: 20 }, ended)
  expect([waits[0], waits[4], waits[19]]).toEqual([1_500, 750, 750])
  expect(waits).toEqual(waits.toSorted((a, b) => b - a))
})

test('ends the one that is idle longest above its number', () => {
  const idle = new IdleExtractions(2, 1_000)
  const ends = [1, 2, 3].map(() => new AbortController())
  for (const end of ends) {
    idle.watch(end, () => undefined)
    vi.advanceTimersByTime(1_000)
  }
  expect(ends.map(({ signal }) => signal.aborted)).toEqual([true, false, false])
  expect(ends[0]!.signal.reason).toMatchObject({ code: 'busy' })
  idle.endLongest()
  expect(ends.map(({ signal }) => signal.aborted)).toEqual([true, true, false])
  expect(idle.count).toBe(1)
})

test('an extraction that has ended does not become idle', () => {
  const idle = new IdleExtractions(2, 1_000)
  const watch = idle.watch(new AbortController(), () => expect.fail('idle after its end'))
  watch.end()
  vi.advanceTimersByTime(2_000)
  expect(idle.count).toBe(0)
})

describeSealed('extractions that wait for a site', () => {
  beforeEach(() => void vi.useRealTimers())

  test('leave their slots to others', { timeout: 60_000 }, async () => {
    const merger = await startMerger({ EXTRACT_CHILDREN: '1' })
    try {
      const slow = extractLines(merger, 'https://silent.example/?idle')
      await sleep(500)
      expect((await extract(merger, 'https://direct.example/dl/get?idle')).renditions.length).toBeGreaterThan(
        0,
      )
      const lines = await slow
      expect(lines.map(({ state }) => state)).toEqual(['queued', 'queued', 'failed'])
      expect(lines[1]).toEqual({ state: 'queued', idle: true })
    } finally {
      await merger.close()
    }
  })

  test('end as busy when too many of them wait', { timeout: 60_000 }, async () => {
    const merger = await startMerger({ EXTRACT_CHILDREN: '1' })
    try {
      const slow = Array.from({ length: 6 }, (_, nth) =>
        extractLines(merger, `https://silent-${nth}.example/`),
      )
      const first = await Promise.race(slow)
      expect(first.at(-1)).toMatchObject({ state: 'failed', code: 'busy', detail: /idle/ })
    } finally {
      await merger.close()
    }
  })
})
