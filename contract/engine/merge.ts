import * as z from 'zod/mini'
import type { Rendition } from './extraction.ts'
import { amount, clipSchema, failureCode, subtitleChoiceSchema, text } from './fields.ts'
import { mainCodec, streamKind } from './kinds.ts'
import { MAX_CHOICES } from '../subtitles/choice.ts'

/**
 * A new extraction can give the same stream a new id, so the merger also compares kind, height, container,
 * language and codec.
 */
const renditionRefSchema = z.object({
  id: text,
  kind: streamKind,
  height: z.nullable(amount),
  container: text,
  codec: z.nullable(text),
  language: z.nullable(text),
})
export type RenditionRef = z.infer<typeof renditionRefSchema>

export function refOf(rendition: Rendition): RenditionRef {
  const { id, kind, height, container, language } = rendition
  return { id, kind, height, container, codec: mainCodec(rendition), language }
}

export const mergePlanSchema = z.object({
  source_url: text,
  item: z.optional(amount),
  /**
   * Present only with `item`. A new item of a list changes the numbers of the others; the merger finds the
   * item by this description.
   */
  chosen: z.optional(
    z.object({
      title: text,
      /** seconds */
      duration: z.nullable(amount),
    }),
  ),
  video: z.nullable(renditionRefSchema),
  audio: z.nullable(renditionRefSchema),
  /** A second track of sound, behind `audio`. */
  second_audio: z.optional(renditionRefSchema),
  container: z.enum(['mp4', 'webm', 'mkv', 'mp3', 'm4a', 'opus', 'flac', 'wav', 'gif', 'jpg']),
  /** Kilobits per second of sound that is encoded; absent: it is copied, or its file loses nothing. */
  kbps: z.optional(amount),
  clip: z.optional(clipSchema),
  /** Only of the picture of an item, which is cut to its middle. */
  square: z.optional(z.boolean()),
  /** Only of a video. The file is made without them if they cannot be fetched. */
  subtitles: z.optional(subtitleChoiceSchema),
  /** In the same file, behind the first. */
  more_subtitles: z.optional(z.array(subtitleChoiceSchema).check(z.maxLength(MAX_CHOICES))),
})
export type MergePlan = z.infer<typeof mergePlanSchema>

/** Idempotent: two calls with the same task and attempt start one merge. */
export const mergeOrderSchema = z.object({
  v: z.number(),
  task: z.string().check(z.regex(/^[\w-]{1,128}$/)),
  attempt: z.number().check(z.int(), z.minimum(1)),
  plan: mergePlanSchema,
  exit: z.optional(text),
})
export type MergeOrder = z.infer<typeof mergeOrderSchema>

export function mergeId(task: string, attempt: number): string {
  return `${task}.${attempt}`
}

export const proofSchema = z.object({
  container: text,
  video_codec: z.nullable(text),
  audio_codec: z.nullable(text),
  width: z.nullable(amount),
  height: z.nullable(amount),
  /** seconds */
  duration: amount,
  /**
   * Where a clip really begins, in seconds of the item. A copy of a picture begins at the key frame before
   * the wanted start.
   */
  begins_at: z.optional(amount),
  /** The languages of the subtitles in the file (ISO 639-2), separated by commas; absent without any. */
  subtitles: z.optional(text),
  /** The wanted subtitles that could not be read, as `choicesText` writes them; absent: all could be. */
  subtitles_left_out: z.optional(text),
  /** Seconds of advertisements that could not be joined to the rest; absent = the file has all of it. */
  left_out: z.optional(amount),
  /** The site names a cover that it did not give in time. */
  cover_left_out: z.optional(z.boolean()),
  /** Lines of the wanted picture, if its parts could not be joined and those of another one were. */
  instead_of: z.optional(amount),
})
export type Proof = z.infer<typeof proofSchema>

/** Each line contains the whole state, so the next line brings a client that has missed lines up to date. */
export const mergeEventSchema = z.object({
  /**
   * The bytes before the offset `from` can still change, because ffmpeg writes the index (moov) there at the
   * end of the merge. The edge pulls these bytes after all others.
   */
  from: amount,
  final: amount,
  size: z.optional(amount),
  combined: z.optional(amount),
  proof: z.optional(proofSchema),
  failed: z.optional(z.object({ code: failureCode, detail: text })),
  /** The merge only waits for its sources and needs no place. */
  idle: z.optional(z.boolean()),
  /** `speed` is bytes per second, `remaining` seconds. */
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
 * The bytes [start, end). The edge has stored all bytes from `MergeEvent.from` up to `stored`, the watermark,
 * so the merger may free their disk space.
 */
export const bytesPath = (id: string, start: number, end: number, stored: number): string =>
  `/merges/${id}/bytes?start=${start}&end=${end}&stored=${stored}`
/** Idempotent: the merger keeps the highest `stored`. */
export const storedPath = (id: string, stored: number): string => `/merges/${id}/stored?stored=${stored}`
