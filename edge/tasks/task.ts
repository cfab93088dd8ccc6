import type { MergeStatus } from '#contract/api.ts'
import type { MergeEvent, Proof } from '#contract/engine/merge.ts'
import type { FailureCode } from '#contract/failure.ts'
import type { Order } from '../grants/ticket.ts'
import type { TaskMessage } from './messages.ts'

// All times are epoch milliseconds.

export type Attempt = {
  /** When the visitor starts the task again, the count continues. */
  id: number
  merger: string
  /** Id of the R2 multipart upload; null until the upload is created. */
  upload: string | null
  /** Time of the latest progress: new bytes, a new stage or a stored part. */
  movedAt: number
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

type TaskState =
  | { status: 'queued'; notBefore: number; message: TaskMessage; waitingSince?: number }
  | {
      status: 'processing'
      notBefore: number
      message: TaskMessage
      /** The running attempt; null during the pause before the next attempt. */
      attempt: Attempt | null
      transfer: Transfer
    }
  | { status: 'completed'; file: TaskFile }
  | { status: 'failed'; code: FailureCode; endedAt: number }
  | { status: 'expired'; endedAt: number }

type StateIn<Status extends TaskState['status']> = Extract<TaskState, { status: Status }>

export type Task<State = TaskState> = {
  order: Order
  generation: number
  startedAt: number
  lastAttemptId: number
  attemptsInRun: number
  progress: number
  pendingCleanup: CleanupItem[]
  state: State
}

export type RunningTask = Task<StateIn<'queued' | 'processing'>>
export type ProcessingTask = Task<StateIn<'processing'>>
export type CompletedTask = Task<StateIn<'completed'>>

export type TaskEvent =
  | { type: 'started'; order: Order; at: number }
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

export type Watched = { merger: string; name: string; attempt: number; sources: string[] }
