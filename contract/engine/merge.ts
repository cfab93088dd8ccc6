import * as z from 'zod/mini'
import { amount, failureCode, text } from './fields.ts'

/**
 * A reference to a rendition. The merger searches for the id. If no rendition has this id, the merger
 * compares the other fields, so that an old ticket still works after a new extraction.
 */
export const renditionRefSchema = z.object({
  id: text,
  kind: z.enum(['video', 'audio', 'both']),
  height: z.nullable(amount),
  container: text,
  codec: z.nullable(text),
  language: z.nullable(text),
})
export type RenditionRef = z.infer<typeof renditionRefSchema>

/**
 * Describes the file to make. A plan has no media links: the merger takes them from its cache or extracts the
 * source link again.
 */
export const mergePlanSchema = z.object({
  source_url: text,
  /** Number of the item, counted from 1, if the link leads to a post with several items. */
  item: z.optional(amount),
  /**
   * The video rendition; null for an audio file. If the rendition has the kind `both` and the field `audio`
   * is null, the merger remuxes this rendition alone (HLS, DASH).
   */
  video: z.nullable(renditionRefSchema),
  audio: z.nullable(renditionRefSchema),
  container: z.enum(['mp4', 'webm', 'mkv', 'mp3', 'm4a', 'gif']),
  /** Bitrate of an MP3 conversion in kilobits per second; absent if the merger copies the streams. */
  kbps: z.optional(amount),
})
export type MergePlan = z.infer<typeof mergePlanSchema>

/** Body of `POST /merges`. The call is idempotent: the same task and attempt start only one merge. */
export const mergeOrderSchema = z.object({
  v: z.number(),
  task: z.string().check(z.regex(/^[\w-]{1,128}$/)),
  attempt: z.number().check(z.int(), z.minimum(1)),
  plan: mergePlanSchema,
})
export type MergeOrder = z.infer<typeof mergeOrderSchema>

/** Returns the id of an attempt for the paths of the merger: `/merges/<task>.<attempt>/...`. */
export function mergeId(task: string, attempt: number): string {
  return `${task}.${attempt}`
}

export const proofSchema = z.object({
  container: text,
  video_codec: z.nullable(text),
  audio_codec: z.nullable(text),
  width: z.nullable(amount),
  height: z.nullable(amount),
  /** Duration of the finished file in seconds. */
  duration: amount,
})
export type Proof = z.infer<typeof proofSchema>

/**
 * One line of `/merges/:id/events`. Each line holds the whole state of the attempt, so a reader that missed
 * lines needs no replay.
 */
export const mergeEventSchema = z.object({
  /**
   * Bytes [0, from) of the file can still change, because ffmpeg writes the index (moov) into them at the
   * end. The edge pulls these bytes after all others.
   */
  from: amount,
  /** Bytes [from, final) of the file do not change any more. */
  final: amount,
  /** Size of the file in bytes; present from the moment at which no byte can change any more. */
  size: z.optional(amount),
  /** Total size of all source streams in bytes. */
  combined: z.optional(amount),
  /**
   * The checked facts of the finished file. After the file has passed all checks, the merger sends `proof`
   * and `size` in the same lines. The edge does not complete a task without the proof.
   */
  proof: z.optional(proofSchema),
  failed: z.optional(z.object({ code: failureCode, detail: text })),
  /**
   * Phase `waiting`: the merger waits for a media link that becomes playable later. `percent` is 0 to 100,
   * `received` and `total` are bytes of the sources, `speed` is bytes per second, `remaining` is seconds.
   */
  progress: z.object({
    percent: amount,
    stage: z.enum(['extracting', 'waiting', 'downloading', 'converting', 'finishing']),
    received: amount,
    total: z.nullable(amount),
    speed: z.nullable(amount),
    remaining: z.nullable(amount),
  }),
})
export type MergeEvent = z.infer<typeof mergeEventSchema>

/**
 * Returns the path for GET /merges/:id/bytes. The response consists of the bytes [start, end) of the file.
 * The edge has stored all bytes below `stored`, so the merger may free their disk space.
 */
export const bytesPath = (id: string, start: number, end: number, stored: number): string =>
  `/merges/${id}/bytes?start=${start}&end=${end}&stored=${stored}`
/**
 * Returns the path for POST /merges/:id/stored?stored=N. This call tells the merger which bytes the edge has
 * stored, without a pull. The call is idempotent. If several calls differ, the highest N counts.
 */
export const storedPath = (id: string, stored: number): string => `/merges/${id}/stored?stored=${stored}`
