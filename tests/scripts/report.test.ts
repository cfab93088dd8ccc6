import { expect, test } from 'vitest'
import { quantile, query, rowsOf, table } from '../../scripts/lib/report.mjs'

const line = (facts: object) => JSON.stringify({ at: '2026-11-22T10:00:00.000Z', ...facts })
const request = { event: 'request', method: 'POST', path: '/api/download-video', platform: 'youtube' }

test('counts log lines by event, platform and code', () => {
  const text = [
    line({ ...request, status: 200, ms: 10 }),
    line({ ...request, status: 200, ms: 30 }),
    line({ ...request, status: 503, code: 'busy', ms: 5 }),
    line({ event: 'request', method: 'GET', path: '/blog', status: 200, ms: 1 }),
    line({ event: 'task', status: 'processing', host: 'a.example', ms: 1 }),
    line({ event: 'task', status: 'completed', host: 'a.example', ms: 900, bytes: 5_000_000 }),
    'a line of another program',
  ].join('\n')
  expect(rowsOf(text)).toEqual([
    { event: 'request', platform: 'youtube', code: 'ok', count: 2, p50: 10, p99: 30, bytes: 0 },
    { event: 'request', platform: 'youtube', code: 'busy', count: 1, p50: 5, p99: 5, bytes: 0 },
    { event: 'task', platform: 'a.example', code: 'ok', count: 1, p50: 900, p99: 900, bytes: 5_000_000 },
  ])
})

test('reads events over several lines', () => {
  const event = (...messages: string[]) => ({
    wallTime: 12,
    cpuTime: 3,
    truncated: false,
    executionModel: 'stateless',
    outcome: 'ok',
    scriptVersion: { id: '0aae80d8-19a0-47bd-a5a0-6c7b7b2f8c5e' },
    diagnosticsChannelEvents: [],
    exceptions: [],
    logs: messages.map((message) => ({ message: [message], level: 'log', timestamp: 1_795_341_600_000 })),
    eventTimestamp: 1_795_341_600_000,
    event: { request: { url: 'https://clips.example/api/download-video', method: 'POST', headers: {} } },
  })
  const events = [
    event(line({ ...request, status: 200, ms: 7 })),
    event(),
    event('a line of another program', line({ ...request, status: 200, ms: 9 })),
  ]
  // Wrangler prints an event as `console.log(JSON.stringify(event, null, 4))`.
  const tail = events.map((one) => `${JSON.stringify(one, null, 4)}\n`).join('')
  const rows = [{ platform: 'youtube', count: 2, p50: 7, p99: 9 }]
  expect(rowsOf(tail)).toMatchObject(rows)
  expect(rowsOf(events.map((one) => JSON.stringify(one)).join('\n'))).toMatchObject(rows)
  const mixed = `${tail}${line({ ...request, status: 200, ms: 8 })}\n`
  expect(rowsOf(mixed)).toMatchObject([{ count: 3, p50: 8 }])
})

test('reads numbers that are strings', () => {
  const row = {
    event: 'task',
    platform: 'tiktok',
    code: 'ok',
    count: '12',
    p50: 3,
    p99: 9.5,
    bytes: '1000000',
  }
  const rows = rowsOf(JSON.stringify({ meta: [], data: [row], rows: 1 }))
  expect(rows).toEqual([{ ...row, count: 12, bytes: 1_000_000 }])
  expect(table(rows)).toMatch(/task +tiktok +ok +12 +3 +10 +1\.0\n\ntask: 12 in all, 0\.0 % with a failure$/)
})

test('selects the columns that rowsOf reads', () => {
  for (const name of ['event', 'platform', 'code', 'count', 'p50', 'p99', 'bytes'])
    expect(query('media_downloader')).toContain(` AS ${name}`)
  expect(() => query('x; DROP TABLE y')).toThrow(/no name of a dataset/)
})

test('returns the nearest-rank quantile, or 0', () => {
  expect([quantile([3, 1, 2], 0.5), quantile([], 0.5), quantile([5], 0.99)]).toEqual([2, 0, 5])
})
