import { afterEach, expect, test, vi } from 'vitest'
import { fakeContainer, get, withMerger } from './fake-container.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('charges once a minute and at most 600 s', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  const { container } = fakeContainer()
  const stored = new Map<string, unknown>()
  const added: object[] = []
  const BUDGET = { getByName: () => ({ add: async (work: object) => void added.push(work) }) }
  /** Calls the container `times` times, and advances the clock by `pauseMs` before each call. */
  const call = (times: number, pauseMs: number) =>
    withMerger(
      container,
      async (merger) => {
        for (let count = 0; count < times; count++) {
          vi.setSystemTime(Date.now() + pauseMs)
          await get(merger, '/healthz')
        }
      },
      { BUDGET } as unknown as Record<string, string>,
      stored,
    )
  await call(13, 10_000)
  expect(added).toEqual([{ seconds: 60 }, { seconds: 60 }])
  await call(1, 300_000)
  await call(1, 3_600_000)
  expect(added.slice(2)).toEqual([{ seconds: 300 }, { seconds: 600 }])
})

test('charges the last seconds of an ended container', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  const { container } = fakeContainer()
  const added: object[] = []
  const BUDGET = { getByName: () => ({ add: async (work: object) => void added.push(work) }) }
  await withMerger(
    container,
    async (merger) => {
      expect(await merger.ready()).toBe('ready')
      vi.setSystemTime(Date.now() + 90_000)
      expect(await merger.ready()).toBe('ready')
      vi.setSystemTime(Date.now() + 30_000)
      container.end()
      await new Promise((resolve) => setTimeout(resolve, 0))
      expect(added).toEqual([{ seconds: 90 }, { seconds: 30 }])
      vi.setSystemTime(Date.now() + 3_600_000)
      expect(await merger.ready()).toBe('ready')
      expect(added).toHaveLength(2)
    },
    { BUDGET } as unknown as Record<string, string>,
  )
})
