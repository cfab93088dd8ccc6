import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeAll, afterAll, expect, test } from 'vitest'
import { mergeId, type MergeOrder } from '#contract/engine.ts'
import { events, order, post, take, takeFile } from './engine.ts'
import { expectFaultFree } from './fault-free.ts'
import { forkedPlan, forkEngine, workingIn, type ForkedEngine } from './fork-engine.ts'
import { startOrigin, type Origin } from './origin.ts'

// What becomes of a task whose merger is killed, frozen, told to end or told a wrong time: another attempt has the whole file,
// packet for packet, and nothing of the first is left.

const LEASE = 1_500

let origin: Origin
let sound: ForkedEngine
let faulty: ForkedEngine | undefined
const start = (port: number, way: string) =>
  forkEngine(port, origin.url(`${way}/big.mp4`), origin.url('plain/audio.m4a'), { lease: LEASE })
const makesWhole = async (it: MergeOrder) => {
  const { file } = await takeFile(sound, { ...it, attempt: it.attempt + 1 })
  await expectFaultFree(file, sound, order(forkedPlan))
}
const foldersOf = ({ workDir, child }: ForkedEngine) =>
  readdirSync(path.join(workDir, 'merges', String(child.pid)))

beforeAll(async () => {
  origin = await startOrigin(9281)
  sound = await start(9282, 'plain')
})
afterEach(() => faulty?.clear())
afterAll(async () => {
  sound.clear()
  await origin.close()
})

const outcome = (taking: Promise<unknown>) =>
  taking.then(
    () => 'whole',
    () => 'broken',
  )

test.skipIf(!existsSync('/proc/self/cwd'))(
  'rows 1 and 2: a merger killed while its bytes are taken: the next attempt is whole',
  async () => {
    faulty = await start(9283, 'slow')
    const it = order(forkedPlan)
    const taking = outcome(take(faulty, it))
    await sleep(1_000)
    await faulty.end('SIGKILL')
    expect(await taking).toBe('broken')
    await expect.poll(() => workingIn(faulty!.workDir), { timeout: 5_000 }).toEqual([])
    await makesWhole(it)
  },
)

test.skipIf(!existsSync('/proc/self/cwd'))(
  'row 26: a merger that wakes after its lease finds its attempt over, and cleans up',
  async () => {
    faulty = await start(9284, 'slow')
    const it = order(forkedPlan)
    const left = new AbortController()
    const lines = events(faulty, (await post(faulty, it), mergeId(it.task, 1)), left.signal)
    await lines.next()
    await expect.poll(() => workingIn(faulty!.workDir).length, { timeout: 10_000 }).toBeGreaterThan(0)
    faulty.child.kill('SIGSTOP')
    left.abort()
    await sleep(LEASE + 500)
    await makesWhole(it)
    faulty.child.kill('SIGCONT')
    await expect.poll(() => foldersOf(faulty!), { timeout: 5_000 }).toEqual([])
    expect(workingIn(faulty.workDir)).toEqual([])
    expect((await fetch(`${faulty.origin}/merges/${mergeId(it.task, 1)}/events`)).status).toBe(404)
  },
)

test.skipIf(!existsSync('/proc/self/cwd'))(
  'row 27: a merger that is told to end breaks off what it makes, ends cleanly, and the next attempt is whole',
  async () => {
    faulty = await start(9285, 'slow')
    const it = order(forkedPlan)
    const taking = outcome(take(faulty, it))
    await expect.poll(() => workingIn(faulty!.workDir).length, { timeout: 10_000 }).toBeGreaterThan(0)
    expect(await faulty.end('SIGTERM')).toBe(0)
    expect(await taking).toBe('broken')
    expect(workingIn(faulty.workDir)).toEqual([])
    await makesWhole(it)
  },
)

test('row 22: a clock that is set ten minutes ahead ends nothing, one that is set back keeps nothing alive', async () => {
  faulty = await start(9286, 'slow')
  const it = order(forkedPlan)
  expect((await post(faulty, it)).status).toBe(200)
  await faulty.skew(600_000)
  await sleep(LEASE / 2)
  const { file, lines } = await takeFile(faulty, it)
  await expectFaultFree(file, sound, order(forkedPlan))
  for (const { progress } of lines) expect(progress.speed ?? 0).toBeGreaterThanOrEqual(0)
  expect((await post(faulty, order(forkedPlan))).status).toBe(200)
  await expect.poll(() => foldersOf(faulty!)).toHaveLength(1)
  await faulty.skew(-1_200_000)
  await expect.poll(() => foldersOf(faulty!), { timeout: 3 * LEASE }).toEqual([])
})
