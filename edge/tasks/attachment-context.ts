import type { MergerClient } from '../mergers/client.ts'
import type { Entered } from '../places/fair-places.ts'
import type { Task, TaskEvent, TaskFile } from './task.ts'

/** How long one alarm may stay attached to a merger; the platform cuts an alarm at 15 minutes. */
export const ATTACHMENT_MS = 10 * 60_000

/** Everything an attachment works with: the task and its storage, the mergers, and the bucket. */
export type AttachmentContext = {
  /** The task's name at the mergers, and its prefix in the bucket. */
  name: string
  task(): Task
  tell(event: TaskEvent): void
  /** Tells the task that its file is complete and in the bucket. */
  stored(file: StoredFile): void
  /** ETags of the parts that the running attempt has stored, by part number. */
  parts: { has(number: number): boolean; put(number: number, etag: string): void; all(): R2UploadedPart[] }
  /** The fair queue that a new attempt passes before it calls a merger. */
  place: { take(): Promise<Entered>; leave(): Promise<void> }
  /** Names of the mergers in the order to try. */
  mergers(): string[]
  clientOf(merger: string): MergerClient
  files: Pick<R2Bucket, 'createMultipartUpload' | 'resumeMultipartUpload' | 'head'>
  limits: AttachmentLimits
}

/** Time limits in milliseconds: one attachment, one call to the bucket, and an attempt without progress. */
export type AttachmentLimits = { attachmentMs: number; storeMs: number; stallMs: number }

/** A finished file in the bucket. */
export type StoredFile = Omit<TaskFile, 'key' | 'expiresAt'>
