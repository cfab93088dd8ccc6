import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { countOddities } from '../../edge/count.ts'

test('writes a data point for each oddity, at most ten', () => {
  const points: AnalyticsEngineDataPoint[] = []
  const spy = vi
    .spyOn(env.COUNTS, 'writeDataPoint')
    .mockImplementation((point) => void points.push(point ?? {}))
  const names = Array.from({ length: 12 }, (_, at) => `rss.step_${'abcdefghijkl'[at]}`)
  const oddities = Object.fromEntries(names.map((name) => [name, 3]))
  const link = 'https://feeds.example/a'
  countOddities(env, link, { state: 'failed', code: 'no_media', detail: '', oddities })
  countOddities(env, link, { state: 'led', link })
  spy.mockRestore()
  expect(points).toHaveLength(10)
  expect(points[0]).toEqual({
    indexes: ['web'],
    blobs: ['oddity', 'web', 'rss.step_a', ''],
    doubles: [0, 0],
  })
})
