import type { Reach } from '../mergers/client.ts'
import type { Task, TaskEvent } from './task.ts'

/** What an attachment works with: the task and its storage, the mergers, and the bucket. */
export type AttachmentContext = {
  /** The task's name at the mergers, and its prefix in the bucket. */
  name: string
  task(): Task
  tell(event: TaskEvent): void
  /** The file is whole and in the bucket. */
  stored(file: Stored): void
  /** ETags of the parts of the running attempt, by number. */
  parts: { has(number: number): boolean; put(number: number, etag: string): void; all(): R2UploadedPart[] }
  /** Mergers in the order to try. */
  mergers(): string[]
  reach(merger: string): Reach
  files: Pick<R2Bucket, 'createMultipartUpload' | 'resumeMultipartUpload' | 'head'>
  patience: Patience
}

/** Limits in milliseconds: one attachment, one call to the bucket, and an attempt without progress. */
export type Patience = { attachmentMs: number; storeMs: number; stallMs: number }

/** A finished file in the bucket. */
export type Stored = Pick<NonNullable<Task['file']>, 'size' | 'etag' | 'proof' | 'combined'>
