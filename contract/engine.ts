import * as z from 'zod/mini'
import { failures, type FailureCode } from './failure.ts'

// What edge and merger say to each other. Unknown fields are ignored, so that an old merger serves a new edge.

/** The version both sides speak; a merger refuses an order of a version it does not know. */
export const ENGINE_VERSION = 1

const text = z.string()
const amount = z.number().check(z.nonnegative())
const failureCode = z.enum(Object.keys(failures) as [FailureCode, ...FailureCode[]])

/** One source stream that a merge combines or a visitor takes as it is. */
export const renditionSchema = z.object({
  /** yt-dlp's format id; stable within one extraction, usually across. */
  id: text,
  /** `video` has no sound, `audio` no picture, `both` is complete. A still picture is a `video` whose container says so (jpg). */
  kind: z.enum(['video', 'audio', 'both']),
  transport: z.enum(['http', 'hls', 'dash']),
  /** The media link, or the playlist of an HLS or DASH rendition. */
  url: text,
  /** The master playlist an HLS rendition belongs to: it names the sounds that stand beside the pictures. */
  manifest: z.optional(text),
  /** File extension without a dot: mp4, webm, m4a, mp3 ... */
  container: text,
  /** RFC 6381 codec strings; null = unknown. */
  vcodec: z.nullable(text),
  acodec: z.nullable(text),
  width: z.nullable(amount),
  height: z.nullable(amount),
  fps: z.nullable(amount),
  hdr: z.boolean(),
  /** Kilobits per second. */
  tbr: z.nullable(amount),
  abr: z.nullable(amount),
  vbr: z.nullable(amount),
  /** Bytes; `filesize_approx` is bitrate times duration and shown as "about". */
  filesize: z.nullable(amount),
  filesize_approx: z.nullable(amount),
  /** BCP 47, of the sound. */
  language: z.nullable(text),
  /** False only when the site marks this sound as a dub. */
  original: z.boolean(),
  /** Request headers the media wants beyond a browser's own (Referer, User-Agent). */
  headers: z.record(text, text),
  /** A ready Cookie header, or null. */
  cookies: z.nullable(text),
  /** True when only the machine that extracted may fetch it. */
  bound: z.boolean(),
})
export type Rendition = z.infer<typeof renditionSchema>

export const extractionSchema = z.object({
  /** Which merger process extracted: `<boot id>`; after its restart its address may differ. */
  boot: text,
  /** The canonical link this is the answer for. */
  source_url: text,
  /** Where the link led, by short links, redirects and embedded players; absent from mergers that do not tell. */
  led_to: z.optional(z.nullable(text)),
  /** yt-dlp's name of the site; `feed` for an RSS feed, of which the newest episode was taken unless one was asked for. */
  extractor: text,
  title: text,
  uploader: z.nullable(text),
  description: z.nullable(text),
  thumbnail: z.nullable(text),
  /** Seconds. */
  duration: z.nullable(amount),
  series: z.nullable(text),
  season_number: z.nullable(amount),
  episode_number: z.nullable(amount),
  /** ISO 8601 day. */
  date: z.nullable(text),
  /** Set when the link holds several items: this is item `index` (from 1) of `total`. */
  part: z.nullable(z.object({ index: amount, total: z.nullable(amount) })),
  /** Epoch milliseconds at which the first media link ends; null = no end known. */
  expires_at: z.nullable(amount),
  renditions: z.array(renditionSchema),
})
export type Extraction = z.infer<typeof extractionSchema>

export const extractRequestSchema = z.object({ v: z.number(), url: text, item: z.optional(amount) })
export type ExtractRequest = z.infer<typeof extractRequestSchema>

/** A line of `/extract`: `queued` at once, then one of the others. `detail` is for the log, never for visitors. */
export const extractLineSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('queued') }),
  z.object({ state: z.literal('done'), extraction: extractionSchema }),
  z.object({ state: z.literal('failed'), code: failureCode, detail: text }),
])
export type ExtractLine = z.infer<typeof extractLineSchema>

