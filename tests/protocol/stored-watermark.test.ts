import * as fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { MergePlan } from '#contract/engine/merge.ts'
import { PART_BYTES, STALL_MS } from '#contract/limits.ts'
import { attach } from '../../edge/tasks/attachment.ts'
import { ATTACHMENT_MS, type AttachmentContext } from '../../edge/tasks/attachment-context.ts'
import { advance, attemptOf, isReady, isRunning } from '../../edge/tasks/task-machine.ts'
import type { Task, TaskEvent } from '../../edge/tasks/task.ts'
import { faultySchedule, slowSchedule, type Fate, type Schedule } from './schedule.ts'
import { SimulatedBucket } from './simulated-bucket.ts'
import { SimulatedMerger } from './simulated-merger.ts'
import { VirtualTime } from './virtual-time.ts'

// These tests run the edge's real code for tasks and for attachments (connections of a task to a merger),
// together with the merger's real class Backlog. Time, network and bucket are simulated.

/**
 * Time limit for a merge in milliseconds of virtual time. Three attempts take less, even if each attempt has
 * the longest delays and stalls for a minute.
 */
const LONGEST_MS = 30 * 60_000
const runs = process.env['LONG'] ? 5_000 : 300

let time: VirtualTime
beforeEach(() => {
  // In these tests, thousands of attachments (connections of a task to a merger) fail, and each failure
  // writes a line to the log. Therefore the tests silence the log.
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
  // Node does not have the workerd class FixedLengthStream. The simulation sends no real bytes, so any class
  // can replace it.
  vi.stubGlobal('FixedLengthStream', Object)
  time = new VirtualTime()
  time.install()
})
afterEach(() => {
  time.uninstall()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const plan: MergePlan = { source_url: 'https://media.test/v', video: null, audio: null, container: 'mp4' }

/**
 * Runs one task until it completes or fails. Each pass of the loop is one alarm of the task's Durable Object.
 */
async function play(schedule: Schedule): Promise<{ task: Task; bucket: SimulatedBucket }> {
  const bucket = new SimulatedBucket(schedule.bucket)
  const merger = new SimulatedMerger(schedule)
  const parts = new Map<number, string>()
  let task = advance(undefined, {
    type: 'started',
    order: { plan, key: '', merger: 'local:0' },
    at: Date.now(),
  })!
  const tell = (event: TaskEvent) => {
    const before = attemptOf(task)?.id
    task = advance(task, event)
    if (attemptOf(task)?.id !== before) parts.clear()
  }
  const context: AttachmentContext = {
    name: 'task',
    task: () => task,
    tell,
    stored: (file) => tell({ type: 'stored', ...file, at: Date.now(), retentionMs: 3_600_000 }),
    parts: {
      has: (number) => parts.has(number),
      put: (number, etag) => void parts.set(number, etag),
      all: () => [...parts].sort(([a], [b]) => a - b).map(([partNumber, etag]) => ({ partNumber, etag })),
    },
    place: { take: async () => 'granted', leave: async () => undefined, setIdle: async () => undefined },
    exitAt: async () => undefined,
    mergers: async () => ['local:0'],
    clientOf: () => merger.call,
    files: bucket.files,
    limits: {
      attachmentMs: ATTACHMENT_MS,
      storeMs: 40_000,
      retryMs: 200,
      stallMs: STALL_MS,
      awayMs: 5_000,
      blockCheckMs: 15_000,
    },
  }
  while (isRunning(task)) {
    const pause = Math.max(0, task.state.notBefore - Date.now())
    await new Promise((resolve) => setTimeout(resolve, pause))
    tell({ type: 'alarm', at: Date.now() })
    if (!isRunning(task)) break
    const attachment = new AbortController()
    const cut = setTimeout(() => attachment.abort(), schedule.attachmentMs)
    await attach(context, attachment.signal)
    clearTimeout(cut)
  }
  return { task, bucket }
}

/** Asserts that the finished object contains every byte of the file in order, all from one attempt. */
function expectWhole({ task, bucket }: Awaited<ReturnType<typeof play>>, { size }: Schedule): void {
  if (!isReady(task)) throw new Error(`the task is ${task.state.status}`)
  const ranges = bucket.objects.get(`task/${task.state.file.key}`)!
  let at = 0
  for (const { start, end } of ranges) {
    expect(start).toBe(at)
    at = end
  }
  expect(at).toBe(size)
  expect(new Set(ranges.map(({ id }) => id)).size).toBe(1)
}

const quick: Fate = { ms: 20, request: 'arrives', answer: 'arrives' }
const quickCalls = (count: number) => Array.from({ length: count }, () => quick)
const healthy: Schedule = {
  size: 40 * PART_BYTES,
  from: PART_BYTES,
  rate: 100 * 1024 ** 2,
  bucket: [],
  merger: [],
  cuts: [],
  restarts: [],
  attachmentMs: ATTACHMENT_MS,
}

test('completes though a part takes 20 s to store', async () => {
  const bucket = [...quickCalls(5), { ...quick, ms: 20_000 }]
  const schedule = { ...healthy, bucket }
  const end = await time.run(play(schedule), LONGEST_MS)
  expect(end.task).toMatchObject({ state: { status: 'completed' }, lastAttemptId: 1 })
  expectWhole(end, schedule)
})

test('completes though a call is lost', async () => {
  const bucket = [...quickCalls(5), { ...quick, ms: 20_000 }]
  const lost: Fate = { ...quick, request: 'lost' }
  // The first eight calls to the merger start the merge, open the event stream and pull some parts. They all
  // arrive. In each iteration, one of the later calls is lost: a pull, or a report of the watermark. The
  // watermark is the position up to which the bucket has all bytes.
  for (let call = 8; call < 24; call++) {
    const schedule = { ...healthy, bucket, merger: [...quickCalls(call), lost] }
    const end = await time.run(play(schedule), LONGEST_MS)
    expect(end.task, `call ${call}`).toMatchObject({ state: { status: 'completed' }, lastAttemptId: 1 })
    expectWhole(end, schedule)
  }
})

test('completes though parts take up to 30 s', { timeout: 600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(slowSchedule, async (schedule) => {
      const end = await time.run(play(schedule), LONGEST_MS)
      expect(end.task).toMatchObject({ state: { status: 'completed' }, lastAttemptId: 1 })
      expectWhole(end, schedule)
    }),
    { numRuns: runs },
  )
})

test('ends within half an hour under random failures', { timeout: 1_800_000 }, async () => {
  const ends = new Set<string>()
  await fc.assert(
    fc.asyncProperty(faultySchedule, async (schedule) => {
      const end = await time.run(play(schedule), LONGEST_MS)
      ends.add(end.task.state.status)
      if (end.task.state.status !== 'failed') expectWhole(end, schedule)
    }),
    { numRuns: runs },
  )
  // Both results must occur. If only one occurs, the random schedules contain too few or too many faults to
  // test anything.
  expect(ends).toEqual(new Set(['completed', 'failed']))
})
