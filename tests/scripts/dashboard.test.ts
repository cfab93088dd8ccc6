import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { unstable_readConfig as readConfig } from 'wrangler'

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
type Dashboard = { panels: { targets: { query: string }[] }[] }
const { panels } = JSON.parse(read('docs/dashboard/grafana.json')) as Dashboard
const queries = panels.flatMap(({ targets }) => targets.map(({ query }) => query))

test('the dashboard reads the columns that the edge writes', () => {
  const counts = read('edge/count.ts')
  const lengthOf = (name: string) =>
    new RegExp(`${name}: \\[([^\\]]*)\\]`)
      .exec(counts)![1]!
      .split(',')
      .filter((one) => one.trim()).length
  const { analytics_engine_datasets: sets } = readConfig({ config: 'wrangler.toml' }, { hideWarnings: true })
  expect(queries.length).toBeGreaterThan(0)
  for (const query of queries) {
    expect(query).toContain(`FROM ${sets[0]!.dataset} `)
    for (const [, kind, number] of query.matchAll(/\b(blob|double)(\d+)/g))
      expect(Number(number), query).toBeLessThanOrEqual(lengthOf(`${kind}s`))
  }
})
