import type { MergerClient } from '../mergers/client.ts'
import type { Place } from '../places/place.ts'
import type { Task, TaskEvent, TaskFile } from './task.ts'

/** An attachment runs in an alarm, which Cloudflare ends after 15 minutes. */
export const ATTACHMENT_MS = 10 * 60_000

export type AttachmentContext = {
  /**
   * The name of the task in calls to mergers. It is also the prefix of the task's object keys in the bucket.
   */
  name: string
  task(): Task
  tell(event: TaskEvent): void
  stored(file: StoredFile): void
  /** The parts of the running attempt that are in the bucket. */
  parts: { has(number: number): boolean; put(number: number, etag: string): void; all(): R2UploadedPart[] }
  place: Pick<Place, 'take' | 'leave' | 'setIdle'>
  /** Returns the names of the mergers in the order in which they are tried. */
  mergers(): Promise<string[]>
  clientOf(merger: string): MergerClient
  /** undefined: the merger chooses. */
  exitAt(merger: string): Promise<string | undefined>
  files: Pick<R2Bucket, 'createMultipartUpload' | 'resumeMultipartUpload' | 'head'>
  limits: AttachmentLimits
}

export type AttachmentLimits = {
  attachmentMs: number
  storeMs: number
  retryMs: number
  stallMs: number
  awayMs: number
  blockCheckMs: number
}

export type StoredFile = Omit<TaskFile, 'key' | 'expiresAt'>
