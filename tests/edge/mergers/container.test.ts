import { env } from 'cloudflare:workers'
import { runInDurableObject } from 'cloudflare:test'
import { afterEach, expect, test, vi } from 'vitest'
import type { Merger } from '../../../edge/mergers/container.ts'

// The tests use a fake container, because workerd cannot start a real one in tests.

type Call = { path: string; body: string }
type Fake = {
  /** Returns the response of the container's port. `nth` is the number of the call, counted from 1. */
  answer?: (path: string, nth: number) => Promise<Response | null>
  /**
   * Called on every start. `nth` is the number of the start, counted from 1. If the function throws, the
   * start fails.
   */
  start?: (nth: number) => void
}

const slots = { busy: 0, slots: 4 }
const health = () =>
  Response.json({ v: 1, boot: 'b', yt_dlp: '-', ffmpeg: '-', merges: slots, extractions: slots })

function fakeContainer({ answer, start }: Fake = {}) {
  const seen = { starts: 0, destroys: 0, signals: [] as number[], calls: [] as Call[], envs: [] as object[] }
  let ended = Promise.withResolvers<void>()
  const port = {
    fetch: async (url: string, init?: RequestInit) => {
      const { pathname } = new URL(url)
      const body = init?.body ? new TextDecoder().decode(init.body as ArrayBuffer) : ''
      seen.calls.push({ path: pathname, body })
      return (await answer?.(pathname, seen.calls.length)) ?? health()
    },
  }
  const container = {
    running: false,
    start({ env: variables }: { env: object }) {
      seen.starts++
      seen.envs.push(variables)
      start?.(seen.starts)
      ended = Promise.withResolvers<void>()
      container.running = true
    },
    /** Ends the container as Cloudflare does, with or without an error. */
    end(error?: Error) {
      container.running = false
      if (error) ended.reject(error)
      else ended.resolve()
    },
    monitor: () => ended.promise,
    setInactivityTimeout: async () => undefined,
    destroy: async () => {
      seen.destroys++
      container.end()
    },
    /** The merger finishes its work and exits. */
    signal(number: number) {
      seen.signals.push(number)
      container.end()
    },
    getTcpPort: () => port,
  }
  return { container, seen }
}

/**
 * Runs `work` inside a Merger object that has the fake container. `vars` are variables of the Worker.
 * `stored` is the storage of the object; pass it again to keep the storage in a new object.
 */
async function withMerger<T>(
  container: object,
  work: (merger: Merger) => Promise<T>,
  vars: Record<string, string> = {},
  stored = new Map<string, unknown>(),
): Promise<T> {
  return await runInDurableObject(env.MERGER.getByName(crypto.randomUUID()), async (merger) => {
    const kv = {
      get: (key: string) => stored.get(key),
      put: (key: string, value: unknown) => stored.set(key, value),
      delete: (key: string) => stored.delete(key),
    }
    const ctx = { container, storage: { kv }, waitUntil: () => undefined }
    Object.assign(merger, { ctx, env: { ...env, ...vars } })
    return await work(merger)
  })
}

const get = (merger: Merger, path: string, signal?: AbortSignal) =>
  merger.fetch(new Request(`http://merger${path}`, signal && { signal }))
const codeOf = async (answer: Response) => (await answer.json<{ code: string }>()).code
const refused = () => Promise.reject(new Error('connection refused'))

const fakeTime = () => vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('all requests to a container that is still starting wait for the same start', async () => {
  const { container, seen } = fakeContainer({ answer: async (_, nth) => (nth <= 3 ? await refused() : null) })
  const statuses = await withMerger(container, (merger) =>
    Promise.all(
      ['/merges/a.1/events', '/extract', '/healthz'].map(async (path) => (await get(merger, path)).status),
    ),
  )
  expect(statuses).toEqual([200, 200, 200])
  expect(seen.starts).toBe(1)
  // There were three refused health checks, one successful health check and three requests.
  expect(seen.calls).toHaveLength(7)
})

test('a container whose first start throws an error is started a second time', async () => {
  const { container, seen } = fakeContainer({
    start: (nth) => {
      if (nth === 1) throw new Error('There is no container instance that can be provided, try again later')
    },
  })
  const status = await withMerger(container, async (merger) => (await get(merger, '/healthz')).status)
  expect(status).toBe(200)
  expect(seen.starts).toBe(2)
})

test('a health check without a response ends at its deadline, and the next health check succeeds', async () => {
  fakeTime()
  const { container, seen } = fakeContainer({
    answer: (_, nth) => (nth === 1 ? new Promise(() => undefined) : Promise.resolve(null)),
  })
  const status = await withMerger(container, async (merger) => {
    const answer = get(merger, '/healthz')
    await vi.advanceTimersByTimeAsync(5_000)
    return (await answer).status
  })
  expect(status).toBe(200)
  expect(seen).toMatchObject({ starts: 1, destroys: 0 })
})

