import type { MergerClient } from '../mergers/client.ts'
import type { Entered } from '../places/fair-places.ts'
import type { Task, TaskEvent, TaskFile } from './task.ts'

/**
 * Maximum duration of one attachment, which is one connection of a task to the merger of its attempt. An
 * attachment runs in an alarm, which Cloudflare ends after 15 minutes.
 */
export const ATTACHMENT_MS = 10 * 60_000

/**
 * The objects and functions that an attachment (the connection of a task to a merger) uses. They give access
 * to the task and its storage, the mergers, and the R2 bucket for finished files.
 */
export type AttachmentContext = {
  /**
   * The name of the task in calls to mergers. It is also the prefix of the task's object keys in the bucket.
   */
  name: string
  task(): Task
  tell(event: TaskEvent): void
  /** Tells the task that its complete file is in the bucket. */
  stored(file: StoredFile): void
  /** The parts of the running attempt that are in the bucket, each with its ETag, by part number. */
  parts: { has(number: number): boolean; put(number: number, etag: string): void; all(): R2UploadedPart[] }
  /**
   * The task's place: the right to run, which the fair queue grants. The task must get its place before it
   * orders a merge.
   */
  place: { take(): Promise<Entered>; leave(): Promise<void> }
  /** Returns the names of the mergers in the order in which they are tried. */
  mergers(): string[]
  clientOf(merger: string): MergerClient
  files: Pick<R2Bucket, 'createMultipartUpload' | 'resumeMultipartUpload' | 'head'>
  limits: AttachmentLimits
}

/** All limits are in milliseconds. */
export type AttachmentLimits = {
  /** Maximum time for which an attachment, the connection of a task to its attempt, stays open. */
  attachmentMs: number
  /** Deadline of one call to the bucket. */
  storeMs: number
  /** Pause before a failed call to the bucket is repeated; each further pause is twice as long. */
  retryMs: number
  /** An attempt without progress fails after this time. */
  stallMs: number
  /** An attempt counts as failed if its merger cannot be reached for this time. */
  awayMs: number
  /** Interval at which a running task checks the block list. */
  blockCheckMs: number
}

export type StoredFile = Omit<TaskFile, 'key' | 'expiresAt'>
