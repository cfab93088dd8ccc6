import { env } from 'cloudflare:workers'
import { runInDurableObject } from 'cloudflare:test'
import { afterEach, expect, test, vi } from 'vitest'
import type { HealthAnswer, VideoInfo } from '#contract/api.ts'
import { assertBudget } from '../../../edge/budget/product-budget.ts'
import { isWaiting } from '../../../edge/tasks/task-machine.ts'
import worker from '../../../edge/worker.ts'
import { eventually } from '../eventually.ts'
import { faultless } from '../tasks/failing-bucket.ts'
import { startOn } from '../tasks/task-rig.ts'
import { errorOf, HOST, mergeRow, paste, startTask, until } from '../visit.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/**
 * Returns a function that calls an edge. Its daily budget allows 10 tasks, of which `tasks` are used. If
 * `tasks` is an error, the edge cannot read the budget.
 */
function edgeWith(tasks: number | Error) {
  const read = async () => {
    if (tasks instanceof Error) throw tasks
    return { tasks, bytes: 0, seconds: 0 }
  }
  const settings = { ...env, BUDGET_TASKS: '10', BUDGET: { getByName: () => ({ read }) } }
  return async (path: string, init?: RequestInit): Promise<Response> =>
    await worker.fetch(new Request(`https://${HOST}${path}`, init), settings)
}

test('answers 503 until midnight when it is used up', async () => {
  const { format } = await mergeRow('size=1000')
  expect((await edgeWith(9)(format.url)).status).toBe(200)
  const other = await mergeRow('size=1000')
  const answer = await edgeWith(10)(other.format.url)
  const wait = Number(answer.headers.get('retry-after'))
  expect(await errorOf(answer)).toMatchObject({
    status: 503,
    code: 'day_over',
    error: expect.stringContaining('00:00 UTC') as string,
  })
  expect(Math.abs(wait - (new Date().setUTCHours(24, 0, 0, 0) - Date.now()) / 1_000)).toBeLessThan(60)
})

test('still extracts and sends direct files', async () => {
  const edge = edgeWith(10)
  const answer = await edge('/api/download-video', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tweet_url: `https://media.test/direct/${crypto.randomUUID()}` }),
  })
  expect(answer.status).toBe(200)
  const [format] = (await answer.json<VideoInfo>()).formats
  const url = new URL(format!.url, `https://${HOST}`)
  const path =
    url.hostname === HOST
      ? url.pathname + url.search
      : `/api/proxied_download?url=${encodeURIComponent(format!.url)}`
  const file = await edge(path)
  expect([file.status, (await file.arrayBuffer()).byteLength > 0]).toEqual([200, true])
})

test('still returns an existing task', async () => {
  const { format } = await mergeRow('size=1000')
  const id = await startTask(format)
  await until(id, 'completed')
  const edge = edgeWith(10)
  expect((await edge(format.url)).status).toBe(200)
  expect((await edge(`/api/download/start-merge?task_id=${id}`)).status).toBe(200)
})

test('still starts merges without a readable budget', async () => {
  const { format } = await mergeRow('size=1000')
  expect((await edgeWith(new Error('reset'))(format.url)).status).toBe(200)
})

test('answers health checks while a read hangs', async () => {
  let reads = 0
  const read = () =>
    ++reads === 1 ? new Promise<never>(() => undefined) : Promise.resolve({ tasks: 8, bytes: 0, seconds: 0 })
  const settings = { ...env, BUDGET_TASKS: '10', BUDGET: { getByName: () => ({ read }) } } as unknown as Env
  const health = async () => {
    const answer = await worker.fetch(new Request(`https://${HOST}/api/health`), settings)
    return (await answer.json<HealthAnswer>()).budget.percent
  }
  const first = health()
  await eventually(async () => reads === 1, 'the first read has begun')
  expect(await health()).toBe(80)
  expect(await first).toBe(0)
})

test('shows the used budget in GET /api/health', async () => {
  const health: HealthAnswer = await (await edgeWith(8)('/api/health')).json()
  expect(health.budget).toMatchObject({ tasks: 8, bytes: 0, seconds: 0, percent: 80 })
})

test('counts an ended task and its bytes', async () => {
  const budget = env.BUDGET.getByName('product')
  const before = await budget.read()
  const done = await startTask((await mergeRow('size=1000')).format)
  await until(done, 'completed')
  await eventually(async () => (await budget.read()).bytes >= before.bytes + 1_000, 'the bytes are counted')
  expect((await budget.read()).tasks).toBeCloseTo(before.tasks + 0.05, 1)
})

test('charges 24 merges that failed at once as about one', async () => {
  const added: { tasks: number }[] = []
  const BUDGET = { getByName: () => ({ add: async (work: { tasks: number }) => void added.push(work) }) }
  for (let n = 0; n < 24; n++) {
    const query = `break=drm&size=0&n=${n}`
    const { task } = await startOn(faultless, query, {}, undefined, {}, (own) => ({ ...own, BUDGET }))
    await eventually(async () => (await task()).state.status === 'failed', 'the task has failed')
  }
  expect(added).toHaveLength(24)
  expect(added.reduce((sum, { tasks }) => sum + tasks, 0)).toBeLessThan(3)
})

test('gives sites of no known platform at most half of a day', async () => {
  const unknown = { tasks: 5, bytes: 0, seconds: 0 }
  const read = async () => ({ tasks: 6, bytes: 0, seconds: 0, unknown })
  const settings = { ...env, BUDGET_TASKS: '10', BUDGET: { getByName: () => ({ read }) } } as unknown as Env
  await expect(assertBudget(settings, false)).rejects.toMatchObject({ code: 'day_over' })
  await assertBudget(settings, true)
})

