import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  advance,
  attemptOf,
  isReady,
  isRunning,
  MAX_ATTEMPTS,
  nextWake,
  objectKey,
} from '../../../edge/tasks/task-machine.ts'
import type { CleanupItem, Task, TaskEvent } from '../../../edge/tasks/task.ts'
import { started, stateAt, stored } from './task-events.ts'

type World = {
  at: number
  uploads: Set<string>
  objects: Set<string>
  next: number
  /** The upload that the bucket is creating. The task has not received the response yet. */
  creating: { key: string; upload: string } | null
}

/**
 * Generates one random step of the simulated task. `roll` chooses the details of the step, and `after` is the
 * time since the previous step.
 */
const step = fc.record({
  action: fc.constantFrom(
    'start',
    'refuse',
    'accept',
    'create an upload',
    'open',
    'progress',
    'lose',
    'complete unnoticed',
    'store',
    'cancel',
    'alarm',
    'clean up',
    'detach',
  ),
  roll: fc.nat(99),
  after: fc.nat(2_000),
})

function eventOf(action: string, roll: number, world: World, task: Task | undefined): TaskEvent | null {
  const { at } = world
  const attempt = task && attemptOf(task)
  switch (action) {
    case 'start':
      return started(at)
    case 'refuse':
      return { type: 'refused', at }
    case 'accept':
      return { type: 'accepted', merger: `m${roll % 3}`, at }
    case 'create an upload': {
      // As in the real code, only one upload is created at a time, and only for an attempt that has no
      // upload.
      if (!task || attempt?.upload !== null || world.creating) return null
      const key = objectKey(task)
      world.creating = { key, upload: `${key} u${world.next++}` }
      world.uploads.add(world.creating.upload)
      return null
    }
    case 'open':
      return finishCreating(world)
    case 'progress':
      return { type: 'progressed', state: stateAt(roll), at }
    case 'lose':
      return { type: 'lost', code: roll % 2 ? 'merger_down' : 'drm', at }
    case 'complete unnoticed':
    case 'store': {
      if (!task || !attempt?.upload) return null
      world.uploads.delete(attempt.upload)
      world.objects.add(objectKey(task))
      return action === 'store' ? stored(at) : null
    }
    case 'cancel':
      return { type: 'cancelled', at }
    case 'alarm':
      return { type: 'alarm', at }
    case 'detach':
      return { type: 'detached', at }
    default:
      return null
  }
}

/**
 * Ends the creation of an upload. Returns the event `opened` with this upload, or null if the bucket is not
 * creating an upload.
 */
function finishCreating(world: World): TaskEvent | null {
  const created = world.creating
  world.creating = null
  return created && { type: 'opened', ...created }
}

function cleanUpItem(world: World, item: CleanupItem): TaskEvent {
  if (item.kind === 'upload') world.uploads.delete(item.upload)
  if (item.kind === 'object') world.objects.delete(item.key)
  return { type: 'cleaned-up', item }
}

const keysOf = (items: CleanupItem[]) => items.flatMap((item) => (item.kind === 'object' ? [item.key] : []))

test('leaks and repeats nothing under random events', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const world: World = { at: 0, uploads: new Set(), objects: new Set(), next: 1, creating: null }
      let task: Task | undefined
      const attemptIds = new Set<number>()
      for (const { action, roll, after } of steps) {
        world.at += after
        const item = task?.pendingCleanup[0]
        const event =
          action === 'clean up' ? item && cleanUpItem(world, item) : eventOf(action, roll, world, task)
        if (!event) continue
        const before: Task | undefined = task
        task = advance(task, event)
        if (!task) continue
        if (before?.generation === task.generation)
          expect(task.progress).toBeGreaterThanOrEqual(before.progress)
        expect(task.attemptsInRun).toBeLessThanOrEqual(MAX_ATTEMPTS)
        const attempt = attemptOf(task)
        if (event.type === 'accepted' && attempt && attempt !== (before && attemptOf(before))) {
          expect(attemptIds.has(attempt.id)).toBe(false)
          attemptIds.add(attempt.id)
        }
        expect('file' in task.state).toBe(task.state.status === 'completed')
        // `waitingSince` is the time at which a task began to wait for a merger. Only queued tasks have it.
        if (task.state.status !== 'queued') expect(task.state).not.toHaveProperty('waitingSince')
        if (isReady(task)) expect(keysOf(task.pendingCleanup)).not.toContain(task.state.file.key)
        expect(nextWake(task, world.at)).toBeGreaterThanOrEqual(0)
      }
      if (!task) return
      const late = finishCreating(world)
      if (late) task = advance(task, late)
      // Every upload and every object belongs to the running attempt or to the finished file of the task, or
      // is on the cleanup list.
      const attempt = attemptOf(task)
      const uploads = task.pendingCleanup.flatMap((item) => (item.kind === 'upload' ? [item.upload] : []))
      for (const upload of world.uploads) expect([...uploads, attempt?.upload]).toContain(upload)
      const own = isReady(task) ? [task.state.file.key] : attempt?.upload ? [objectKey(task)] : []
      for (const key of world.objects) expect([...keysOf(task.pendingCleanup), ...own]).toContain(key)
      // Ends the task and runs its cleanup. After that, the bucket must contain no upload and no object.
      let end = isRunning(task) ? advance(task, { type: 'cancelled', at: world.at }) : task
      end = advance(end, { type: 'alarm', at: world.at + 1_000_000 })
      for (const item of end.pendingCleanup) end = advance(end, cleanUpItem(world, item))
      expect(end.pendingCleanup).toEqual([])
      expect(world.uploads.size + world.objects.size).toBe(0)
    }),
    { numRuns: 3_000 },
  )
})
