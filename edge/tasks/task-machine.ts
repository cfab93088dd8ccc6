import type { MergeEvent } from '#contract/engine/merge.ts'
import { failureRow, type FailureCode } from '#contract/failure.ts'
import { TASK_MEMORY_MS } from '#contract/limits.ts'
import { messages, stageMessage } from './messages.ts'
import type {
  Attempt,
  CleanupItem,
  CompletedTask,
  ExpiredTask,
  FailedTask,
  ProcessingTask,
  QueuedTask,
  RunningTask,
  Task,
  TaskEvent,
  Transfer,
} from './task.ts'

/** Maximum number of attempts in one generation. */
export const MAX_ATTEMPTS = 3

// The state machine of a task, as pure functions. The callers provide time, storage and network.

export type TaskPauses = {
  backOffMs: readonly [number, number]
  /** Pause before a task repeats a step that failed. */
  queueMs: number
  reattachMs: number
}
export const TASK_PAUSES: TaskPauses = { backOffMs: [2_000, 8_000], queueMs: 2_000, reattachMs: 500 }
/** A task fails with `busy` if it waits this long for a place or for a merger with capacity. */
const QUEUE_LIMIT_MS = 30 * 60_000
const TASK_LIMIT_MS = 4 * 3_600_000

const NO_TRANSFER: Transfer = { received: null, total: null, speed: null, remaining: null }

/** Events that are invalid in the current state are ignored. */
export function advance(task: Task, event: TaskEvent, pauses?: TaskPauses): Task
export function advance(task: Task | undefined, event: TaskEvent, pauses?: TaskPauses): Task | undefined
export function advance(task: Task | undefined, event: TaskEvent, pauses = TASK_PAUSES): Task | undefined {
  if (event.type === 'started')
    return task && (isRunning(task) || isReady(task)) ? task : nextGeneration(task, event)
  if (!task) return undefined
  switch (event.type) {
    case 'cleaned-up': {
      const pendingCleanup = task.pendingCleanup.filter((item) => !isSame(item, event.item))
      return { ...task, pendingCleanup }
    }
    case 'opened':
      return opened(task, event.key, event.upload)
    case 'alarm':
      return onAlarm(task, event.at)
    case 'cancelled':
      if (isReady(task)) return expired(task, event.at)
      return isRunning(task) ? failed(task, 'cancelled', event.at) : task
    default:
      return isRunning(task) ? advanceRunning(task, event, pauses) : task
  }
}

type RunningEvent = Exclude<TaskEvent, { type: 'started' | 'cleaned-up' | 'opened' | 'alarm' | 'cancelled' }>

function advanceRunning(task: RunningTask, event: RunningEvent, pauses: TaskPauses): Task {
  const attempt = attemptOf(task)
  switch (event.type) {
    case 'refused':
      if (attempt) return task
      if (event.code) return failed(task, event.code, event.at)
      return waiting(task, event.at, pauses)
    case 'accepted':
      return attempt ? task : begun(task, event.merger, event.at)
    case 'detached':
      return { ...task, notBefore: event.at + pauses.reattachMs }
    case 'lost':
      return lost(task, event.code, event.at, pauses)
    default:
      return task.status === 'processing' && attempt ? advanceAttempt(task, attempt, event) : task
  }
}

/**
 * If this attempt has ended meanwhile, puts the upload on the cleanup list, because nothing else would abort
 * the upload.
 */
function opened(task: Task, key: string, upload: string): Task {
  const attempt = attemptOf(task)
  if (task.status === 'processing' && attempt?.upload === null && key === objectKey(task))
    return { ...task, attempt: { ...attempt, upload } }
  if (attempt?.upload === upload) return task
  return { ...task, pendingCleanup: [...task.pendingCleanup, { kind: 'upload', key, upload }] }
}

type AttemptEvent = Exclude<RunningEvent, { type: 'refused' | 'accepted' | 'detached' | 'lost' }>

function advanceAttempt(task: ProcessingTask, attempt: Attempt, event: AttemptEvent): Task {
  switch (event.type) {
    case 'progressed':
      return progressed(task, attempt, event.state, event.at)
    case 'part-stored':
      return { ...task, attempt: { ...attempt, movedAt: event.at } }
    case 'stored': {
      const { size, etag, proof, combined } = event
      const completed: CompletedTask = {
        ...baseOf(task),
        status: 'completed',
        progress: 100,
        message: messages.done,
        file: { key: objectKey(task), size, etag, proof, combined, expiresAt: event.at + event.retentionMs },
        pendingCleanup: [...task.pendingCleanup, mergeOf(attempt)],
      }
      return completed
    }
  }
}

function baseOf(task: Task) {
  const { plan, key, extractedBy, ledTo, generation, startedAt, lastAttemptId, attemptsInRun } = task
  const { progress, message, pendingCleanup } = task
  return {
    plan,
    key,
    extractedBy,
    ...(ledTo !== undefined && { ledTo }),
    generation,
    startedAt,
    lastAttemptId,
    attemptsInRun,
    progress,
    message,
    pendingCleanup,
  }
}

function nextGeneration(before: Task | undefined, event: Extract<TaskEvent, { type: 'started' }>): Task {
  return {
    status: 'queued',
    plan: event.plan,
    key: event.key,
    extractedBy: event.merger,
    ...(event.ledTo !== undefined && { ledTo: event.ledTo }),
    generation: (before?.generation ?? 0) + 1,
    startedAt: event.at,
    lastAttemptId: before?.lastAttemptId ?? 0,
    attemptsInRun: 0,
    notBefore: event.at,
    progress: 0,
    message: messages.starting,
    pendingCleanup: before?.pendingCleanup ?? [],
  }
}