test('starts no merge of an unknown site above half of a day', async () => {
  const used = { tasks: 5, bytes: 0, seconds: 0 }
  const read = async () => ({ ...used, unknown: used })
  const settings = { ...env, BUDGET_TASKS: '10', BUDGET: { getByName: () => ({ read }) } }
  const start = async (path: string) => await worker.fetch(new Request(`https://${HOST}${path}`), settings)
  const { format } = await mergeRow('size=1000')
  expect(await errorOf(await start(format.url))).toMatchObject({ status: 503, code: 'day_over' })
  const { formats } = await paste(`https://vimeo.com/${Math.floor(1e8 + Math.random() * 8e8)}`)
  const merge = formats.find(({ url }) => url.includes('start-merge'))!
  expect((await start(merge.url)).status).toBe(200)
})

test.each([
  ['https://vimeo.com/76979871?break=drm', true],
  ['https://media.test/pairs/x?break=drm', false],
])('charges the work of %s to its part of the day', async (source_url, isKnown) => {
  const charged: unknown[] = []
  const add = async (_: object, known: boolean) => void charged.push(known)
  const BUDGET = { getByName: () => ({ add }) }
  const { task } = await startOn(faultless, '', {}, undefined, { source_url }, (own) => ({
    ...own,
    BUDGET,
  }))
  await eventually(async () => (await task()).state.status === 'failed', 'the task has failed')
  await expect.poll(() => charged).toEqual([isKnown])
})

test('adds up the work of unknown sites', async () => {
  const budget = env.BUDGET.getByName(crypto.randomUUID())
  await budget.add({ tasks: 1, bytes: 10 })
  await budget.add({ tasks: 0.05 }, false)
  expect(await budget.read()).toEqual({
    tasks: 1.05,
    bytes: 10,
    seconds: 0,
    relayed: 0,
    unknown: { tasks: 0.05, bytes: 0, seconds: 0, relayed: 0 },
  })
})

test('counts no task that was cancelled while waiting', async () => {
  const added: object[] = []
  const BUDGET = { getByName: () => ({ add: async (work: object) => void added.push(work) }) }
  const { stub, task } = await startOn(faultless, 'busy=1', {}, undefined, {}, (own) => ({ ...own, BUDGET }))
  await eventually(async () => isWaiting(await task()), 'the task waits')
  await stub.cancel()
  expect((await task()).state.status).toBe('failed')
  expect(added).toEqual([])
})

test('logs 80 and 100 percent and starts anew each day', async () => {
  const lines: string[] = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line))
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-22T10:00:00Z') })
  const object = env.BUDGET.getByName(crypto.randomUUID())
  await runInDurableObject(object, async (budget) => {
    Object.assign(budget, { env: { ...env, BUDGET_TASKS: '10' } })
    for (let count = 0; count < 12; count++) await budget.add({ tasks: 1 })
    expect(await budget.read()).toMatchObject({ tasks: 12, bytes: 0, seconds: 0 })
    const percents = lines.map(
      (line) => JSON.parse(line) as { event: string; percent: number; tasks: number },
    )
    expect(percents).toMatchObject([
      { event: 'budget', percent: 80, tasks: 8 },
      { event: 'budget', percent: 100, tasks: 10 },
    ])
    vi.setSystemTime(Date.parse('2026-11-23T00:00:01Z'))
    expect(await budget.read()).toEqual({ tasks: 0, bytes: 0, seconds: 0, relayed: 0 })
  })
})

test('accepts merges after midnight', async () => {
  const midnight = Date.parse('2026-11-23T00:00:00Z')
  vi.useFakeTimers({ toFake: ['Date'], now: midnight - 10_000 })
  const read = async () => ({ tasks: Date.now() < midnight ? 10 : 0, bytes: 0, seconds: 0 })
  const settings = { ...env, BUDGET_TASKS: '10', BUDGET: { getByName: () => ({ read }) } } as unknown as Env
  await expect(assertBudget(settings)).rejects.toMatchObject({ code: 'day_over', waitSeconds: 10 })
  vi.setSystemTime(midnight - 1)
  await expect(assertBudget(settings)).rejects.toMatchObject({ code: 'day_over' })
  vi.setSystemTime(midnight)
  await assertBudget(settings)
})

test('caches no value across midnight', async () => {
  const midnight = Date.parse('2026-11-23T00:00:00Z')
  vi.useFakeTimers({ toFake: ['Date'], now: midnight - 1 })
  let reads = 0
  const read = async () => {
    vi.setSystemTime(midnight)
    return { tasks: reads++ === 0 ? 10 : 0, bytes: 0, seconds: 0 }
  }
  const settings = { ...env, BUDGET_TASKS: '10', BUDGET: { getByName: () => ({ read }) } } as unknown as Env
  await expect(assertBudget(settings)).rejects.toMatchObject({ code: 'day_over' })
  await assertBudget(settings)
})

test.each([
  [{ bytes: 1024 ** 3 }, 'BUDGET_GIB'],
  [{ seconds: 3_600 }, 'BUDGET_CONTAINER_HOURS'],
])('refuses a merge after %o if the limit %s is 1', async (work, setting) => {
  const read = async () => ({ tasks: 0, bytes: 0, seconds: 0, ...work })
  const BUDGET = { getByName: () => ({ read }) }
  const { format } = await mergeRow('size=1000')
  const settings = { ...env, BUDGET, [setting]: '1' } as unknown as Env
  expect((await worker.fetch(new Request(`https://${HOST}${format.url}`), settings)).status).toBe(503)
})