test('a container that listens only after 25 seconds is not destroyed', async () => {
  fakeTime()
  const readyAt = Date.now() + 25_000
  const { container, seen } = fakeContainer({
    answer: async () => (Date.now() < readyAt ? await refused() : null),
  })
  const status = await withMerger(container, async (merger) => {
    const answer = get(merger, '/healthz')
    await vi.advanceTimersByTimeAsync(26_000)
    return (await answer).status
  })
  expect(status).toBe(200)
  expect(seen).toMatchObject({ starts: 1, destroys: 0 })
})

test('a container that does not listen within 90 s is destroyed, and the request fails with merger_down', async () => {
  fakeTime()
  const lines: string[] = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line))
  const { container, seen } = fakeContainer({ answer: refused })
  const code = await withMerger(container, async (merger) => {
    const answer = get(merger, '/healthz')
    await vi.advanceTimersByTimeAsync(89_000)
    expect(seen.destroys).toBe(0)
    await vi.advanceTimersByTimeAsync(3_000)
    return await codeOf(await answer)
  })
  expect(code).toBe('merger_down')
  expect(seen.destroys).toBe(1)
  expect(lines.join()).toMatch(/"container_not_ready","cause":"connection refused"/)
})

test('a container that exits during its start is started again, and the reason is logged', async () => {
  const lines: string[] = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line))
  const { container, seen } = fakeContainer({
    answer: async (_, nth) => {
      if (nth > 1) return null
      container.end(new Error('exit code 1'))
      return await refused()
    },
  })
  const status = await withMerger(container, async (merger) => (await get(merger, '/healthz')).status)
  expect(status).toBe(200)
  expect(seen.starts).toBe(2)
  expect(lines.join()).toMatch(/"container_ended","cause":"exit code 1"/)
})

test('a request fails with the code busy at once if the maximum number of containers is running', async () => {
  const error = new Error('Maximum number of running container instances exceeded')
  const thrown = fakeContainer({
    start: () => {
      throw error
    },
  })
  expect(await withMerger(thrown.container, async (merger) => codeOf(await get(merger, '/extract')))).toBe(
    'busy',
  )
  expect(thrown.seen.starts).toBe(1)
  const reported = fakeContainer({
    answer: async () => {
      reported.container.end(error)
      return await refused()
    },
  })
  expect(await withMerger(reported.container, (merger) => merger.ready())).toBe('busy')
})

test('an order to a container that has died is sent again after the container is restarted', async () => {
  const { container, seen } = fakeContainer({
    answer: async (path, nth) => {
      if (path !== '/merges' || nth > 2) return null
      container.end()
      throw new Error('Network connection lost.')
    },
  })
  const status = await withMerger(container, async (merger) => {
    const init = { method: 'POST', body: '{"v":1}' }
    return (await merger.fetch(new Request('http://merger/merges', init))).status
  })
  expect(status).toBe(200)
  expect(seen.starts).toBe(2)
  expect(seen.calls.filter(({ path }) => path === '/merges')).toEqual([
    { path: '/merges', body: '{"v":1}' },
    { path: '/merges', body: '{"v":1}' },
  ])
})

test('an aborted request does not end the start of a container for the other requests', async () => {
  fakeTime()
  const readyAt = Date.now() + 10_000
  const { container, seen } = fakeContainer({
    answer: async () => (Date.now() < readyAt ? await refused() : null),
  })
  await withMerger(container, async (merger) => {
    const leaving = new AbortController()
    const left = get(merger, '/extract', leaving.signal).catch(() => 'left')
    const waiting = get(merger, '/healthz')
    await vi.advanceTimersByTimeAsync(1_000)
    leaving.abort()
    expect(await left).toBe('left')
    await vi.advanceTimersByTimeAsync(11_000)
    expect((await waiting).status).toBe(200)
  })
  expect(seen.starts).toBe(1)
})

const status = async (merger: Merger) => (await get(merger, '/healthz')).status
const PROXY = { MERGER_EGRESS_PROXY: 'http://user:secret@proxy.test:3128' }

test('a container gets the settings of the Worker but no other secrets', async () => {
  const { container, seen } = fakeContainer()
  const vars = { ...PROXY, MERGER_MERGE_SLOTS: '2', MERGER_EXTRACT_QUEUE: '', MERGER_KEYS: 'k'.repeat(43) }
  expect(await withMerger(container, status, vars)).toBe(200)
  expect(seen.envs).toEqual([
    {
      PORT: '8080',
      HOST: '0.0.0.0',
      EGRESS_PROXY: PROXY.MERGER_EGRESS_PROXY,
      MERGE_SLOTS: '2',
      MERGER_KEYS: vars.MERGER_KEYS,
    },
  ])
})

