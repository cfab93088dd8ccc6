import * as z from 'zod/mini'
import { failures, type FailureCode } from './failure.ts'

// The protocol between edge and merger. Unknown fields are ignored, so an old merger can serve a new edge.

/** The protocol version; a merger refuses an order of a version that it does not support. */
export const ENGINE_VERSION = 1

const text = z.string()
const amount = z.number().check(z.nonnegative())
const failureCode = z.enum(Object.keys(failures) as [FailureCode, ...FailureCode[]])

/**
 * Facts that set a rendition apart from an ordinary one:
 * - `post_sound`: the track that a TikTok post uses, which is not the sound of its video
 * - `surround`: more than two channels, which browsers and MP3 do not keep
 * - `audio_description`: the sound with a narrator who describes the picture
 * - `upscaled`: the site has enlarged the picture
 * - `spherical`: a 360° picture
 * - `premium`: a higher bitrate at the same height
 * - `preview`: only the beginning of the item
 * - `incomplete`: a part of a past live stream
 * - `untested`: the site often lists this file without having it
 */
export type Trait =
  | 'post_sound'
  | 'surround'
  | 'audio_description'
  | 'upscaled'
  | 'spherical'
  | 'premium'
  | 'preview'
  | 'incomplete'
  | 'untested'

/** One source stream: a merge combines it, or a visitor downloads it unchanged. */
export const renditionSchema = z.object({
  /** yt-dlp's format id; stable within one extraction, usually across. */
  id: text,
  /**
   * `video`: without audio; `audio`: without video; `both`: with both. An image is a `video` with an image
   * container.
   */
  kind: z.enum(['video', 'audio', 'both']),
  transport: z.enum(['http', 'hls', 'dash']),
  /** The media link, or the manifest of an HLS or DASH rendition. */
  url: text,
  /** HLS only: the master playlist, which also names the separate audio renditions. */
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
  /** Bytes; `filesize_approx` is an estimate from the bitrate and shown as "about". */
  filesize: z.nullable(amount),
  filesize_approx: z.nullable(amount),
  /** BCP 47 language of the audio. */
  language: z.nullable(text),
  /** False only if the site marks this audio as a dub. */
  original: z.boolean(),
  /** Request headers that the source requires, such as Referer and User-Agent. */
  headers: z.record(text, text),
  /** The value of the Cookie header, or null. */
  cookies: z.nullable(text),
  /** True if the link works only from the address of the merger that extracted it. */
  bound: z.boolean(),
  /**
   * The User-Agent that extracted it: some sites answer a media link only to the same one. Null or absent:
   * unknown. Browsers that fetch a link themselves send their own.
   */
  user_agent: z.optional(z.nullable(text)),
  /**
   * Epoch milliseconds before which the source answers 403: YouTube waits for the end of an advertisement.
   * Null or absent: it answers at once.
   */
  available_at: z.optional(z.nullable(amount)),
  /** Values of `Trait`, and traits of newer mergers; absent from older mergers. */
  traits: z.optional(z.array(text)),
  /** Exit and session of the extraction; only for a bound link that did not leave by the default exit. */
  exit: z.optional(text),
})
export type Rendition = z.infer<typeof renditionSchema>

/** Whether a rendition or a format has a trait. */
export function hasTrait({ traits }: { traits?: readonly string[] | undefined }, trait: Trait): boolean {
  return traits?.includes(trait) ?? false
}

/** An item of a list, without a request for it. Unknown values are null. */
export const listedItemSchema = z.object({
  /** From 1. */
  index: amount,
  kind: z.nullable(z.enum(['video', 'audio', 'image'])),
  title: z.nullable(text),
  /** Seconds. */
  duration: z.nullable(amount),
  thumbnail: z.nullable(text),
  /** The file of a picture in its original size. */
  picture: z.optional(
    z.object({
      url: text,
      /** File extension without a dot. */
      ext: text,
      width: z.nullable(amount),
      height: z.nullable(amount),
      headers: z.record(text, text),
      bound: z.boolean(),
    }),
  ),
})
export type ListedItem = z.infer<typeof listedItemSchema>

export const extractionSchema = z.object({
  /** Id of the merger process that extracted; it changes with every start. */
  boot: text,
  /** The canonical link that was extracted. */
  source_url: text,
  /** The link at the end of short links, redirects and embedded players; absent from older mergers. */
  led_to: z.optional(z.nullable(text)),
  /** yt-dlp's name of the site; `feed` for an RSS feed, whose newest episode is the default item. */
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
  /** ISO 8601 date. */
  date: z.nullable(text),
  /** Set if the link has several items: this is item `index` (from 1) of `total`. */
  part: z.nullable(z.object({ index: amount, total: z.nullable(amount) })),
  /** The first items of the list, at most 100; absent for a link with one item. */
  entries: z.optional(z.array(listedItemSchema).check(z.maxLength(100))),
  /** Set if the link is a clip: its place in the video, in seconds. The renditions are the whole video. */
  section: z.optional(z.nullable(z.object({ start: amount, end: amount }))),
  /** Epoch milliseconds when the first media link expires; null if unknown. */
  expires_at: z.nullable(amount),
  /** True if the site gives only the beginning of the item; absent from older mergers. */
  is_preview: z.optional(z.boolean()),
  renditions: z.array(renditionSchema),
})
export type Extraction = z.infer<typeof extractionSchema>

