import { vi } from 'vitest'
import type { Merger } from '../../../edge/mergers/container.ts'
import { fakeContainer, fakeStorage, get, withObjects } from './fake-container.ts'

// Imitates how Cloudflare keeps a Durable Object and its container (Containers documentation, October 2026):
// - An object leaves memory soon after its last event, but a pending `monitor()` keeps it up to 15 minutes.
// - The inactivity timeout of a container starts when its object has left memory.
// - A new object has neither the timeout nor the monitor of the one before it. Without a timeout, the
//   container stops soon after the object has left memory.

const EVICTION_MS = 90_000
const PENDING_MS = 15 * 60_000
const NO_TIMEOUT_MS = 60_000

type Fake = Parameters<typeof fakeContainer>[0]

export async function onPlatform<T>(work: (platform: Platform) => Promise<T>, fake?: Fake): Promise<T> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  return await withObjects(async (make) => {
    const storage = fakeStorage()
    const { container, seen } = fakeContainer(fake)
    const charged: number[] = []
    const reports: unknown[] = []
    const vars = {
      BUDGET: {
        getByName: () => ({ add: async ({ seconds }: { seconds: number }) => charged.push(seconds) }),
      },
      FLEET: { getByName: () => ({ report: async (_: string, report: unknown) => reports.push(report) }) },
    }
    let object: Merger | undefined
    let [eventAt, monitorAt, stopAt] = [0, 0, Infinity]
    let timeoutMs: number | undefined
    let settle: (() => void)[] = []
    const plain = { ...container }
    Object.assign(container, {
      start: (options: { env: object }) => {
        stopAt = Infinity
        plain.start(options)
      },
      end: (error?: Error) => {
        plain.end(error)
        for (const one of settle) one()
      },
      signal: (number: number) => {
        seen.signals.push(number)
        container.end()
      },
      monitor: () => {
        monitorAt = Date.now()
        return new Promise<void>((resolve) => settle.push(resolve))
      },
      setInactivityTimeout: async (ms: number) => void (timeoutMs = ms),
    })
    const loaded = () => {
      eventAt = Date.now()
      stopAt = Infinity
      return (object ??= make(container, storage, vars, 'weur:0'))
    }
    const evict = () => {
      object = undefined
      if (container.running) stopAt = Date.now() + (timeoutMs ?? NO_TIMEOUT_MS)
      timeoutMs = undefined
      settle = []
    }
    const evictionAt = () => {
      if (!object) return Infinity
      const held = container.running && settle.length > 0 ? monitorAt + PENDING_MS : 0
      return Math.max(eventAt, held) + EVICTION_MS
    }
    return await work({
      container,
      seen,
      reports,
      seconds: () => charged.reduce((sum, one) => sum + one, 0),
      restart: evict,
      call: async () => (await get(loaded(), '/extract')).status,
      pass: async (minutes) => {
        const until = Date.now() + minutes * 60_000
        for (;;) {
          const next = Math.min(evictionAt(), stopAt, storage.alarm ?? Infinity)
          if (next > until) break
          vi.setSystemTime(Math.max(next, Date.now()))
          if (next === storage.alarm) {
            storage.alarm = undefined
            await loaded().alarm()
          } else if (next === stopAt) {
            stopAt = Infinity
            container.end()
          } else evict()
          await new Promise((resolve) => setTimeout(resolve, 0))
        }
        vi.setSystemTime(until)
      },
    })
  })
}

type Platform = Pick<ReturnType<typeof fakeContainer>, 'container' | 'seen'> & {
  reports: unknown[]
  /** Sum of the charged seconds. */
  seconds: () => number
  call: () => Promise<number>
  /** The object leaves memory at once, as at a deploy. */
  restart: () => void
  pass: (minutes: number) => Promise<void>
}
