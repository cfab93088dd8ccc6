import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { MergeEvent, MergePlan } from '#contract/engine.ts'
import { MAX_ATTEMPTS } from '#contract/limits.ts'
import { advance, isRunning, nextWake, objectKey } from '../../../edge/tasks/task-machine.ts'
import type { Leftover, Task, TaskEvent } from '../../../edge/tasks/task.ts'

const plan: MergePlan = { source_url: 'https://media.test/v', video: null, audio: null, container: 'mp4' }
const started = (at: number): TaskEvent => ({ type: 'started', plan, key: 'k', merger: 'local:0', at })
const proof = { container: 'mp4', video_codec: 'h264', audio_codec: 'aac', width: 1, height: 1, duration: 1 }
const progressEvent = (percent: number): MergeEvent => ({
  from: 0,
  final: 0,
  progress: { percent, stage: 'downloading', received: 0, total: null, speed: null, remaining: null },
})
const stored = (at: number): TaskEvent => ({
  type: 'stored',
  size: 1,
  etag: 'e',
  proof,
  combined: null,
  at,
  lives: 1_000,
})
const play = (...events: TaskEvent[]) => events.reduce<Task | undefined>(advance, undefined)

describe('the life of a task', () => {
  test('it waits, runs, completes and expires', () => {
    const path: TaskEvent[] = [
      started(0),
      { type: 'accepted', merger: 'local:0', at: 1 },
      { type: 'opened', upload: 'u' },
      { type: 'progressed', event: progressEvent(50), at: 2 },
      stored(3),
      { type: 'rang', at: 1_003 },
    ]
    const statuses = path.map((_, i) => play(...path.slice(0, i + 1))!.status)
    expect(statuses).toEqual(['queued', 'processing', 'processing', 'processing', 'completed', 'expired'])
  })

  test('an alarm before its time changes nothing', () => {
    const task = play(started(0), { type: 'accepted', merger: 'm', at: 1 }, stored(3))!
    expect(advance(task, { type: 'rang', at: 1_002 })).toBe(task)
  })

  test('three attempts and no more, each with an upload that is given up', () => {
    let task = play(started(0))!
    for (let n = 1; n <= MAX_ATTEMPTS; n++) {
      task = advance(task, { type: 'accepted', merger: 'm', at: n })!
      task = advance(task, { type: 'opened', upload: `u${n}` })!
      task = advance(task, { type: 'lost', code: 'merger_down', at: n })!
    }
    expect(task.status).toBe('failed')
    expect(task.leftovers.filter((left) => left.kind === 'upload')).toHaveLength(MAX_ATTEMPTS)
  })

  test('a second attempt starts after a pause and never takes progress back', () => {
    const task = play(
      started(0),
      { type: 'accepted', merger: 'm', at: 1 },
      { type: 'progressed', event: progressEvent(70), at: 2 },
      { type: 'lost', code: 'source_failed', at: 10 },
    )!
    expect(task).toMatchObject({
      status: 'processing',
      progress: 70,
      message: 'Trying again',
      notBefore: 2_010,
    })
    const again = advance(advance(task, { type: 'accepted', merger: 'm', at: 2_010 }), {
      type: 'progressed',
      event: progressEvent(5),
      at: 2_011,
    })!
    expect(again.progress).toBe(70)
  })
})

type World = { at: number; uploads: Set<string>; objects: Set<string>; visible: string | null; next: number }

/** What a schedule may bring, in any order; `roll` chooses what a step needs. */
const step = fc.record({
  what: fc.constantFrom(
    'start',
    'refuse',
    'accept',
    'open',
    'progress',
    'lose',
    'store',
    'cancel',
    'ring',
    'sweep',
    'detach',
  ),
  roll: fc.nat(99),
  after: fc.nat(2_000),
})

function eventOf(what: string, roll: number, world: World, task: Task | undefined): TaskEvent | null {
  const { at } = world
  switch (what) {
    case 'start':
      return started(at)
    case 'refuse':
      return { type: 'refused', at }
    case 'accept':
      return { type: 'accepted', merger: `m${roll % 3}`, at }
    case 'open': {
      // The world makes an upload only for an attempt that has none, as the attachment does.
      if (!task?.attempt || task.attempt.upload !== null) return null
      const upload = `${objectKey(task)} u${world.next++}`
      world.uploads.add(upload)
      return { type: 'opened', upload }
    }
    case 'progress':
      return { type: 'progressed', event: progressEvent(roll), at }
    case 'lose':
      return { type: 'lost', code: roll % 2 ? 'merger_down' : 'drm', at }
    case 'store': {
      if (!task?.attempt?.upload) return null
      world.uploads.delete(task.attempt.upload)
      world.objects.add(objectKey(task))
      return stored(at)
    }
    case 'cancel':
      return { type: 'cancelled', at }
    case 'ring':
      return { type: 'rang', at }
    case 'detach':
      return { type: 'detached', at }
    default:
      return null
  }
}

function sweepOne(world: World, leftover: Leftover): TaskEvent {
  if (leftover.kind === 'upload') world.uploads.delete(leftover.upload)
  if (leftover.kind === 'object') world.objects.delete(leftover.key)
  return { type: 'swept', leftover }
}

test('under any schedule nothing is lost, orphaned, doubled or taken back', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const world: World = { at: 0, uploads: new Set(), objects: new Set(), visible: null, next: 1 }
      let task: Task | undefined
      const attempts = new Set<string>()
      for (const { what, roll, after } of steps) {
        world.at += after
        const leftover = task?.leftovers[0]
        const event =
          what === 'sweep' ? leftover && sweepOne(world, leftover) : eventOf(what, roll, world, task)
        if (!event) continue
        const before = task
        task = advance(task, event)
        if (!task) continue
        const isSame = before?.generation === task.generation
        if (isSame) expect(task.progress).toBeGreaterThanOrEqual(before.progress)
        expect(task.tries).toBeLessThanOrEqual(MAX_ATTEMPTS)
        if (event.type === 'accepted' && task.attempt && task.attempt !== before?.attempt) {
          const id = `${task.attempt.id}`
          expect(attempts.has(id)).toBe(false)
          attempts.add(id)
        }
        // A file is there exactly while the task is completed, and it is never one of the leftovers.
        expect(task.file !== null).toBe(task.status === 'completed')
        if (task.file)
          expect(task.leftovers.some((left) => left.kind === 'object' && left.key === task!.file!.key)).toBe(
            false,
          )
        expect(nextWake(task, world.at)).toBeGreaterThanOrEqual(0)
      }
      if (!task) return
      // Whatever is in the world belongs to the task or is on its list.
      const known = task.leftovers.flatMap((left) => (left.kind === 'upload' ? [left.upload] : []))
      for (const upload of world.uploads) expect([...known, task.attempt?.upload]).toContain(upload)
      const keys = task.leftovers.flatMap((left) => (left.kind === 'object' ? [left.key] : []))
      for (const key of world.objects) expect([...keys, task.file?.key]).toContain(key)
      // Once it ends and is swept, nothing is left.
      let end = isRunning(task) ? advance(task, { type: 'cancelled', at: world.at })! : task
      end = advance(end, { type: 'rang', at: world.at + 1_000_000 })!
      for (const left of end.leftovers) end = advance(end, sweepOne(world, left))!
      expect(end.leftovers).toEqual([])
      expect(world.uploads.size + world.objects.size).toBe(0)
    }),
    { numRuns: 3_000 },
  )
})
