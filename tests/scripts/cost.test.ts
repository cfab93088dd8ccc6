import { expect, test } from 'vitest'
import { ASSUMPTIONS, monthOf, youtubeSaves } from '../../scripts/measure/cost.ts'
import { faultsOf, figuresOf, memoryOf, summary } from '../../scripts/measure/soak-figures.ts'

const use = (megabytes: number, cpuSeconds: number) => ({ megabytes, cpuSeconds, processes: 1 })
const soak = {
  lasted: 60,
  visitors: 2,
  attackers: 0,
  calls: 300,
  outcomes: [
    { kind: 'merge and save', ms: 4_000, bytes: 2_000_000 },
    { kind: 'extract', ms: 50, bytes: 0 },
    { kind: 'extract', ms: 70, bytes: 0, error: '500 oh' },
  ],
  samples: [
    { second: 0, uses: { workerd: use(200, 1), merger: use(100, 2) }, heaps: { worker: 20 } },
    { second: 60, uses: { workerd: use(400, 11), merger: use(150, 17) }, heaps: { worker: 40 } },
    { second: 95, uses: { workerd: use(390, 11), merger: use(140, 17) }, heaps: { worker: 30 } },
  ],
  health: { calls: 9, slowestMs: 80, missed: 0 },
  restarts: 0,
  leaks: [],
  leftovers: { objects: 0, uploads: 0, folders: 0, processes: 0, intrusions: 0 },
}
const figures = figuresOf(soak)

test('counts the actions and CPU seconds of a soak', () => {
  expect(figures).toMatchObject({ actions: 3, calls: 300, merges: 1, mergedMegabytes: 2, mergeSeconds: 4 })
  expect(figures).toMatchObject({ containerCpuSeconds: 15, edgeCpuSeconds: 10 })
})

test('sums up errors, times and memory', () => {
  const text = summary(soak)
  expect(text).toContain('errors: 1 (33.33 %)\n  extract: 500 oh')
  expect(text).toMatch(/extract +2 +p50 +50 ms +p95 +70 ms +p99 +70 ms +1 failed/)
  expect(text).toMatch(/workerd +start 200 MB, .*, most 400 MB, afterwards 390 MB/)
  expect(text).toMatch(/heap of worker +start 20 MB, .*, most 40 MB, afterwards 30 MB/)
})

test('reports each kind of fault', () => {
  const good = { ...soak, outcomes: [] }
  expect(faultsOf(good)).toEqual([])
  const faults = [
    soak,
    { ...good, health: { ...soak.health, missed: 1 } },
    { ...good, restarts: 1 },
    { ...good, leaks: ['https://attack.example/'] },
    { ...good, leftovers: { ...soak.leftovers, processes: 1 } },
  ].map(faultsOf)
  expect(new Set(faults.flat()).size).toBe(5)
  expect(faults.map(({ length }) => length)).toEqual([1, 1, 1, 1, 1])
})

test('reports growing memory after twenty minutes', () => {
  const samples = [100, 200, 200, 210, 300, 310, 310].map((megabytes, second) => ({
    second,
    uses: { merger: use(megabytes, 0), workerd: use(megabytes, 0) },
    heaps: { 'core:user:worker': megabytes, 'core:entry': megabytes },
  }))
  const faults = (lasted: number) => faultsOf({ ...soak, outcomes: [], lasted, samples })
  expect(faults(1_200)).toEqual([
    'The memory still grows: merger.',
    'The memory still grows: heap of core:user:worker.',
  ])
  expect(faults(1_199)).toEqual([])
})

test('counts a rise of 10 percent as flat', () => {
  const flatness = (...megabytes: number[]) =>
    memoryOf(
      [...megabytes, 0].map((value, second) => ({ second, uses: { a: use(value, 0) }, heaps: {} })),
      ({ uses }) => uses['a']?.megabytes,
    )
  expect(flatness(100, 200, 400, 410, 420, 415)).toMatchObject({ start: 100, most: 420, isFlat: true })
  expect(flatness(100, 200, 400, 410, 600, 610)).toMatchObject({ isFlat: false })
})

test('grows with the saves and equals its terms', () => {
  const months = [10_000, 1_000_000, 100_000_000].map((saves) => monthOf(figures, saves))
  for (const { dollars, terms } of months)
    expect(terms.reduce((sum, term) => sum + term.dollars, 0)).toBeCloseTo(dollars)
  expect(months.map(({ dollars }) => dollars)).toEqual(
    months.map(({ dollars }) => dollars).toSorted((a, b) => a - b),
  )
  expect(months.map(({ instances }) => instances)).toEqual([1, expect.any(Number), expect.any(Number)])
})

test('charges egress above the first terabyte', () => {
  const saves = 1_000_000
  const { mergedShare, mergedMegabytes, relayedShare, relayedMegabytes } = ASSUMPTIONS
  const gigabytes = (saves * (mergedShare * mergedMegabytes + relayedShare * relayedMegabytes)) / 1_000
  const egress = monthOf(figures, saves).terms.find(({ term }) => term.startsWith('egress'))
  const far = gigabytes * ASSUMPTIONS.farShare
  expect(egress?.dollars).toBeCloseTo((gigabytes - far - 1_000) * 0.025 + (far - 500) * 0.04)
})

test("knows where YouTube's hour ends", () => {
  expect(youtubeSaves()).toBe(182_400)
  expect(youtubeSaves({ ...ASSUMPTIONS, regions: 1 })).toBe(60_800)
})
