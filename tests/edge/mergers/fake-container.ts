import { env } from 'cloudflare:workers'
import { runInDurableObject } from 'cloudflare:test'
import { vi } from 'vitest'
import { Merger } from '../../../edge/mergers/container.ts'

type Call = { path: string; body: string }
type Fake = {
  /**
   * Returns the container's response to a request. Null stands for the default response, a healthy status
   * report. `nth` is the number of the request, counted from 1.
   */
  answer?: (path: string, nth: number) => Promise<Response | null>
  /**
   * Called at every start of the container. `nth` is the number of the start, counted from 1. If the function
   * throws, the start fails.
   */
  start?: (nth: number) => void
}

const slots = { busy: 0, slots: 4 }
export const health = (more: object = {}) =>
  Response.json({
    v: 1,
    boot: 'b',
    yt_dlp: '2026.10.26',
    yt_dlp_age_days: 31,
    ffmpeg: '7.1.5',
    self_test: 'passed',
    js: 'deno',
    ejs: '0.3',
    curl_cffi: '0.13',
    merges: slots,
    extractions: slots,
    sandbox: {},
    draining: false,
    calls: 0,
    ...more,
  })

/**
 * Returns a fake container, because workerd cannot start a real one in tests. `seen` records what happens to
 * the container:
 * - `starts` and `destroys`: how often it was started and destroyed
 * - `signals` and `calls`: the signals and requests that it received
 * - `envs` and `idleMs`: the environment variables and the inactivity timeout of each start
 */
export function fakeContainer({ answer, start }: Fake = {}) {
  const seen = {
    starts: 0,
    destroys: 0,
    signals: [] as number[],
    calls: [] as Call[],
    envs: [] as object[],
    idleMs: [] as number[],
  }
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
    /** Ends the container as Cloudflare does: `monitor()` resolves, or rejects with `error`. */
    end(error?: Error) {
      container.running = false
      if (error) ended.reject(error)
      else ended.resolve()
    },
    monitor: () => ended.promise,
    setInactivityTimeout: async (ms: number) => void seen.idleMs.push(ms),
    destroy: async () => {
      seen.destroys++
      container.end()
    },
    /** Sends a signal to the container. The container has no work to finish, so it ends at once. */
    signal(number: number) {
      seen.signals.push(number)
      container.end()
    },
    getTcpPort: () => port,
  }
  return { container, seen }
}

/** The storage of an object, which outlives the object. */
export function fakeStorage(values = new Map<string, unknown>()) {
  const storage = {
    values,
    alarm: undefined as number | undefined,
    kv: {
      get: (key: string) => values.get(key),
      put: (key: string, value: unknown) => values.set(key, value),
      delete: (key: string) => values.delete(key),
    },
    setAlarm: async (at: number) => void (storage.alarm = at),
  }
  return storage
}

/**
 * Runs `work` with a Merger object that controls the fake container. `vars` are variables of the Worker.
 * `stored` is the storage of the object. Pass the same `stored` again to simulate a new object with the same
 * storage.
 */
export async function withMerger<T>(
  container: object,
  work: (merger: Merger) => Promise<T>,
  vars: Record<string, unknown> = {},
  stored = new Map<string, unknown>(),
): Promise<T> {
  return await withObjects(async (make) => await work(make(container, fakeStorage(stored), vars)))
}

type Make = (container: object, storage: object, vars: Record<string, unknown>, name?: string) => Merger

export async function withObjects<T>(work: (make: Make) => Promise<T>): Promise<T> {
  return await runInDurableObject(
    env.MERGER.getByName(crypto.randomUUID()),
    async (_, state) =>
      await work((container, storage, vars, name) => {
        const own = { container, storage, waitUntil: () => undefined, id: { name } }
        for (const [property, value] of Object.entries(own))
          Object.defineProperty(state, property, { value, configurable: true })
        const merger = new Merger(state, { ...env, ...vars })
        Object.defineProperty(merger, 'ctx', { value: own })
        return merger
      }),
  )
}

export const get = (merger: Merger, path: string, signal?: AbortSignal) =>
  merger.fetch(new Request(`http://merger${path}`, signal && { signal }))
export const codeOf = async (answer: Response) => (await answer.json<{ code: string }>()).code
export const refused = () => Promise.reject(new Error('connection refused'))
export const statusOf = async (merger: Merger) => (await get(merger, '/healthz')).status
export const fakeTime = () => vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