function waiting(task: RunningTask, at: number, { queueMs }: TaskPauses): QueuedTask | FailedTask {
  const waitingSince = (task.status === 'queued' ? task.waitingSince : undefined) ?? at
  if (at > waitingSince + QUEUE_LIMIT_MS) return failed(task, 'busy', at)
  const notBefore = at + queueMs
  return { ...baseOf(task), status: 'queued', message: messages.waiting, notBefore, waitingSince }
}

function begun(task: RunningTask, merger: string, at: number): ProcessingTask {
  const id = task.lastAttemptId + 1
  return {
    ...baseOf(task),
    status: 'processing',
    message: messages.starting,
    notBefore: task.notBefore,
    lastAttemptId: id,
    attemptsInRun: task.attemptsInRun + 1,
    attempt: { id, merger, upload: null, movedAt: at, lastState: '' },
    transfer: NO_TRANSFER,
  }
}

function progressed(task: ProcessingTask, attempt: Attempt, state: MergeEvent, at: number): ProcessingTask {
  const { percent, stage, received, total, speed, remaining } = state.progress
  return {
    ...task,
    attempt: moved(attempt, state, at),
    // The progress that the visitor sees never decreases, not even in a second attempt. Only a completed task
    // shows 100.
    progress: Math.max(task.progress, Math.min(99, Math.floor(percent))),
    message: stageMessage(task.plan, stage, remaining),
    transfer: { received, total, speed, remaining },
  }
}

/** Speed and remaining time are not compared, because they change even when a merge stalls. */
function moved(attempt: Attempt, { from, final, size, progress }: MergeEvent, at: number): Attempt {
  const state = [from, final, size, progress.stage, progress.received, progress.percent].join()
  return state === attempt.lastState ? attempt : { ...attempt, movedAt: at, lastState: state }
}

function lost(task: RunningTask, code: FailureCode, at: number, { backOffMs }: TaskPauses): Task {
  const isOverdue = at > task.startedAt + TASK_LIMIT_MS
  // If no merger accepted the merge order, no attempt is running. The failed order then counts as an attempt,
  // so that the number of failed orders is limited too.
  const attemptsInRun = attemptOf(task) ? task.attemptsInRun : task.attemptsInRun + 1
  if (!failureRow(code).retry || isOverdue || attemptsInRun >= MAX_ATTEMPTS)
    return failed({ ...task, attemptsInRun }, code, at)
  const next = {
    ...baseOf(task),
    attemptsInRun,
    message: messages.again,
    notBefore: at + backOffMs[attemptsInRun - 1]!,
    pendingCleanup: withAttempt(task),
  }
  return task.status === 'queued'
    ? { ...next, status: 'queued' }
    : { ...next, status: 'processing', attempt: null, transfer: NO_TRANSFER }
}

function onAlarm(task: Task, at: number): Task {
  if (isReady(task)) return at >= task.file.expiresAt ? expired(task, at) : task
  return isRunning(task) && at > task.startedAt + TASK_LIMIT_MS ? failed(task, 'timeout', at) : task
}

function failed(task: RunningTask, code: FailureCode, at: number): FailedTask {
  return { ...baseOf(task), status: 'failed', code, endedAt: at, pendingCleanup: withAttempt(task) }
}

function expired(task: CompletedTask, at: number): ExpiredTask {
  const object: CleanupItem = { kind: 'object', key: task.file.key }
  return { ...baseOf(task), status: 'expired', endedAt: at, pendingCleanup: [...task.pendingCleanup, object] }
}

function withAttempt(task: RunningTask): CleanupItem[] {
  const attempt = attemptOf(task)
  if (!attempt) return task.pendingCleanup
  const items: CleanupItem[] = [...task.pendingCleanup, mergeOf(attempt)]
  if (attempt.upload === null) return items
  const key = objectKey(task)
  // Perhaps `complete` succeeded and only its response was lost. The bucket then contains an object instead
  // of the upload. So both are removed.
  return [...items, { kind: 'upload', key, upload: attempt.upload }, { kind: 'object', key }]
}

const mergeOf = (attempt: Attempt): CleanupItem => ({
  kind: 'merge',
  merger: attempt.merger,
  id: attempt.id,
})
const isSame = (a: CleanupItem, b: CleanupItem) => JSON.stringify(a) === JSON.stringify(b)

export const isRunning = (task: Task): task is RunningTask =>
  task.status === 'queued' || task.status === 'processing'
export const isReady = (task: Task): task is CompletedTask => task.status === 'completed'

export const attemptOf = (task: Task): Attempt | null => (task.status === 'processing' ? task.attempt : null)

export const objectKey = (task: Task): string => `${task.generation}.${task.lastAttemptId}`

export function nextWake(task: Task, at: number, { queueMs } = TASK_PAUSES): number {
  if (isRunning(task)) return Math.max(at, task.notBefore)
  if (task.pendingCleanup.length > 0) return at + queueMs
  return isReady(task) ? task.file.expiresAt : task.endedAt + TASK_MEMORY_MS
}

/**
 * If its cleanup list still has items, the lifecycle rules of the bucket remove them (docs/operations.md).
 */
export function isForgettable(task: Task, at: number): boolean {
  return !isRunning(task) && !isReady(task) && at >= task.endedAt + TASK_MEMORY_MS
}
