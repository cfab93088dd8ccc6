import { afterEach, expect, test, vi } from 'vitest'
import { fakeContainer, get, withMerger } from './fake-container.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function fakeBudget() {
  const added: object[] = []
  return { added, BUDGET: { getByName: () => ({ add: async (work: object) => void added.push(work) }) } }
}

test('charges once a minute', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  const { container } = fakeContainer()
  const { added, BUDGET } = fakeBudget()
  await withMerger(
    container,
    async (merger) => {
      for (let count = 0; count < 13; count++) {
        await get(merger, '/healthz')
        vi.setSystemTime(Date.now() + 10_000)
      }
    },
    { BUDGET },
  )
  expect(added).toEqual([{ seconds: 60 }, { seconds: 60 }])
})

test('charges the last seconds of an ended container', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  const { container } = fakeContainer()
  const { added, BUDGET } = fakeBudget()
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
    { BUDGET },
  )
})
