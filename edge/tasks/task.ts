import type { MergeStatus } from '#contract/api.ts'
import type { MergeEvent, MergePlan, Proof } from '#contract/engine/merge.ts'
import type { FailureCode } from '#contract/failure.ts'

// All times are epoch milliseconds.

export type Attempt = {
  /** When the visitor starts the task again, the count continues. */
  id: number
  merger: string
  /** Id of the R2 multipart upload; null until the upload is created. */
  upload: string | null
  /** Time of the latest progress: new bytes, a new stage or a stored part. */
  movedAt: number
  /** The state of the merge that the merger reported last. */
  lastState: string
}

export type CleanupItem =
  | { kind: 'upload'; key: string; upload: string }
  | { kind: 'object'; key: string }
  | { kind: 'merge'; merger: string; id: number }

export type TaskFile = {
  /** Without the prefix `<name of the task>/`. */
  key: string
  size: number
  etag: string
  proof: Proof
  /** Total size of the source streams in bytes; null if the merger did not report it. */
  combined: number | null
  expiresAt: number
}

export type Transfer = Pick<MergeStatus, 'received' | 'total' | 'speed' | 'remaining'>

type TaskBase = {
  plan: MergePlan
  /** Key of the format (edge/formats/format-row.ts). */
  key: string
  extractedBy: string
  ledTo?: string | undefined
  generation: number
  startedAt: number
  lastAttemptId: number
  /** Number of attempts since the visitor last started the task. */
  attemptsInRun: number
  /** Progress in percent, 0 to 100. */
  progress: number
  message: string
  pendingCleanup: CleanupItem[]
}

export type QueuedTask = TaskBase & {
  status: 'queued'
  notBefore: number
  waitingSince?: number
}
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
   * If `code` is absent, the fair queue has not yet granted the task a place, or no merger has capacity. If
   * `code` is present, the fair queue is full.
   */
  | { type: 'refused'; code?: FailureCode; at: number }
  | { type: 'accepted'; merger: string; at: number }
  | { type: 'opened'; key: string; upload: string }
  | { type: 'progressed'; state: MergeEvent; at: number }
  | { type: 'part-stored'; at: number }
  /** The attachment ended, but the attempt continues at the merger. */
  | { type: 'detached'; at: number }
  /** The attempt failed, or no merger could be reached. */
  | { type: 'lost'; code: FailureCode; at: number }
  | ({ type: 'stored'; at: number; retentionMs: number } & Omit<TaskFile, 'key' | 'expiresAt'>)
  | { type: 'cancelled'; at: number }
  | { type: 'alarm'; at: number }
  | { type: 'cleaned-up'; item: CleanupItem }
