import * as z from 'zod/mini'
import { amount, failureCode, text } from './fields.ts'

/**
 * A reference to a rendition (one source stream) of an extraction. The merger looks for a rendition with the
 * same kind, height and id. If there is none, it compares kind, height, container, language and codec. The
 * reason: a new extraction can give the same stream a new id.
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
 * The file that a merger makes. A plan contains no media links: the merger takes them from its extraction
 * cache, or extracts the source link again.
 */
export const mergePlanSchema = z.object({
  source_url: text,
  /** Number of the item, counted from 1, if the link leads to a post with several items. */
  item: z.optional(amount),
  /**
   * Describes the item that the visitor chose; present only with `item`. If the post, playlist or feed gets a
   * new item, the numbers of the other items can change. The merger then finds the chosen item by this
   * description.
   */
  chosen: z.optional(
    z.object({
      /** The beginning of the item's title, by which the item is recognised (contract/title-mark.ts). */
      title: text,
      /** Duration in seconds; null if unknown. */
      duration: z.nullable(amount),
    }),
  ),
  /**
   * The video rendition; null for an audio file. If `audio` is null, the merger makes the file from the video
   * rendition alone: it converts the rendition to a GIF, or copies the streams of an HLS or DASH rendition
   * into a new container (remux).
   */
  video: z.nullable(renditionRefSchema),
  audio: z.nullable(renditionRefSchema),
  container: z.enum(['mp4', 'webm', 'mkv', 'mp3', 'm4a', 'gif']),
  /** Bitrate in kilobits per second; present only if the merger converts audio to MP3. */
  kbps: z.optional(amount),
})
export type MergePlan = z.infer<typeof mergePlanSchema>

/**
 * Body of `POST /merges`. The call is idempotent: two calls with the same task and attempt start one merge.
 */
export const mergeOrderSchema = z.object({
  v: z.number(),
  task: z.string().check(z.regex(/^[\w-]{1,128}$/)),
  attempt: z.number().check(z.int(), z.minimum(1)),
  plan: mergePlanSchema,
})
export type MergeOrder = z.infer<typeof mergeOrderSchema>

/**
 * Returns the id under which a merger knows an attempt. The id is part of the merger's paths:
 * `/merges/<task>.<attempt>/...`.
 */
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
 * One line of the response to GET /merges/:id/events. Each line contains the whole state of the attempt, so
 * the next line brings a client that has missed lines up to date.
 */
export const mergeEventSchema = z.object({
  /**
   * The bytes before the offset `from` can still change, because ffmpeg writes the index (moov) there at the
   * end of the merge. The edge pulls these bytes after all others.
   */
  from: amount,
  /**
   * The bytes from the offset `from` (inclusive) to the offset `final` (exclusive) do not change any more.
   */
  final: amount,
  /** Size of the file in bytes; present as soon as all bytes of the file are final. */
  size: z.optional(amount),
  /** Total size of all source streams in bytes. */
  combined: z.optional(amount),
  /**
   * The facts that the merger verified in the finished file. Once the file has passed all checks, the event
   * lines contain both `proof` and `size`. The edge does not complete a task without the proof.
   */
  proof: z.optional(proofSchema),
  failed: z.optional(z.object({ code: failureCode, detail: text })),
  /**
   * `percent` is 0 to 100, `received` and `total` are bytes of the source streams, `speed` is bytes per
   * second and `remaining` is seconds. In the stage `waiting`, the merger waits because a media link does not
   * work yet.
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
 * Returns the path for GET /merges/:id/bytes. The response body is the bytes [start, end) of the file.
 * `stored` is an offset in the file, called the watermark. The edge has stored all bytes from
 * `MergeEvent.from` up to this offset. So the merger may free the disk space of these bytes.
 */
export const bytesPath = (id: string, start: number, end: number, stored: number): string =>
  `/merges/${id}/bytes?start=${start}&end=${end}&stored=${stored}`
/**
 * Returns the path for POST /merges/:id/stored?stored=N. With this call, the edge reports the watermark N to
 * the merger: the edge has stored the file up to the offset N (see `bytesPath`). The call requests no bytes
 * of the file. It is idempotent: the merger keeps the highest N.
 */
export const storedPath = (id: string, stored: number): string => `/merges/${id}/stored?stored=${stored}`
