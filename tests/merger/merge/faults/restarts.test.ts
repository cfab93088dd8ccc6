import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeAll, afterAll, expect, test } from 'vitest'
import { mergeId, type MergeOrder } from '#contract/engine/merge.ts'
import { events, order, post, fetchMerge, fetchFile } from '../lib/engine.ts'
import { expectFaultFree } from '../lib/fault-free.ts'
import { forkedPlan, forkEngine, workingIn, type ForkedEngine } from '../lib/fork-engine.ts'
import { startOrigin, type Origin } from '../lib/origin.ts'

// Each test disturbs the merger that runs the first attempt of a merge.
// - If the clock of the merger jumps, the first attempt must still give the file.
// - If the merger is killed, paused or terminated, the next attempt must give the file. Another merger runs
//   the next attempt.
// The file must be complete. It must have the same media packets as a file that was merged without a fault.
// No process of the first attempt may remain.

const LEASE = 1_500

let origin: Origin
let healthy: ForkedEngine
let faulty: ForkedEngine | undefined
const start = (port: number, fault: string) =>
  forkEngine(port, origin.url(`${fault}/big.mp4`), origin.url('plain/audio.m4a'), { lease: LEASE })
const nextAttemptIsWhole = async (mergeOrder: MergeOrder) => {
  const { file } = await fetchFile(healthy, { ...mergeOrder, attempt: mergeOrder.attempt + 1 })
  await expectFaultFree(file, healthy, order(forkedPlan))
}
const foldersOf = ({ workDir, child }: ForkedEngine) =>
  readdirSync(path.join(workDir, 'merges', String(child.pid)))

beforeAll(async () => {
  origin = await startOrigin(9281)
  healthy = await start(9282, 'plain')
})
afterEach(() => faulty?.clear())
afterAll(async () => {
  healthy.clear()
  await origin.close()
})

const outcome = (taking: Promise<unknown>) =>
  taking.then(
    () => 'whole',
    () => 'broken',
  )

test.skipIf(!existsSync('/proc/self/cwd'))(
  'completes the file after a kill in the next attempt',
  async () => {
    faulty = await start(9283, 'slow')
    const mergeOrder = order(forkedPlan)
    const taking = outcome(fetchMerge(faulty, mergeOrder))
    await sleep(1_000)
    await faulty.end('SIGKILL')
    expect(await taking).toBe('broken')
    await expect.poll(() => workingIn(faulty!.workDir)).toEqual([])
    await nextAttemptIsWhole(mergeOrder)
  },
)

test.skipIf(!existsSync('/proc/self/cwd'))(
  'removes the folder of an attempt stopped past its lease',
  async () => {
    faulty = await start(9284, 'slow')
    const mergeOrder = order(forkedPlan)
    const left = new AbortController()
    const lines = events(faulty, (await post(faulty, mergeOrder), mergeId(mergeOrder.task, 1)), left.signal)
    await lines.next()
    await expect.poll(() => workingIn(faulty!.workDir).length, { timeout: 10_000 }).toBeGreaterThan(0)
    faulty.child.kill('SIGSTOP')
    left.abort()
    await sleep(LEASE + 500)
    await nextAttemptIsWhole(mergeOrder)
    faulty.child.kill('SIGCONT')
    await expect.poll(() => foldersOf(faulty!)).toEqual([])
    expect(workingIn(faulty.workDir)).toEqual([])
    expect((await fetch(`${faulty.origin}/merges/${mergeId(mergeOrder.task, 1)}/events`)).status).toBe(404)
  },
)

test.skipIf(!existsSync('/proc/self/cwd'))(
  'completes the file after SIGTERM in the next attempt',
  async () => {
    faulty = await start(9285, 'slow')
    const mergeOrder = order(forkedPlan)
    const taking = outcome(fetchMerge(faulty, mergeOrder))
    await expect.poll(() => workingIn(faulty!.workDir).length, { timeout: 10_000 }).toBeGreaterThan(0)
    expect(await faulty.end('SIGTERM')).toBe(0)
    expect(await taking).toBe('broken')
    expect(workingIn(faulty.workDir)).toEqual([])
    await nextAttemptIsWhole(mergeOrder)
  },
)

test('keeps the length of an attempt over a clock jump', async () => {
  faulty = await start(9286, 'slow')
  const mergeOrder = order(forkedPlan)
  expect((await post(faulty, mergeOrder)).status).toBe(200)
  await faulty.skew(600_000)
  await sleep(LEASE / 2)
  const { file, lines } = await fetchFile(faulty, mergeOrder)
  await expectFaultFree(file, healthy, order(forkedPlan))
  for (const { progress } of lines) expect(progress.speed ?? 0).toBeGreaterThanOrEqual(0)
  expect((await post(faulty, order(forkedPlan))).status).toBe(200)
  await expect.poll(() => foldersOf(faulty!)).toHaveLength(1)
  await faulty.skew(-1_200_000)
  await expect.poll(() => foldersOf(faulty!), { timeout: 3 * LEASE }).toEqual([])
})
