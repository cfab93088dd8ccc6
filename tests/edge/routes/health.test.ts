import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import type { HealthAnswer } from '#contract/api.ts'
import { countOutcome } from '../../../edge/budget/outcome-counts.ts'
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

let later = 0

/** What is known is kept for half a minute, so each call is a minute after the one before. */
async function healthWith(vars: object): Promise<HealthAnswer & { code: number }> {
  later += 60_000
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + later })
  const request = new Request(`https://${HOST}/api/health`)
  const answer = await worker.fetch(request, { ...env, ...vars }, createExecutionContext())
  vi.useRealTimers()
  return { code: answer.status, ...(await answer.json<HealthAnswer>()) }
}

const fleetWith = (reports: object) => ({
  MERGER_ORIGIN: '',
  MERGERS: '2',
  REGIONS: 'oc weur',
  FLEET: { getByName: () => ({ read: async () => reports }) },
})
const running = { merges: { busy: 0, slots: 4 }, extractions: { busy: 0, slots: 4 } }

test('is down if no merger works that was tried in ten minutes', async () => {
  const at = Date.now() + 3_600_000
  const tried = { 'oc:0': { report: 'down', at }, 'weur:0': { report: 'down', at } }
  expect(await healthWith(fleetWith(tried))).toMatchObject({
    code: 503,
    status: 'down',
    problems: ['no merger works'],
  })
  const one = { ...tried, 'weur:0': { report: running, at } }
  expect(await healthWith(fleetWith(one))).toMatchObject({ code: 200, status: 'ok', problems: [] })
  const long = { 'oc:0': { report: 'down', at: Date.now() - 3_600_000 } }
  expect(await healthWith(fleetWith(long))).toMatchObject({ code: 200, status: 'ok' })
})

test.for([
  ['R2', { FILES: { head: async () => await Promise.reject(new Error('R2 is down')) } }],
  ['KV', { LINKS: { get: async () => await Promise.reject(new Error('KV is down')) } }],
])('is degraded if %s does not answer', async ([store, broken]) => {
  expect(await healthWith({ ...fleetWith({}), ...(broken as object) })).toMatchObject({
    code: 503,
    status: 'degraded',
    problems: [`${store as string} does not answer`],
  })
})

test('is degraded if a platform failed more often than not', async () => {
  const link = 'https://www.youtube.com/watch?v=aqz-KE-bpKQ'
  const count = async (code: 'broken' | 'private' | undefined) =>
    await countOutcome(env, { kind: 'extraction', link, code })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + later })
  for (let item = 0; item < 20; item++) await count('private')
  vi.useRealTimers()
  expect(await healthWith(fleetWith({}))).toMatchObject({ code: 200, problems: [] })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + later })
  for (let item = 0; item < 30; item++) await count('broken')
  vi.useRealTimers()
  expect(await healthWith(fleetWith({}))).toMatchObject({
    code: 503,
    status: 'degraded',
    problems: ['youtube: 30 of 50 failed in ten minutes'],
  })
})

test('is degraded when the budget of the day is used up', async () => {
  expect(await healthWith({ ...fleetWith({}), BUDGET: fullBudget })).toMatchObject({
    code: 503,
    problems: ['the budget of the day is used up'],
  })
})
const fullBudget = {
  getByName: () => ({
    read: async () => ({ tasks: 1e9, bytes: 0, seconds: 0 }),
    outcomes: async () => ({}),
  }),
}

test('asks no container for its state', async () => {
  const never = { getByName: () => expect.unreachable() }
  const reported = {
    yt_dlp: '2026.10.26',
    build: 'abc',
    merges: { busy: 4, slots: 4 },
    extractions: { busy: 0, slots: 4 },
  }
  const at = Date.now() + 60_000
  const reports = {
    'oc:0': { report: reported, at },
    'oc:1': { report: 'down', at },
    'oc:0@old': { report: reported, at },
  }
  const FLEET = { getByName: () => ({ read: async () => reports }) }
  const vars = { MERGER_ORIGIN: '', MERGERS: '3', REGIONS: 'oc', MERGER: never, FLEET }
  const { mergers } = await healthWith(vars)
  expect(mergers).toMatchObject([
    { name: 'oc:0', state: 'busy', build: 'abc' },
    { name: 'oc:1', state: 'down' },
    { name: 'oc:2', state: 'asleep' },
    { name: 'oc:0@old', state: 'draining' },
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
