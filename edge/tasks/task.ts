import type { MergeStatus } from '#contract/api.ts'
import type { MergeEvent, MergePlan, Proof } from '#contract/engine/merge.ts'
import type { FailureCode } from '#contract/failure.ts'

// The data of a task and its events. A *generation* is all work after one start by the visitor. An *attempt*
// is one run of the merge at one merger, with one multipart upload. An *attachment* is one connection of the
// task to its attempt. All times are epoch milliseconds.

export type Attempt = {
  /**
   * Number of the attempt. When the visitor starts the task again, the count continues, so no two attempts of
   * a task have the same id.
   */
  id: number
  merger: string
  /** Id of the R2 multipart upload; null until the upload is created. */
  upload: string | null
  /**
   * Time of the latest progress: new bytes, a new stage or a stored part. If the merger reports the same
   * state again, that is no progress.
   */
  movedAt: number
  /**
   * The state of the merge that the merger reported last, without speed and remaining time; empty before the
   * first report. A report shows progress only if its state differs from the state in the report before.
   */
  lastState: string
}

/**
 * An object, upload or merge that an ended attempt or an expired file has left behind. It is on the task's
 * cleanup list until it is removed.
 */
export type CleanupItem =
  | { kind: 'upload'; key: string; upload: string }
  | { kind: 'object'; key: string }
  | { kind: 'merge'; merger: string; id: number }

/** The finished file of a task. */
export type TaskFile = {
  /** The key of the object in the bucket, without the prefix `<name of the task>/`. */
  key: string
  /** Size of the finished file in bytes. */
  size: number
  etag: string
  proof: Proof
  /** Total size of the source streams in bytes; null if the merger did not report it. */
  combined: number | null
  expiresAt: number
}

/** The figures that the visitor sees while a merge downloads its sources. */
export type Transfer = Pick<MergeStatus, 'received' | 'total' | 'speed' | 'remaining'>

type TaskBase = {
  plan: MergePlan
  /** Key of the format (edge/formats/format-row.ts). */
  key: string
  /** Name of the merger that extracted the link. */
  extractedBy: string
  /**
   * The link to which the source link led, for example by a redirect. Absent if the source link led to no
   * other link, or if both links have the same item key (`itemKey`).
   */
  ledTo?: string | undefined
  generation: number
  startedAt: number
  /**
   * Id of the newest attempt; 0 before the first attempt. When the visitor starts the task again, the ids
   * continue.
   */
  lastAttemptId: number
  /**
   * Number of attempts since the visitor last started the task. If no merger can be reached, the merge order
   * counts as an attempt. If a merger is at capacity, it does not count.
   */
  attemptsInRun: number
  /**
   * Progress in percent, 0 to 100. It never decreases, except that a new start by the visitor sets it to 0.
   */
  progress: number
  message: string
  pendingCleanup: CleanupItem[]
}

/**
 * A task that has no running attempt and waits for a place (the right to run, which the fair queue grants) or
 * for a merger with capacity.
 */
export type QueuedTask = TaskBase & {
  status: 'queued'
  /** The task calls no merger before this time. */
  notBefore: number
  /**
   * Time at which the task began to wait for the right to run or for a merger with capacity; absent until
   * then.
   */
  waitingSince?: number
}
/** A task with a running attempt, or a task whose next attempt starts at `notBefore`. */
export type ProcessingTask = TaskBase & {
  status: 'processing'
  notBefore: number
  /** The running attempt; null during the pause before the next attempt. */
  attempt: Attempt | null
  transfer: Transfer
}
export type CompletedTask = TaskBase & { status: 'completed'; file: TaskFile }
export type FailedTask = TaskBase & { status: 'failed'; code: FailureCode; endedAt: number }
export type ExpiredTask = TaskBase & { status: 'expired'; endedAt: number }

export type RunningTask = QueuedTask | ProcessingTask
export type Task = RunningTask | CompletedTask | FailedTask | ExpiredTask

export type TaskEvent =
  | { type: 'started'; plan: MergePlan; key: string; merger: string; ledTo?: string; at: number }
  /**
   * The task cannot begin an attempt now.
   * - If `code` is absent, the fair queue has not yet granted the task a place (the right to run), or no
   *   merger has capacity. The task waits, but for at most `QUEUE_LIMIT_MS` (task-machine.ts).
   * - If `code` is present, the fair queue is full. The task fails with this code.
   */
  | { type: 'refused'; code?: FailureCode; at: number }
  /** A merger accepted the merge order, so an attempt begins. */
  | { type: 'accepted'; merger: string; at: number }
  /** R2 created the multipart upload of the attempt. `key` is the object key of the upload. */
  | { type: 'opened'; key: string; upload: string }
  /** The merger sent a line with its state of the merge. */
  | { type: 'progressed'; state: MergeEvent; at: number }
  | { type: 'part-stored'; at: number }
  /**
   * The attachment (the connection of the task to its attempt) ended, but the attempt continues at the
   * merger.
   */
  | { type: 'detached'; at: number }
  /** The attempt failed, or no merger could be reached. */
  | { type: 'lost'; code: FailureCode; at: number }
  /** The complete file is in the bucket. The edge keeps the file for `retentionMs`. */
  | ({ type: 'stored'; at: number; retentionMs: number } & Omit<TaskFile, 'key' | 'expiresAt'>)
  | { type: 'cancelled'; at: number }
  | { type: 'alarm'; at: number }
  | { type: 'cleaned-up'; item: CleanupItem }
