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

/** Maximum number of attempts in one generation, that is, after one start by the visitor. */
export const MAX_ATTEMPTS = 3

// The state machine of a task, as pure functions. The callers provide time, storage and network.

/** The times in milliseconds that a task waits between its steps. */
export type TaskPauses = {
  /** Pauses before the second and before the third attempt. */
  backOffMs: readonly [number, number]
  /**
   * Pause before a task repeats a step that failed:
   * - for a queued task: to get a place (the right to run, which the fair queue grants) and a merger with
   *   capacity
   * - for an ended task: to remove the items of its cleanup list
   */
  queueMs: number
  /**
   * When an attachment (a connection of the task to its attempt) has ended, the task waits this long before
   * it connects to the same attempt again.
   */
  reattachMs: number
}
export const TASK_PAUSES: TaskPauses = { backOffMs: [2_000, 8_000], queueMs: 2_000, reattachMs: 500 }
/**
 * A task fails with `busy` if it waits this long for a place (the right to run, which the fair queue grants)
 * or for a merger with capacity.
 */
const QUEUE_LIMIT_MS = 30 * 60_000
/** A task that still runs this long after its start fails with `timeout` at its next alarm. */
const TASK_LIMIT_MS = 4 * 3_600_000

const NO_TRANSFER: Transfer = { received: null, total: null, speed: null, remaining: null }

/** Returns the task after an event. Events that are invalid in the current state are ignored. */
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
 * Records the id of a new upload in the attempt for which R2 created it. If this attempt has ended meanwhile,
 * puts the upload on the cleanup list, because nothing else would abort the upload.
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

/** Returns the fields that all states of a task have. */
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

/**
 * Sets `movedAt` to `at` if the merger's new event shows progress compared with its previous event. Speed and
 * remaining time are not compared, because they change even when a merge stalls.
 */
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

/**
 * Returns the cleanup list with the items of the running attempt added: its merge, its upload and its object.
 */
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

/** Returns the running attempt, or null. */
export const attemptOf = (task: Task): Attempt | null => (task.status === 'processing' ? task.attempt : null)

/** Returns the key of the newest attempt's file in the bucket, without the prefix `<name of the task>/`. */
export const objectKey = (task: Task): string => `${task.generation}.${task.lastAttemptId}`

/**
 * Returns the time of the task's next alarm in epoch milliseconds:
 * - For a running task, it is `notBefore`, or `at` if `notBefore` has passed.
 * - For an ended task whose cleanup list still has items, it is `queueMs` after `at`.
 * - For any other completed task, it is the time at which the file expires.
 * - For any other ended task, it is the time at which the storage of the task can be deleted.
 */
export function nextWake(task: Task, at: number, { queueMs } = TASK_PAUSES): number {
  if (isRunning(task)) return Math.max(at, task.notBefore)
  if (task.pendingCleanup.length > 0) return at + queueMs
  return isReady(task) ? task.file.expiresAt : task.endedAt + TASK_MEMORY_MS
}

/**
 * Returns whether the storage of a task can be deleted: TASK_MEMORY_MS has passed since the end of the task.
 * If its cleanup list still has items, the lifecycle rules of the bucket remove them (docs/operations.md).
 */
export function isForgettable(task: Task, at: number): boolean {
  return !isRunning(task) && !isReady(task) && at >= task.endedAt + TASK_MEMORY_MS
}
