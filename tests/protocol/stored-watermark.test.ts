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

// Tests the real attachment and task machine of the edge together with the real backlog of the merger. Time,
// network and bucket are simulated.

/**
 * Upper limit for the duration of a merge in milliseconds. It is longer than three attempts with their
 * longest delays and a stalled minute in each.
 */
const LONGEST_MS = 30 * 60_000
const runs = process.env['LONG'] ? 5_000 : 300

let time: VirtualTime
beforeEach(() => {
  // Each attachment that fails writes a log line, and thousands of attachments fail in these tests. So the
  // log is silenced.
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
  // Node does not have this class of workerd. The simulation sends no real bytes, so any class will do.
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

/** Runs one task to its end, as its alarms would. */
async function play(schedule: Schedule): Promise<{ task: Task; bucket: SimulatedBucket }> {
  const bucket = new SimulatedBucket(schedule.bucket)
  const merger = new SimulatedMerger(schedule)
  const parts = new Map<number, string>()
  let task = advance(undefined, { type: 'started', plan, key: '', merger: 'local:0', at: Date.now() })!
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
    place: { take: async () => 'granted', leave: async () => undefined },
    mergers: () => ['local:0'],
    clientOf: () => merger.call,
    files: bucket.files,
    limits: { attachmentMs: ATTACHMENT_MS, storeMs: 40_000, stallMs: STALL_MS, blockCheckMs: 15_000 },
  }
  while (isRunning(task)) {
    const pause = Math.max(0, task.notBefore - Date.now())
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

/**
 * Checks that the finished object contains every byte of the file in order, and that all bytes come from one
 * attempt.
 */
function expectWhole({ task, bucket }: Awaited<ReturnType<typeof play>>, { size }: Schedule): void {
  if (!isReady(task)) throw new Error(`the task is ${task.status}`)
  const ranges = bucket.objects.get(`task/${task.file.key}`)!
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

test('a merge completes in its first attempt if the fifth part takes 20 s longer to store than the others', async () => {
  const bucket = [...quickCalls(5), { ...quick, ms: 20_000 }]
  const schedule = { ...healthy, bucket }
  const end = await time.run(play(schedule), LONGEST_MS)
  expect(end.task).toMatchObject({ status: 'completed', lastAttemptId: 1 })
  expectWhole(end, schedule)
})

test('a lost acknowledgement is sent again, so the merge completes in its first attempt', async () => {
  const bucket = [...quickCalls(5), { ...quick, ms: 20_000 }]
  const lost: Fate = { ...quick, request: 'lost' }
  // The calls to the merger are first the order and the events, then the pulls up to the slow part, and then
  // the acknowledgements.
  for (let call = 8; call < 24; call++) {
    const schedule = { ...healthy, bucket, merger: [...quickCalls(call), lost] }
    const end = await time.run(play(schedule), LONGEST_MS)
    expect(end.task, `call ${call}`).toMatchObject({ status: 'completed', lastAttemptId: 1 })
    expectWhole(end, schedule)
  }
})

test('parts that are stored slowly never end an attempt', { timeout: 600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(slowSchedule, async (schedule) => {
      const end = await time.run(play(schedule), LONGEST_MS)
      expect(end.task).toMatchObject({ status: 'completed', lastAttemptId: 1 })
      expectWhole(end, schedule)
    }),
    { numRuns: runs },
  )
})

test(
  'under any schedule of faults a merge ends within half an hour, either failed or with a complete file',
  { timeout: 1_800_000 },
  async () => {
    const ends = new Set<string>()
    await fc.assert(
      fc.asyncProperty(faultySchedule, async (schedule) => {
        const end = await time.run(play(schedule), LONGEST_MS)
        ends.add(end.task.status)
        if (end.task.status !== 'failed') expectWhole(end, schedule)
      }),
      { numRuns: runs },
    )
    // Some merges must fail and some must complete. If all had the same end, the schedules would contain too
    // few or too many faults.
    expect(ends).toEqual(new Set(['completed', 'failed']))
  },
)
