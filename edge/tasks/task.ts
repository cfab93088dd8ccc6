import type { MergeEvent, MergePlan, Proof } from '#contract/engine.ts'
import type { FailureCode } from '#contract/failure.ts'
import type { TaskStatus } from '#contract/api.ts'

// What a task is and what may happen to it. A *generation* is one start by the visitor; an *attempt* is one run at one
// merger, which owns one multipart upload. All times are epoch milliseconds.

/** One run at one merger. */
export type Attempt = {
  /** Number over all generations, so that no id is ever used twice. */
  id: number
  merger: string
  upload: string | null
  /** When the attempt last made progress: a byte, a stage or a stored part. Lines that repeat the same state do not count. */
  movedAt: number
  /** The state of the merge at that time, to compare the next line with. */
  seen: string
}

/** What is left behind and has to go; tried again until it is gone. */
export type Leftover =
  | { kind: 'upload'; key: string; upload: string }
  | { kind: 'object'; key: string }
  | { kind: 'merge'; merger: string; id: number }

export type Task = {
  status: TaskStatus
  plan: MergePlan
  key: string
  /** The merger that extracted. */
  home: string
  generation: number
  startedAt: number
  /** Number of the newest attempt, over all generations. */
  attempts: number
  /** Attempts of this generation. */
  tries: number
  attempt: Attempt | null
  /** Nothing is tried before this time. */
  notBefore: number
  progress: number
  message: string
  received: number | null
  total: number | null
  speed: number | null
  remaining: number | null
  file: {
    key: string
    size: number
    etag: string
    proof: Proof
    combined: number | null
    expiresAt: number
  } | null
  code: FailureCode | null
  endedAt: number | null
  leftovers: Leftover[]
}

export type TaskEvent =
  | { type: 'started'; plan: MergePlan; key: string; merger: string; at: number }
  | { type: 'refused'; at: number }
  | { type: 'accepted'; merger: string; at: number }
  | { type: 'opened'; upload: string }
  | { type: 'progressed'; event: MergeEvent; at: number }
  | { type: 'part-stored'; at: number }
  | { type: 'detached'; at: number }
  | { type: 'lost'; code: FailureCode; at: number }
  | {
      type: 'stored'
      size: number
      etag: string
      proof: Proof
      combined: number | null
      at: number
      lives: number
    }
  | { type: 'cancelled'; at: number }
  | { type: 'rang'; at: number }
  | { type: 'swept'; leftover: Leftover }
