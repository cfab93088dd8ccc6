import type { MergeEvent, MergePlan } from '#contract/engine.ts'
import { failureRow, type FailureCode } from '#contract/failure.ts'
import { MAX_ATTEMPTS, TASK_MEMORY_MS } from '#contract/limits.ts'
import type { Attempt, Leftover, Task, TaskEvent } from './task.ts'

// The life of a task, pure: clock, storage and network stay outside.

/** Waits before the second and third attempt. */
const BACK_OFF_MS = [2_000, 8_000]
/** While every slot is taken, a task asks again this often ... */
const QUEUE_MS = 2_000
/** ... and this long; after all attempts together, a task may live this long. */
const QUEUE_LIMIT_MS = 30 * 60_000
const TASK_LIMIT_MS = 4 * 3_600_000
/** An attachment that was cut is renewed after this. */
const ATTACH_AGAIN_MS = 500

export const WORDS = {
  waiting: 'Waiting for a free machine',
  starting: 'Starting',
  again: 'Trying again',
  done: 'Your file is ready',
  extracting: 'Reading the source',
  finishing: 'Finishing',
} as const

/** What a task becomes when something happens to it; an event that does not fit changes nothing. */
export function advance(task: Task | undefined, event: TaskEvent): Task | undefined {
  if (event.type === 'started') return isRunning(task) || isReady(task) ? task : generation(task, event)
  if (!task) return undefined
  if (event.type === 'swept')
    return { ...task, leftovers: task.leftovers.filter((left) => !isSame(left, event.leftover)) }
  if (event.type === 'rang') return rang(task, event.at)
  if (event.type === 'cancelled') return cancelled(task, event.at)
  return isRunning(task) ? advanceRunning(task, event) : task
}

type RunningEvent = Exclude<TaskEvent, { type: 'started' | 'swept' | 'rang' | 'cancelled' }>

function advanceRunning(task: Task, event: RunningEvent): Task {
  switch (event.type) {
    case 'refused':
      if (task.attempt) return task
      if (event.at > task.startedAt + QUEUE_LIMIT_MS) return ended(task, 'failed', 'busy', event.at)
      return { ...task, status: 'queued', message: WORDS.waiting, notBefore: event.at + QUEUE_MS }
    case 'accepted': {
      if (task.attempt) return task
      const { merger, at } = event
      const attempt = { id: task.attempts + 1, merger, upload: null, movedAt: at, seen: '' }
      return {
        ...task,
        status: 'processing',
        message: WORDS.starting,
        attempts: attempt.id,
        tries: task.tries + 1,
        attempt,
      }
    }
    case 'opened':
      if (!task.attempt || task.attempt.upload !== null) return task
      return { ...task, attempt: { ...task.attempt, upload: event.upload } }
    case 'progressed':
      return task.attempt ? progressed(task, task.attempt, event.event, event.at) : task
    case 'part-stored':
      return task.attempt ? { ...task, attempt: { ...task.attempt, movedAt: event.at } } : task
    case 'detached':
      return { ...task, notBefore: event.at + ATTACH_AGAIN_MS }
    case 'lost':
      return lost(task, event.code, event.at)
    case 'stored': {
      if (!task.attempt) return task
      const { size, etag, proof, combined } = event
      const file = { key: objectKey(task), size, etag, proof, combined, expiresAt: event.at + event.lives }
      const leftovers = [...task.leftovers, mergeOf(task.attempt)]
      return {
        ...quiet(task),
        status: 'completed',
        progress: 100,
        message: WORDS.done,
        attempt: null,
        file,
        leftovers,
      }
    }
  }
}

function generation(before: Task | undefined, event: Extract<TaskEvent, { type: 'started' }>): Task {
  return {
    status: 'queued',
    plan: event.plan,
    key: event.key,
    home: event.merger,
    generation: (before?.generation ?? 0) + 1,
    startedAt: event.at,
    attempts: before?.attempts ?? 0,
    tries: 0,
    attempt: null,
    notBefore: event.at,
    progress: 0,
    message: WORDS.starting,
    received: null,
    total: null,
    speed: null,
    remaining: null,
    file: null,
    code: null,
    endedAt: null,
    leftovers: before?.leftovers ?? [],
  }
}

