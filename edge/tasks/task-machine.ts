import type { MergeEvent } from '#contract/engine/merge.ts'
import { failureRow, type FailureCode } from '#contract/failure.ts'
import { TASK_MEMORY_MS } from '#contract/limits.ts'
import { stageMessage } from './messages.ts'
import { NO_TRANSFER } from './task-status.ts'
import type {
  Attempt,
  CleanupItem,
  CompletedTask,
  ProcessingTask,
  RunningTask,
  Task,
  TaskEvent,
} from './task.ts'

export const MAX_ATTEMPTS = 3

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
      return { ...task, state: { ...task.state, notBefore: event.at + pauses.reattachMs } }
    case 'lost':
      return lost(task, event.code, event.at, pauses)
    default:
      return isProcessing(task) && attempt ? advanceAttempt(task, attempt, event) : task
  }
}

/**
 * If this attempt has ended meanwhile, puts the upload on the cleanup list, because nothing else would abort
 * the upload.
 */
function opened(task: Task, key: string, upload: string): Task {
  const attempt = attemptOf(task)
  if (isProcessing(task) && attempt?.upload === null && key === objectKey(task))
    return withAttempt(task, { ...attempt, upload })
  if (attempt?.upload === upload) return task
  return { ...task, pendingCleanup: [...task.pendingCleanup, { kind: 'upload', key, upload }] }
}

type AttemptEvent = Exclude<RunningEvent, { type: 'refused' | 'accepted' | 'detached' | 'lost' }>

function advanceAttempt(task: ProcessingTask, attempt: Attempt, event: AttemptEvent): Task {
  switch (event.type) {
    case 'progressed':
      return progressed(task, attempt, event.state, event.at)
    case 'part-stored':
      return withAttempt(task, { ...attempt, movedAt: event.at })
    case 'stored': {
      const { size, etag, proof, combined } = event
      const file = {
        key: objectKey(task),
        size,
        etag,
        proof,
        combined,
        expiresAt: event.at + event.retentionMs,
      }
      return {
        ...task,
        progress: 100,
        pendingCleanup: [...task.pendingCleanup, mergeOf(attempt)],
        state: { status: 'completed', file },
      }
    }
  }
}

const withAttempt = (task: ProcessingTask, attempt: Attempt): ProcessingTask => ({
  ...task,
  state: { ...task.state, attempt },
})

function nextGeneration(before: Task | undefined, event: Extract<TaskEvent, { type: 'started' }>): Task {
  return {
    order: event.order,
    generation: (before?.generation ?? 0) + 1,
    startedAt: event.at,
    lastAttemptId: before?.lastAttemptId ?? 0,
    attemptsInRun: 0,
    progress: 0,
    pendingCleanup: before?.pendingCleanup ?? [],
    state: { status: 'queued', notBefore: event.at, message: { key: 'starting' } },
  }
}

function waiting(task: RunningTask, at: number, { queueMs }: TaskPauses): Task {
  const { state } = task
  const waitingSince = (state.status === 'queued' ? state.waitingSince : undefined) ?? at
  if (at > waitingSince + QUEUE_LIMIT_MS) return failed(task, 'busy', at)
  const notBefore = at + queueMs
  return { ...task, state: { status: 'queued', notBefore, message: { key: 'waiting' }, waitingSince } }
}

function begun(task: RunningTask, merger: string, at: number): Task {
  const id = task.lastAttemptId + 1
  return {
    ...task,
    lastAttemptId: id,
    attemptsInRun: task.attemptsInRun + 1,
    state: {
      status: 'processing',
      notBefore: task.state.notBefore,
      message: { key: 'starting' },
      attempt: { id, merger, upload: null, movedAt: at, lastState: '' },
      transfer: NO_TRANSFER,
    },
  }
}

function progressed(task: ProcessingTask, attempt: Attempt, event: MergeEvent, at: number): ProcessingTask {
  const { percent, stage, received, total, speed, remaining } = event.progress
  return {
    ...task,
    // The progress that the visitor sees never decreases, not even in a second attempt. Only a completed task
    // shows 100.
    progress: Math.max(task.progress, Math.min(99, Math.floor(percent))),
    state: {
      ...task.state,
      attempt: moved(attempt, event, at),
      message: stageMessage(task.order.plan, stage, remaining),
      transfer: { received, total, speed, remaining },
    },
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
  const next = { ...task, attemptsInRun, pendingCleanup: toClean(task) }
  const pause = { message: { key: 'again' } as const, notBefore: at + backOffMs[attemptsInRun - 1]! }
  return isProcessing(task)
    ? { ...next, state: { status: 'processing', ...pause, attempt: null, transfer: NO_TRANSFER } }
    : { ...next, state: { status: 'queued', ...pause } }
}

function onAlarm(task: Task, at: number): Task {
  if (isReady(task)) return at >= task.state.file.expiresAt ? expired(task, at) : task
  return isRunning(task) && at > task.startedAt + TASK_LIMIT_MS ? failed(task, 'timeout', at) : task
}

function failed(task: RunningTask, code: FailureCode, at: number): Task {
  return { ...task, pendingCleanup: toClean(task), state: { status: 'failed', code, endedAt: at } }
}

function expired(task: CompletedTask, at: number): Task {
  const object: CleanupItem = { kind: 'object', key: task.state.file.key }
  return {
    ...task,
    pendingCleanup: [...task.pendingCleanup, object],
    state: { status: 'expired', endedAt: at },
  }
}

function toClean(task: RunningTask): CleanupItem[] {
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

const isProcessing = (task: Task): task is ProcessingTask => task.state.status === 'processing'
export const isRunning = (task: Task): task is RunningTask =>
  task.state.status === 'queued' || isProcessing(task)
/** The visitor has been told that no machine is free. */
export const isWaiting = ({ state }: Task): boolean =>
  state.status === 'queued' && state.waitingSince !== undefined
export const isReady = (task: Task): task is CompletedTask => task.state.status === 'completed'

export const attemptOf = ({ state }: Task): Attempt | null =>
  state.status === 'processing' ? state.attempt : null

export const objectKey = (task: Task): string => `${task.generation}.${task.lastAttemptId}`

export function nextWake(task: Task, at: number, { queueMs } = TASK_PAUSES): number {
  const { state } = task
  if ('notBefore' in state) return Math.max(at, state.notBefore)
  if (task.pendingCleanup.length > 0) return at + queueMs
  return 'file' in state ? state.file.expiresAt : state.endedAt + TASK_MEMORY_MS
}

/**
 * If its cleanup list still has items, the lifecycle rules of the bucket remove them (docs/operations.md).
 */
export function isForgettable({ state }: Task, at: number): boolean {
  return 'endedAt' in state && at >= state.endedAt + TASK_MEMORY_MS
}
