import type { MergeStatus } from '#contract/api.ts'
import type { MergeEvent, MergePlan, Proof } from '#contract/engine.ts'
import type { FailureCode } from '#contract/failure.ts'

// The data of a task and its events. A *generation* is one start by the visitor. An *attempt* is one run at
// one merger; it owns one multipart upload. All times are epoch milliseconds.

/** One run of a task at one merger. */
export type Attempt = {
  /** Counted over all generations, so no id is used twice. */
  id: number
  merger: string
  /** Id of the R2 multipart upload; null until it is created. */
  upload: string | null
  /**
   * Time of the last progress: a byte, a stage or a stored part. Lines that repeat the same state do not
   * count.
   */
  movedAt: number
  /** The state of the merge at `movedAt`, for comparison with the next line. */
  lastState: string
}

/** Something that an ended attempt or file left behind. It stays on the task's list until it is removed. */
export type CleanupItem =
  | { kind: 'upload'; key: string; upload: string }
  | { kind: 'object'; key: string }
  | { kind: 'merge'; merger: string; id: number }

/** The finished file of a task. */
export type TaskFile = {
  /** Object key below the task's own prefix. */
  key: string
  /** Bytes. */
  size: number
  etag: string
  proof: Proof
  /** Bytes of the source streams together; null when the merger did not report them. */
  combined: number | null
  expiresAt: number
}

/** The figures that a visitor sees while bytes flow. */
export type Transfer = Pick<MergeStatus, 'received' | 'total' | 'speed' | 'remaining'>

type TaskBase = {
  plan: MergePlan
  /** Format key. */
  key: string
  /** Name of the merger that extracted the link. */
  extractedBy: string
  /** The link that the source link led to; absent when it is the same item. */
  ledTo?: string | undefined
  generation: number
  startedAt: number
  /** Id of the newest attempt, over all generations; 0 before the first. */
  lastAttemptId: number
  /** Attempts of this generation. */
  attemptsInRun: number
  /** 0 to 100. It never falls within a generation. */
  progress: number
  message: string
  pendingCleanup: CleanupItem[]
}

/** Waits for its first attempt, or for a free merger. */
export type QueuedTask = TaskBase & {
  status: 'queued'
  /** No merger is asked before this time. */
  notBefore: number
}
/** An attempt runs, or the next one waits for `notBefore`. */
export type ProcessingTask = TaskBase & {
  status: 'processing'
  notBefore: number
  /** Null between two attempts. */
  attempt: Attempt | null
  transfer: Transfer
}
export type CompletedTask = TaskBase & { status: 'completed'; file: TaskFile }
export type FailedTask = TaskBase & { status: 'failed'; code: FailureCode; endedAt: number }
export type ExpiredTask = TaskBase & { status: 'expired'; endedAt: number }

export type RunningTask = QueuedTask | ProcessingTask
export type Task = RunningTask | CompletedTask | FailedTask | ExpiredTask

export type TaskEvent =
  /** A visitor starts the task. */
  | { type: 'started'; plan: MergePlan; key: string; merger: string; ledTo?: string; at: number }
  /** Every merger is at capacity. With `code`, the task must not wait for one either. */
  | { type: 'refused'; code?: FailureCode; at: number }
  /** A merger took the order, so an attempt begins. */
  | { type: 'accepted'; merger: string; at: number }
  /** The multipart upload of the attempt with this object key was created. */
  | { type: 'opened'; key: string; upload: string }
  /** The merger sent a line with the state of the merge. */
  | { type: 'progressed'; state: MergeEvent; at: number }
  | { type: 'part-stored'; at: number }
  /** The attachment ended, and the attempt goes on. */
  | { type: 'detached'; at: number }
  /** The attempt failed, or no merger could be reached. */
  | { type: 'lost'; code: FailureCode; at: number }
  /** The file is complete and in the bucket. `retentionMs`: how long it is kept. */
  | ({ type: 'stored'; at: number; retentionMs: number } & Omit<TaskFile, 'key' | 'expiresAt'>)
  | { type: 'cancelled'; at: number }
  | { type: 'alarm'; at: number }
  | { type: 'cleaned-up'; item: CleanupItem }
