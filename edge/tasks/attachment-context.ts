import type { MergerClient } from '../mergers/client.ts'
import type { Entered } from '../places/fair-places.ts'
import type { Task, TaskEvent, TaskFile } from './task.ts'

/** Maximum duration of one attachment to a merger. Cloudflare ends an alarm after 15 minutes. */
export const ATTACHMENT_MS = 10 * 60_000

/** Everything that an attachment uses: the task and its storage, the mergers, and the bucket. */
export type AttachmentContext = {
  /** The name under which mergers know the task; it is also the prefix of its objects in the bucket. */
  name: string
  task(): Task
  tell(event: TaskEvent): void
  /** Records in the task that its complete file is in the bucket. */
  stored(file: StoredFile): void
  /** ETags of the parts that the running attempt has stored, by part number. */
  parts: { has(number: number): boolean; put(number: number, etag: string): void; all(): R2UploadedPart[] }
  /** The task's place in the fair queue. A new attempt takes it before the task calls a merger. */
  place: { take(): Promise<Entered>; leave(): Promise<void> }
  /** Returns the names of the mergers in the order in which they are tried. */
  mergers(): string[]
  clientOf(merger: string): MergerClient
  files: Pick<R2Bucket, 'createMultipartUpload' | 'resumeMultipartUpload' | 'head'>
  limits: AttachmentLimits
}

/**
 * Times in milliseconds: the limits of one attachment, of one call to the bucket and of an attempt without
 * progress, and the interval at which a running task checks the block list.
 */
export type AttachmentLimits = {
  attachmentMs: number
  storeMs: number
  stallMs: number
  blockCheckMs: number
}

/** A finished file in the bucket. */
export type StoredFile = Omit<TaskFile, 'key' | 'expiresAt'>