test.for([
  ['MERGER_EGRES_PROXY', 'http://user:secret@proxy.test:3128'],
  ['MERGER_EGRESS_PROXY', 'socks5://user:secret@proxy.test:3128'],
  ['MERGER_MERGE_SLOTS', 'secret'],
])(
  'with the setting %s=%s no container starts, and the log names the setting but not its value',
  async (row) => {
    const lines: string[] = []
    vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line))
    const [name, value] = row as [string, string]
    const { container, seen } = fakeContainer()
    const code = await withMerger(container, async (merger) => await codeOf(await get(merger, '/extract')), {
      [name]: value,
    })
    expect(code).toBe('merger_down')
    expect(seen.starts).toBe(0)
    expect(lines.join()).toContain(name)
    expect(lines.join()).not.toContain('secret')
  },
)

test('a running container gets a SIGTERM and starts again after its settings have changed', async () => {
  const { container, seen } = fakeContainer({
    answer: async (path) =>
      container.running ? null : await Promise.reject(new Error(`${path}: not running`)),
  })
  const stored = new Map<string, unknown>()
  expect(await withMerger(container, status, PROXY, stored)).toBe(200)
  expect(await withMerger(container, status, PROXY, stored)).toBe(200)
  expect(seen).toMatchObject({ starts: 1, signals: [] })
  const changed = { MERGER_EGRESS_PROXY: 'http://other.test:3128' }
  expect(await withMerger(container, status, changed, stored)).toBe(200)
  expect(seen).toMatchObject({ starts: 2, signals: [15] })
  expect(seen.envs[1]).toMatchObject({ EGRESS_PROXY: 'http://other.test:3128' })
})

/**
 * Returns a fake container whose image has this build. It keeps running after a SIGTERM, as a real container
 * does while it finishes its merges.
 */
function containerWithBuild(build: string) {
  const fake = fakeContainer({
    answer: async () => Response.json({ ...(await health().json<object>()), build }),
  })
  fake.container.signal = (number: number) => void fake.seen.signals.push(number)
  return fake
}

/**
 * Calls the container `count` times. Each call uses a new instance of the Merger object, as after a deploy.
 */
async function callsIn(container: object, count: number, build: string, stored: Map<string, unknown>) {
  for (let call = 0; call < count; call++)
    await withMerger(container, status, { MERGER_BUILD: build }, stored)
}

test('a running container gets a SIGTERM if its image is older than the deployment', async () => {
  const { container, seen } = containerWithBuild('one')
  const stored = new Map<string, unknown>()
  await callsIn(container, 3, 'one', stored)
  expect(seen.signals).toEqual([])
  await callsIn(container, 1, 'two', stored)
  expect(seen).toMatchObject({ starts: 1, signals: [15] })
})

test('a container that starts with the old image again and again gets at most three SIGTERMs for one deployment', async () => {
  const { container, seen } = containerWithBuild('one')
  const stored = new Map<string, unknown>()
  await callsIn(container, 6, 'two', stored)
  expect(seen.signals).toEqual([15, 15, 15])
  await callsIn(container, 1, 'three', stored)
  expect(seen.signals).toHaveLength(4)
})

test('a running container is compared with the deployment again after fifteen minutes', async () => {
  fakeTime()
  const { container, seen } = containerWithBuild('one')
  await withMerger(
    container,
    async (merger) => {
      await status(merger)
      await status(merger)
      expect(seen.signals).toEqual([])
      await vi.advanceTimersByTimeAsync(15 * 60_000)
      await status(merger)
    },
    { MERGER_BUILD: 'two' },
  )
  expect(seen.signals).toEqual([15])
})

test('a container adds its running seconds to the budget at most once a minute, and at most ten minutes after a pause between calls', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  const { container } = fakeContainer()
  const stored = new Map<string, unknown>()
  const added: object[] = []
  const BUDGET = { getByName: () => ({ add: async (work: object) => void added.push(work) }) }
  /** Calls the container `count` times, each time in a new instance of its object. */
  const call = (times: number, pauseMs: number) =>
    withMerger(
      container,
      async (merger) => {
        for (let count = 0; count < times; count++) {
          vi.setSystemTime(Date.now() + pauseMs)
          await get(merger, '/healthz')
        }
      },
      { BUDGET } as unknown as Record<string, string>,
      stored,
    )
  await call(13, 10_000)
  expect(added).toEqual([{ seconds: 60 }, { seconds: 60 }])
  await call(1, 300_000)
  await call(1, 3_600_000)
  expect(added.slice(2)).toEqual([{ seconds: 300 }, { seconds: 600 }])
})

test('the running seconds of a container that is woken but gets no work are added to the budget until the container ends', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  const { container } = fakeContainer()
  const added: object[] = []
  const BUDGET = { getByName: () => ({ add: async (work: object) => void added.push(work) }) }
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
    { BUDGET } as unknown as Record<string, string>,
  )
})