export const extractRequestSchema = z.object({ v: z.number(), url: text, item: z.optional(amount) })
export type ExtractRequest = z.infer<typeof extractRequestSchema>

/**
 * A line of `/extract`: `queued` at once, then one of the others. `detail` is for the log, never for
 * visitors.
 */
export const extractLineSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('queued') }),
  z.object({ state: z.literal('done'), extraction: extractionSchema }),
  z.object({ state: z.literal('failed'), code: failureCode, detail: text }),
])
export type ExtractLine = z.infer<typeof extractLineSchema>

/**
 * A reference to a rendition: found by its id, else by its properties, so an old ticket works after a new
 * extraction.
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

/** The file to make. It has no media links: the merger remembers them or extracts them again. */
export const mergePlanSchema = z.object({
  source_url: text,
  /** Number of the item, from 1, if the link is a post with several. */
  item: z.optional(amount),
  /** Null for audio. A rendition of kind `both` without `audio` is remuxed (HLS, DASH). */
  video: z.nullable(renditionRefSchema),
  audio: z.nullable(renditionRefSchema),
  container: z.enum(['mp4', 'webm', 'mkv', 'mp3', 'm4a', 'gif']),
  /** Kilobits per second of an MP3 conversion; absent if the streams are copied. */
  kbps: z.optional(amount),
})
export type MergePlan = z.infer<typeof mergePlanSchema>

/** Body of `POST /merges`, which is idempotent for a task and attempt. */
export const mergeOrderSchema = z.object({
  v: z.number(),
  task: z.string().check(z.regex(/^[\w-]{1,128}$/)),
  attempt: z.number().check(z.int(), z.minimum(1)),
  plan: mergePlanSchema,
})
export type MergeOrder = z.infer<typeof mergeOrderSchema>

/** The id in the paths of one attempt: `/merges/<task>.<attempt>/...`. */
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

/**
 * A line of `/merges/:id/events`. Level-triggered: each line is the whole state, so lost lines need no
 * replay.
 */
export const mergeEventSchema = z.object({
  /**
   * Bytes [0, from) may still change, because the index (moov) is written there last; they are pulled last.
   */
  from: amount,
  /** Bytes [from, final) will not change. */
  final: amount,
  /** Size of the file in bytes, once no byte can change. */
  size: z.optional(amount),
  /** Bytes of all source streams together. */
  combined: z.optional(amount),
  /** Present with `size` once the file passed all checks; without it the edge does not complete a task. */
  proof: z.optional(proofSchema),
  failed: z.optional(z.object({ code: failureCode, detail: text })),
  /**
   * `waiting`: a media link plays only later. `percent` is 0 to 100; `received` and `total` are bytes of the
   * sources; `speed` is bytes per second; `remaining` is seconds.
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

/** Answer of `GET /healthz`. */
export const healthSchema = z.object({
  v: z.number(),
  boot: text,
  yt_dlp: text,
  /** Days since the release of yt-dlp; null when its version is not a date. */
  yt_dlp_age_days: z.nullable(amount),
  ffmpeg: text,
  /**
   * The self-test after the start. `js`, `ejs` and `curl_cffi` are versions of parts that it found working;
   * null before it ends and for a part that does not work.
   */
  self_test: z.enum(['running', 'passed', 'failed']),
  js: z.nullable(text),
  ejs: z.nullable(text),
  curl_cffi: z.nullable(text),
  /** The protections of the merger's sandbox, and which of them hold; absent from old mergers. */
  sandbox: z.optional(z.record(text, z.boolean())),
  /** Slots in use and their number. */
  merges: z.object({ busy: amount, slots: amount }),
  extractions: z.object({ busy: amount, slots: amount }),
  /** Exits and platforms that have been used, with the breaker of each (merger/egress/breaker.ts). */
  exits: z._default(
    z.array(
      z.object({
        exit: text,
        platform: text,
        state: z.enum(['closed', 'open', 'half_open']),
        /** Epoch milliseconds: since when it is not closed, and when it lets one extraction try. */
        since: z.nullable(amount),
        until: z.nullable(amount),
      }),
    ),
    [],
  ),
  /** True after a SIGTERM: the merger ends its work and refuses new work. Absent from older mergers. */
  draining: z.optional(z.boolean()),
  /**
   * Extractions since the start, by platform (an id, or `web`) and by failure code or `ok`; and how many of
   * them had a warning of yt-dlp, by its kind.
   */
  outcomes: z.optional(z.record(text, z.record(text, amount))),
  warnings: z.optional(z.record(text, z.record(text, amount))),
})
export type Health = z.infer<typeof healthSchema>

/**
 * Header of GET and HEAD /relay?url=<media link>: a JSON object with the headers for the source, cookies
 * included. The merger adds the visitor's Range and answers like the source.
 */
export const RELAY_HEADERS = 'x-relay-headers'
/** GET /merges/:id/bytes: bytes [start, end). The merger may free its disk below `stored`. */
export const bytesPath = (id: string, start: number, end: number, stored: number): string =>
  `/merges/${id}/bytes?start=${start}&end=${end}&stored=${stored}`
/**
 * POST /merges/:id/stored?stored: acknowledges stored bytes without pulling any. Idempotent; the highest
 * value counts.
 */
export const storedPath = (id: string, stored: number): string => `/merges/${id}/stored?stored=${stored}`
