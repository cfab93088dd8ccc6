import { expect, test } from 'vitest'
import { ASSUMPTIONS, monthOf } from '../../scripts/lib/cost.mjs'
import { figuresOf, summary } from '../../scripts/lib/soak.mjs'

const use = (megabytes: number, cpuSeconds: number) => ({ megabytes, cpuSeconds, processes: 1 })
const soak = {
  lasted: 60,
  visitors: 2,
  calls: 300,
  outcomes: [
    { kind: 'merge and save', ms: 4_000, bytes: 2_000_000 },
    { kind: 'extract', ms: 50, bytes: 0 },
    { kind: 'extract', ms: 70, bytes: 0, error: '500 oh' },
  ],
  samples: [
    { second: 0, uses: { workerd: use(200, 1), merger: use(100, 2) } },
    { second: 60, uses: { workerd: use(400, 11), merger: use(150, 17) } },
    { second: 95, uses: { workerd: use(390, 11), merger: use(140, 17) } },
  ],
  leftovers: { objects: 0, uploads: 0, folders: 0, intrusions: 0 },
}
const figures = figuresOf(soak)

test('the figures of a soak are the differences between its first sample and its last sample under load', () => {
  expect(figures).toMatchObject({ actions: 3, calls: 300, merges: 1, mergedMegabytes: 2, mergeSeconds: 4 })
  expect(figures).toMatchObject({ containerCpuSeconds: 15, edgeCpuSeconds: 10 })
})

test('the summary of a soak contains errors, times, and the memory before, during and after it', () => {
  const text = summary(soak)
  expect(text).toContain('errors: 1 (33.33 %)\n  extract: 500 oh')
  expect(text).toMatch(/extract +2 +p50 +50 ms +p99 +70 ms +1 failed/)
  expect(text).toContain('start 200 MB, most 400 MB, end 400 MB, afterwards 390 MB')
})

test('more saves cost more, and the terms of a month add up to its total', () => {
  const months = [10_000, 1_000_000, 100_000_000].map((saves) => monthOf(figures, saves))
  for (const { dollars, terms } of months)
    expect(terms.reduce((sum, term) => sum + term.dollars, 0)).toBeCloseTo(dollars)
  expect(months.map(({ dollars }) => dollars)).toEqual(
    months.map(({ dollars }) => dollars).toSorted((a, b) => a - b),
  )
  expect(months.map(({ instances }) => instances)).toEqual([1, expect.any(Number), expect.any(Number)])
})

test('the egress cost of a month counts the bytes of merges and relayed files above the first terabyte', () => {
  const saves = 1_000_000
  const { mergedShare, mergedMegabytes, relayedShare, relayedMegabytes } = ASSUMPTIONS
  const gigabytes = (saves * (mergedShare * mergedMegabytes + relayedShare * relayedMegabytes)) / 1_000
  const egress = monthOf(figures, saves).terms.find(({ term }) => term.startsWith('egress'))
  expect(egress?.dollars).toBeCloseTo((gigabytes - 1_000) * 0.025)
})
