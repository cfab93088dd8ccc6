import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mergeId, type MergeOrder } from '#contract/engine/merge.ts'
import { Failure } from '#contract/failure.ts'
import { Attempts, type AttemptLimits } from '../../../merger/merge/attempts.ts'
import type { Tools } from '../../../merger/merge/tools.ts'
import { order } from './lib/engine.ts'

const LIMITS = { leaseMs: 8_000, maxAgeMs: 60_000 }
/** Interval of the check that ends expired attempts. */
const CHECK_INTERVAL_MS = LIMITS.leaseMs / 4

/** The calls to the imitated work folder, in order. */
const calls: string[] = []
/** Bytes of disk space that are reserved now. */
let reserved = 0
/** Opens the folder of an attempt. By default it fails, so that the attempt settles without ffmpeg. */
let openFolder: (id: string) => Promise<string>
let running: Attempts[] = []

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] })
  vi.spyOn(console, 'log').mockReturnValue()
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  calls.length = reserved = 0
  openFolder = () => Promise.reject(new Failure('internal'))
  return async () => {
    await Promise.all(running.map((attempts) => attempts.close()))
    running = []
  }
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

function attemptsWith(limits: AttemptLimits = LIMITS, slots = 4): Attempts {
  const reserve = (bytes: number) => {
    reserved += bytes
    return () => void (reserved -= bytes)
  }
  const workDir = {
    room: { reserve },
    open: (id: string) => (calls.push(`open ${id}`), openFolder(id)),
    remove: async (folder: string) => void calls.push(`remove ${folder}`),
    close: async () => void calls.push('close'),
  }
  const attempts = new Attempts({ config: { MERGE_SLOTS: slots }, workDir } as unknown as Tools, limits)
  running.push(attempts)
  return attempts
}
const newOrder = (more: Partial<MergeOrder> = {}) =>
  order({ video: null, audio: null, container: 'mp4' }, more)
const idOf = ({ task, attempt }: MergeOrder) => mergeId(task, attempt)
/**
 * Returns the code and the cause with which the attempt for a merge order has ended. Returns null if the
 * attempt has not ended.
 */
const endOf = (attempts: Attempts, one: MergeOrder) => {
  const { signal } = attempts.find(idOf(one))
  const reason = signal.reason as Failure | undefined
  return signal.aborted ? [reason?.code, reason?.cause] : null
}

test('ends an attempt without a client after its lease', async () => {
  const attempts = attemptsWith()
  const one = newOrder()
  attempts.start(one)
  const { signal } = attempts.find(idOf(one))
  vi.advanceTimersByTime(LIMITS.leaseMs)
  expect(endOf(attempts, one)).toBe(null)
  vi.advanceTimersByTime(CHECK_INTERVAL_MS)
  expect(signal.reason).toMatchObject({ code: 'cancelled', cause: 'no client for one lease' })
  await attempts.remove(idOf(one))
  expect(() => attempts.find(idOf(one))).toThrow(expect.objectContaining({ code: 'not_found' }))
})

test('ends an attempt with a client only at its maximum age', () => {
  const attempts = attemptsWith()
  const one = newOrder()
  attempts.start(one)
  attempts.find(idOf(one)).attach()
  vi.advanceTimersByTime(LIMITS.maxAgeMs - CHECK_INTERVAL_MS)
  expect(endOf(attempts, one)).toBe(null)
  vi.advanceTimersByTime(CHECK_INTERVAL_MS)
  expect(endOf(attempts, one)).toEqual(['cancelled', 'maximum age reached'])
})

test('checks every 5 s, or more often for short limits', () => {
  for (const [limits, checkMs] of [
    [{ leaseMs: 8_000, maxAgeMs: 1e9 }, 2_000],
    [{ leaseMs: 1e9, maxAgeMs: 4_000 }, 1_000],
    [{ leaseMs: 1e9, maxAgeMs: 1e9 }, 5_000],
  ] as const) {
    const set = vi.spyOn(globalThis, 'setInterval')
    attemptsWith(limits)
    expect(set.mock.lastCall?.[1]).toBe(checkMs)
  }
})

test('renews the lease of an attempt that is ordered again', () => {
  const attempts = attemptsWith()
  const one = newOrder()
  attempts.start(one)
  vi.advanceTimersByTime(LIMITS.leaseMs)
  attempts.start(one)
  vi.advanceTimersByTime(LIMITS.leaseMs)
  expect(endOf(attempts, one)).toBe(null)
  expect([calls, attempts.held]).toEqual([[`open ${idOf(one)}`], 1])
})

test('ends only older attempts of the same task', () => {
  const attempts = attemptsWith()
  const [one, other] = [newOrder(), newOrder()]
  const next = { ...one, attempt: 2 }
  for (const each of [one, other, next]) attempts.start(each)
  expect(endOf(attempts, one)).toEqual(['cancelled', undefined])
  expect([endOf(attempts, other), endOf(attempts, next)]).toEqual([null, null])
  expect(attempts.held).toBe(3)
})

test('refuses an older attempt as cancelled', () => {
  const attempts = attemptsWith()
  const next = newOrder({ attempt: 2 })
  attempts.start(next)
  expect(() => attempts.start({ ...next, attempt: 1 })).toThrow(
    expect.objectContaining({ code: 'cancelled' }),
  )
  expect([endOf(attempts, next), attempts.held]).toEqual([null, 1])
})

test('reserves 512 MiB for an attempt until it ends', async () => {
  // The first attempt keeps its merge slot, because its folder never opens.
  openFolder = () => new Promise(() => undefined)
  const attempts = attemptsWith(LIMITS, 1)
  attempts.start(newOrder())
  expect([reserved, attempts.slots.busy]).toEqual([512 * 1024 ** 2, 1])
  expect(() => attempts.start(newOrder())).toThrow(expect.objectContaining({ code: 'busy' }))
  expect(reserved).toBe(512 * 1024 ** 2)
  running = []
})

test('`remove` waits for the folder and its disk space', async () => {
  openFolder = async () => 'folder'
  const attempts = attemptsWith()
  const one = newOrder()
  attempts.start(one)
  const attempt = attempts.find(idOf(one))
  await attempt.settled
  expect(attempts.held).toBe(1)
  await attempts.remove(idOf(one))
  expect(attempt.signal.reason).toMatchObject({ code: 'cancelled' })
  expect(calls.at(-1)).toBe('remove folder')
  expect([attempts.held, reserved]).toEqual([0, 0])
  await attempts.remove('unknown.1')
})

test('`close` removes the work folder last', async () => {
  openFolder = async () => 'folder'
  const attempts = attemptsWith()
  const orders = [newOrder(), newOrder()]
  for (const each of orders) attempts.start(each)
  const ended = orders.map((each) => attempts.find(idOf(each)))
  await Promise.all(ended.map(({ settled }) => settled))
  await attempts.close()
  expect(ended.map(({ signal }) => signal.aborted)).toEqual([true, true])
  expect(calls.slice(-3)).toEqual(['remove folder', 'remove folder', 'close'])
  expect([attempts.held, vi.getTimerCount()]).toEqual([0, 0])
})