/** A rendition by reference: found by id, else by what it is, so that a fresh extraction serves an old ticket. */
export const renditionRefSchema = z.object({
  id: text,
  kind: z.enum(['video', 'audio', 'both']),
  height: z.nullable(amount),
  container: text,
  codec: z.nullable(text),
  language: z.nullable(text),
})
export type RenditionRef = z.infer<typeof renditionRefSchema>

/** What to make, by reference; the merger knows or extracts the media links itself. */
export const mergePlanSchema = z.object({
  source_url: text,
  /** Item of a post with several, from 1. */
  item: z.optional(amount),
  /** The picture, or null for audio. `kind: both` alone is a remux (HLS, DASH) of one complete rendition. */
  video: z.nullable(renditionRefSchema),
  audio: z.nullable(renditionRefSchema),
  container: z.enum(['mp4', 'webm', 'mkv', 'mp3', 'm4a', 'gif']),
  /** Kilobits per second of an MP3 conversion; absent = the streams are copied. */
  kbps: z.optional(amount),
})
export type MergePlan = z.infer<typeof mergePlanSchema>

/** `POST /merges`: idempotent by task and attempt. */
export const mergeOrderSchema = z.object({
  v: z.number(),
  task: z.string().check(z.regex(/^[\w-]{1,128}$/)),
  attempt: z.number().check(z.int(), z.minimum(1)),
  plan: mergePlanSchema,
})
export type MergeOrder = z.infer<typeof mergeOrderSchema>

/** Where a merge is read and ended: `/merges/<task>.<attempt>/...`. */
export function mergeId(task: string, attempt: number): string {
  return `${task}.${attempt}`
}

export const proofSchema = z.object({
  container: text,
  video_codec: z.nullable(text),
  audio_codec: z.nullable(text),
  width: z.nullable(amount),
  height: z.nullable(amount),
  /** Seconds. */
  duration: amount,
})
export type Proof = z.infer<typeof proofSchema>

/** A line of `/merges/:id/events`. Level-triggered: each line is the whole state, so none is ever replayed. */
export const mergeEventSchema = z.object({
  /** Bytes [0, from) may still change; they are pulled last. */
  from: amount,
  /** Bytes [from, final) will never change. */
  final: amount,
  /** The whole size in bytes, once nothing changes any more. */
  size: z.optional(amount),
  /** Bytes of the source streams together. */
  combined: z.optional(amount),
  /** Present with `size` when the file was proven whole; nothing is completed without it. */
  proof: z.optional(proofSchema),
  failed: z.optional(z.object({ code: failureCode, detail: text })),
  /** `percent` runs from 0 to 100; bytes received and expected from the source; bytes a second; seconds left. */
  progress: z.object({
    percent: amount,
    stage: z.enum(['extracting', 'downloading', 'converting', 'finishing']),
    received: amount,
    total: z.nullable(amount),
    speed: z.nullable(amount),
    remaining: z.nullable(amount),
  }),
})
export type MergeEvent = z.infer<typeof mergeEventSchema>

/** `GET /healthz`. */
export const healthSchema = z.object({
  v: z.number(),
  boot: text,
  yt_dlp: text,
  ffmpeg: text,
  /** Slots in use and in all. */
  merges: z.object({ busy: amount, slots: amount }),
  extractions: z.object({ busy: amount, slots: amount }),
})
export type Health = z.infer<typeof healthSchema>

// GET /relay?url=<media link>: the merger fetches with the headers of `x-relay-headers` (JSON object, cookies included)
// and the visitor's Range, and answers like the source. HEAD alike.
export const RELAY_HEADERS = 'x-relay-headers'
/** GET /merges/:id/bytes?start&end&stored: `end` exclusive; everything below `stored` may be freed. */
export const bytesPath = (id: string, start: number, end: number, stored: number): string =>
  `/merges/${id}/bytes?start=${start}&end=${end}&stored=${stored}`
/** POST /merges/:id/stored?stored: acknowledges stored bytes without pulling any. Idempotent; the highest value counts. */
export const storedPath = (id: string, stored: number): string => `/merges/${id}/stored?stored=${stored}`