function progressed(task: Task, attempt: Attempt, event: MergeEvent, at: number): Task {
  const { percent, stage, received, total, speed, remaining } = event.progress
  return {
    ...task,
    attempt: moved(attempt, event, at),
    // Never backwards, whatever a second attempt starts from; 100 is said by `completed` alone.
    progress: Math.max(task.progress, Math.min(99, Math.floor(percent))),
    message: stageText(task.plan, stage),
    received,
    total,
    speed,
    remaining,
  }
}

/** Notes progress. The speed and the remaining time change in every line, even while nothing moves. */
function moved(attempt: Attempt, { from, final, size, progress }: MergeEvent, at: number): Attempt {
  const seen = [from, final, size, progress.stage, progress.received, progress.percent].join()
  return seen === attempt.seen ? attempt : { ...attempt, movedAt: at, seen }
}

function lost(task: Task, code: FailureCode, at: number): Task {
  const late = at > task.startedAt + TASK_LIMIT_MS
  // Before any attempt began there is no try to count, but the same patience: a merger that is down is tried thrice.
  const tries = task.attempt ? task.tries : task.tries + 1
  if (!failureRow(code).retry || late || tries >= MAX_ATTEMPTS)
    return ended({ ...task, tries }, 'failed', code, at)
  const freed = released(task)
  return { ...quiet(freed), tries, message: WORDS.again, notBefore: at + BACK_OFF_MS[tries - 1]! }
}

function rang(task: Task, at: number): Task {
  if (task.file && at >= task.file.expiresAt) return ended(task, 'expired', 'file_gone', at)
  if (isRunning(task) && at > task.startedAt + TASK_LIMIT_MS) return ended(task, 'failed', 'timeout', at)
  return task
}

function cancelled(task: Task, at: number): Task {
  if (isRunning(task)) return ended(task, 'failed', 'cancelled', at)
  return isReady(task) ? ended(task, 'expired', 'file_gone', at) : task
}

/** A task in a final state, with everything it held given up to the sweep. */
function ended(task: Task, status: 'failed' | 'expired', code: FailureCode, at: number): Task {
  const { file, leftovers, ...rest } = released(task)
  const objects: Leftover[] = file ? [{ kind: 'object', key: file.key }] : []
  return {
    ...quiet(rest as Task),
    status,
    code,
    file: null,
    endedAt: at,
    leftovers: [...leftovers, ...objects],
  }
}

/** Gives up the running attempt: its upload must be aborted and its merge ended. */
function released(task: Task): Task {
  const { attempt } = task
  if (!attempt) return task
  const upload: Leftover[] = attempt.upload
    ? // A `complete` whose answer was lost may have made the object, so both have to go.
      [
        { kind: 'upload', key: objectKey(task), upload: attempt.upload },
        { kind: 'object', key: objectKey(task) },
      ]
    : []
  return { ...task, attempt: null, leftovers: [...task.leftovers, mergeOf(attempt), ...upload] }
}

const quiet = (task: Task): Task => ({ ...task, received: null, total: null, speed: null, remaining: null })
const mergeOf = (attempt: Attempt): Leftover => ({ kind: 'merge', merger: attempt.merger, id: attempt.id })
const isSame = (a: Leftover, b: Leftover) => JSON.stringify(a) === JSON.stringify(b)

export const isRunning = (task: Task | undefined) =>
  task?.status === 'queued' || task?.status === 'processing'
export const isReady = (task: Task | undefined) => task?.status === 'completed'

/** Where the file of the running attempt goes, below the task's own prefix. */
export function objectKey(task: Task): string {
  return `${task.generation}.${task.attempt?.id ?? task.attempts}`
}

function stageText(plan: MergePlan, stage: MergeEvent['progress']['stage']): string {
  const both = plan.video !== null && plan.audio !== null
  const what = both ? 'video and audio' : plan.video ? 'video' : 'audio'
  if (stage === 'downloading') return `Downloading ${what}`
  if (stage === 'converting')
    return both ? 'Merging video and audio' : plan.video ? 'Converting video' : 'Converting audio'
  return WORDS[stage]
}

/** When this task wants to be woken next; null when there is nothing left to do but to be forgotten. */
export function nextWake(task: Task, at: number): number {
  if (isRunning(task)) return Math.max(at, task.notBefore)
  if (task.leftovers.length > 0) return at + QUEUE_MS
  if (task.file) return task.file.expiresAt
  return (task.endedAt ?? at) + TASK_MEMORY_MS
}
