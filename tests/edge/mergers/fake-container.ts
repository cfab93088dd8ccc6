import { env } from 'cloudflare:workers'
import { runInDurableObject } from 'cloudflare:test'
import { vi } from 'vitest'
import type { Merger } from '../../../edge/mergers/container.ts'

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
export const health = () =>
  Response.json({ v: 1, boot: 'b', yt_dlp: '-', ffmpeg: '-', merges: slots, extractions: slots })

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

/**
 * Runs `work` with a Merger object that controls the fake container. `vars` are variables of the Worker.
 * `stored` is the storage of the object. Pass the same `stored` again to simulate a new object with the same
 * storage.
 */
export async function withMerger<T>(
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

export const get = (merger: Merger, path: string, signal?: AbortSignal) =>
  merger.fetch(new Request(`http://merger${path}`, signal && { signal }))
export const codeOf = async (answer: Response) => (await answer.json<{ code: string }>()).code
export const refused = () => Promise.reject(new Error('connection refused'))
export const statusOf = async (merger: Merger) => (await get(merger, '/healthz')).status
export const fakeTime = () => vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
