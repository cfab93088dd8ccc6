import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import type { HealthAnswer } from '#contract/api.ts'
import worker from '../../../edge/worker.ts'
import { HOST, visit } from '../visit.ts'

test('reports the mergers without starting a container', async () => {
  const answer = await visit('/api/health')
  // The response of the fake merger to /healthz lacks required fields, so the merger is reported as down.
  expect(answer.status).toBe(503)
  const health: HealthAnswer = await answer.json()
  expect(health).toMatchObject({
    status: 'down',
    version: { engine: 1 },
    mergers: [{ name: 'local:0', state: 'down' }],
    platforms: {},
  })
})

test('asks no container for its state', async () => {
  const never = { getByName: () => expect.unreachable() }
  const reported = {
    yt_dlp: '2026.10.26',
    build: 'abc',
    merges: { busy: 4, slots: 4 },
    extractions: { busy: 0, slots: 4 },
  }
  const FLEET = { getByName: () => ({ read: async () => ({ 'oc:0': reported, 'oc:1': 'down' }) }) }
  const vars = { MERGER_ORIGIN: '', MERGERS: '3', REGIONS: 'oc', MERGER: never, FLEET }
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
  const answer = await worker.fetch(
    new Request(`https://${HOST}/api/health`),
    { ...env, ...vars },
    createExecutionContext(),
  )
  vi.useRealTimers()
  const { mergers } = await answer.json<HealthAnswer>()
  expect(mergers).toMatchObject([
    { name: 'oc:0', state: 'busy', build: 'abc' },
    { name: 'oc:1', state: 'down' },
    { name: 'oc:2', state: 'asleep' },
  ])
})

/**
 * Calls POST /api/wake on an edge with one container. Returns the status and the names of the containers that
 * were started.
 */
async function wake(headers: Record<string, string> = {}) {
  const started: string[] = []
  const namespace = {
    getByName: (name: string) => ({
      ready: async () => {
        started.push(name)
        return 'ready'
      },
    }),
  }
  const context = createExecutionContext()
  const vars = { MERGER_ORIGIN: '', MERGERS: '1', REGIONS: 'oc', MERGER: namespace }
  const request = new Request(`https://${HOST}/api/wake`, { method: 'POST', headers })
  const { status } = await worker.fetch(request, { ...env, ...vars }, context)
  await waitOnExecutionContext(context)
  return { status, started }
}

test('wakes the nearest container once a minute', async () => {
  expect(await wake({ origin: 'https://elsewhere.example' })).toEqual({ status: 403, started: [] })
  expect(await wake()).toEqual({ status: 204, started: ['oc:0'] })
  expect(await wake()).toEqual({ status: 204, started: [] })
})

test('measures an extraction without its link', async () => {
  const points: AnalyticsEngineDataPoint[] = []
  const spy = vi
    .spyOn(env.COUNTS, 'writeDataPoint')
    .mockImplementation((point) => void points.push(point ?? {}))
  try {
    const request = new Request(`https://${HOST}/api/download-video`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ tweet_url: `https://media.test/direct/${crypto.randomUUID()}` }),
    })
    const answer = await worker.fetch(request, env)
    expect(answer.headers.get('server-timing')).toMatch(/^edge;dur=\d+, extract;dur=\d+$/)
  } finally {
    spy.mockRestore()
  }
  expect(points).toEqual([
    {
      indexes: ['generic'],
      blobs: ['request', 'generic', 'ok', '/api/download-video'],
      doubles: [expect.any(Number), expect.any(Number)],
    },
  ])
})
