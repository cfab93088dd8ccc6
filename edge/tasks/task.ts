import type { MergeStatus } from '#contract/api.ts'
import type { MergeEvent, MergePlan, Proof } from '#contract/engine/merge.ts'
import type { FailureCode } from '#contract/failure.ts'

// The data of a task and its events. A *generation* is one start by the visitor. An *attempt* is one run at
// one merger, and it owns one multipart upload. All times are epoch milliseconds.

/** One run of a task at one merger. */
export type Attempt = {
  /** Number of the attempt, counted over all generations, so that no id is used twice. */
  id: number
  merger: string
  /** Id of the R2 multipart upload; null until the upload is created. */
  upload: string | null
  /**
   * Time of the latest progress: a byte, a stage or a stored part. A line that repeats the same state is no
   * progress.
   */
  movedAt: number
  /** The state of the merge at `movedAt`. The next line is compared with it. */
  lastState: string
}

/**
 * An object, upload or merge that an ended attempt or an expired file left behind. It stays on the task's
 * cleanup list until it is removed.
 */
export type CleanupItem =
  | { kind: 'upload'; key: string; upload: string }
  | { kind: 'object'; key: string }
  | { kind: 'merge'; merger: string; id: number }

/** The finished file of a task. */
export type TaskFile = {
  /** The key of the file's object, without the prefix of the task. */
  key: string
  /** Size in bytes. */
  size: number
  etag: string
  proof: Proof
  /** Total size of the source streams in bytes; null if the merger did not report it. */
  combined: number | null
  expiresAt: number
}

/** The figures that a visitor sees while bytes are transferred. */
export type Transfer = Pick<MergeStatus, 'received' | 'total' | 'speed' | 'remaining'>

type TaskBase = {
  plan: MergePlan
  /** Format key. */
  key: string
  /** Name of the merger that extracted the link. */
  extractedBy: string
  /** The link to which the source link redirected; absent if both links lead to the same item. */
  ledTo?: string | undefined
  generation: number
  startedAt: number
  /** Id of the newest attempt, counted over all generations; 0 before the first attempt. */
  lastAttemptId: number
  /** Number of attempts in this generation. */
  attemptsInRun: number
  /** Progress in percent, 0 to 100. It never decreases within a generation. */
  progress: number
  message: string
  pendingCleanup: CleanupItem[]
}

/** A task that waits for its first attempt, or for a merger with capacity. */
export type QueuedTask = TaskBase & {
  status: 'queued'
  /** The task calls no merger before this time. */
  notBefore: number
}
/** A task whose attempt runs, or whose next attempt starts at `notBefore`. */
export type ProcessingTask = TaskBase & {
  status: 'processing'
  notBefore: number
  /** The running attempt; null between two attempts. */
  attempt: Attempt | null
  transfer: Transfer
}
export type CompletedTask = TaskBase & { status: 'completed'; file: TaskFile }
export type FailedTask = TaskBase & { status: 'failed'; code: FailureCode; endedAt: number }
export type ExpiredTask = TaskBase & { status: 'expired'; endedAt: number }

export type RunningTask = QueuedTask | ProcessingTask
export type Task = RunningTask | CompletedTask | FailedTask | ExpiredTask

export type TaskEvent =
  /** A visitor started the task. */
  | { type: 'started'; plan: MergePlan; key: string; merger: string; ledTo?: string; at: number }
  /**
   * Every merger is at capacity. Without `code` the task waits for a merger. With `code` it may not wait, and
   * fails with this code.
   */
  | { type: 'refused'; code?: FailureCode; at: number }
  /** A merger accepted the order, so an attempt begins. */
  | { type: 'accepted'; merger: string; at: number }
  /** R2 created the multipart upload for the attempt with this object key. */
  | { type: 'opened'; key: string; upload: string }
  /** The merger sent a line with the state of the merge. */
  | { type: 'progressed'; state: MergeEvent; at: number }
  | { type: 'part-stored'; at: number }
  /** The attachment ended, but the attempt continues. */
  | { type: 'detached'; at: number }
  /** The attempt failed, or no merger could be reached. */
  | { type: 'lost'; code: FailureCode; at: number }
  /** The complete file is in the bucket. `retentionMs` is the time for which it is kept. */
  | ({ type: 'stored'; at: number; retentionMs: number } & Omit<TaskFile, 'key' | 'expiresAt'>)
  | { type: 'cancelled'; at: number }
  | { type: 'alarm'; at: number }
  | { type: 'cleaned-up'; item: CleanupItem }
