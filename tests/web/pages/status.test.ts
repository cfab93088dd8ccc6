import { expect, test } from 'vitest'
import type { PublicHealth } from '#contract/api.ts'
import { green } from '../brands.ts'
import { page } from '../rendering.ts'

const since = '2026-11-29T07:05:00Z'
const health: PublicHealth = {
  at: Date.parse('2026-11-29T13:20:00Z'),
  faults: [],
  platforms: {
    youtube: { state: 'refused', since, seconds: null },
    vimeo: { state: 'works', since: null, seconds: 47 },
    soundcloud: { state: 'unreachable', since, seconds: 3 },
    web: { state: 'limited', since: null, seconds: 8 },
  },
}

const rowsOf = (html: string) =>
  [...html.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row]) =>
    row!
      .replaceAll(/<\/?(?:small|td|th)[^>]*>/g, ' ')
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  )

test('shows a refused platform, a slow one and one without news', async () => {
  const { html } = await page('/status', green, { health })
  expect(html).toContain('As of Nov 29, 13:20 UTC.')
  expect(rowsOf(html)).toEqual(
    expect.arrayContaining([
      'YouTube refused since Nov 29, 07:05 UTC',
      'Vimeo works 47 sec',
      'SoundCloud no connection since Nov 29, 07:05 UTC 3 sec',
      'Other sites limited 8 sec',
      'TikTok no news',
    ]),
  )
})

test.each([
  ['/zh-hans/status', 'YouTube 被拒绝 自 UTC'],
  ['/es/status', 'YouTube rechazada desde 29 nov'],
  ['/pt-br/status', 'YouTube recusada desde 29 de nov'],
  ['/ja/status', 'YouTube 拒否 UTC 11月29日'],
  ['/ar/status', 'YouTube مرفوضة منذ'],
])('%s speaks its language', async (path, row) => {
  const { html } = await page(path, green, { health })
  expect(rowsOf(html).filter((one) => one.startsWith(row))).toHaveLength(1)
  expect(html).toContain('hreflang="x-default"')
})

test.each(['down', 'merges', 'day'] as const)('says what is wrong: %s', async (fault) => {
  const { html } = await page('/status', green, { health: { ...health, faults: [fault] } })
  expect(html.match(/<p class="[^"]*fault[^"]*">[^<]+/g)).toHaveLength(1)
})

test('knows nothing of any platform', async () => {
  const { html } = await page('/status', green, { health: { ...health, platforms: {} } })
  const rows = rowsOf(html).slice(1)
  expect(rows.length).toBeGreaterThan(5)
  for (const row of rows) expect(row).toMatch(/ no news$/)
  expect((await page('/', green, { health: { ...health, platforms: {} } })).html).not.toContain('--health')
})

test('only the home page marks platforms, in its language', async () => {
  const { html } = await page('/ja', green, { health })
  expect(html).toContain('.mark-youtube{--health:"● 拒否"/"拒否";')
  expect((await page('/vimeo-downloader', green, { health })).html).not.toContain('--health')
})
