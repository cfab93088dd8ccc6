import * as z from 'zod/mini'
import { failures, type FailureCode } from './failure.ts'

// The protocol between edge and merger. Both sides ignore unknown fields, so an old merger can serve a new
// edge.

/** The protocol version. A merger refuses a merge order whose version it does not support. */
export const ENGINE_VERSION = 1

const text = z.string()
const amount = z.number().check(z.nonnegative())
const failureCode = z.enum(Object.keys(failures) as [FailureCode, ...FailureCode[]])

/**
 * Properties that distinguish a rendition from an ordinary one:
 * - `post_sound`: the song that a TikTok post names as its music; the sound of its video can differ
 * - `surround`: more than two channels; browsers and MP3 reduce them to two
 * - `audio_description`: the audio track in which a narrator describes the picture
 * - `upscaled`: the site has enlarged the picture
 * - `spherical`: a 360° picture
 * - `premium`: a higher bitrate at the same height
 * - `preview`: only the beginning of the item
 * - `incomplete`: only a part of a live stream that has ended
 * - `untested`: the site lists this file, but the file often does not exist
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

/** One source stream. A merger combines it with another stream, or a visitor downloads it unchanged. */
export const renditionSchema = z.object({
  /** yt-dlp's format id. It is stable within one extraction and usually the same in the next extraction. */
  id: text,
  /**
   * `video`: a stream without audio; `audio`: a stream without video; `both`: a stream with video and audio.
   * An image has the kind `video`, and its field `container` is the extension of an image file.
   */
  kind: z.enum(['video', 'audio', 'both']),
  transport: z.enum(['http', 'hls', 'dash']),
  /** The media link; for HLS and DASH, the URL of the manifest. */
  url: text,
  /** HLS only: URL of the master playlist, which also lists the separate audio renditions. */
  manifest: z.optional(text),
  /** File extension without a dot: mp4, webm, m4a, mp3 and so on. */
  container: text,
  /** Codec strings as in RFC 6381; null if unknown. */
  vcodec: z.nullable(text),
  acodec: z.nullable(text),
  width: z.nullable(amount),
  height: z.nullable(amount),
  fps: z.nullable(amount),
  hdr: z.boolean(),
  /** Bitrates in kilobits per second: total, audio and video. */
  tbr: z.nullable(amount),
  abr: z.nullable(amount),
  vbr: z.nullable(amount),
  /** Size in bytes. `filesize_approx` is an estimate from the bitrate; the page shows it with "about". */
  filesize: z.nullable(amount),
  filesize_approx: z.nullable(amount),
  /** Language of the audio as a BCP 47 tag. */
  language: z.nullable(text),
  /** False only if the site marks this audio as a dub; true also if the site says nothing. */
  original: z.boolean(),
  /** Request headers that the origin requires, such as Referer and User-Agent. */
  headers: z.record(text, text),
  /** The value of the Cookie header for the origin; null if it needs none. */
  cookies: z.nullable(text),
  /** True if the link works only from the IP address of the merger that extracted it. */
  bound: z.boolean(),
  /**
   * The User-Agent of the extraction. Some sites serve a media link only to the same User-Agent. Null or
   * absent: unknown. A browser that fetches the link itself sends its own User-Agent.
   */
  user_agent: z.optional(z.nullable(text)),
  /**
   * Time in epoch milliseconds until which the origin answers 403: YouTube waits until an advertisement would
   * have ended. Null or absent: the link works at once.
   */
  available_at: z.optional(z.nullable(amount)),
  /**
   * The traits of this rendition: values of `Trait`, or values that only newer mergers know. Older mergers
   * omit the field.
   */
  traits: z.optional(z.array(text)),
  /**
   * The exit (contract/exits.ts) through which the link was extracted: its name and the number of the proxy
   * session. Absent if the link is not bound, or if the exit is the default one.
   */
  exit: z.optional(text),
})
export type Rendition = z.infer<typeof renditionSchema>

/** Returns whether a rendition or a format has a trait. */
export function hasTrait({ traits }: { traits?: readonly string[] | undefined }, trait: Trait): boolean {
  return traits?.includes(trait) ?? false
}

/**
 * An item of a list, as the list describes it; the merger sends no request for the item itself. A field is
 * null if its value is unknown.
 */
export const listedItemSchema = z.object({
  /** Number of the item in the list, counted from 1. */
  index: amount,
  kind: z.nullable(z.enum(['video', 'audio', 'image'])),
  title: z.nullable(text),
  /** Duration in seconds. */
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
  /** Id of the merger process that ran the extraction. Each start of a merger creates a new id. */
  boot: text,
  /** The canonical link under which the item was extracted. */
  source_url: text,
  /**
   * The link that remains after short links, redirects and embedded players are followed. Older mergers omit
   * the field.
   */
  led_to: z.optional(z.nullable(text)),
  /**
   * yt-dlp's name of the extractor; `feed` for an RSS feed. The default item of a feed is its newest episode.
   */
  extractor: text,
  title: text,
  uploader: z.nullable(text),
  description: z.nullable(text),
  thumbnail: z.nullable(text),
  /** Duration in seconds. */
  duration: z.nullable(amount),
  series: z.nullable(text),
  season_number: z.nullable(amount),
  episode_number: z.nullable(amount),
  /** Date of publication in ISO 8601. */
  date: z.nullable(text),
  /**
   * Present if the link has several items. `index` is the number of the extracted item, counted from 1, and
   * `total` is the number of items.
   */
  part: z.nullable(z.object({ index: amount, total: z.nullable(amount) })),
  /** The first items of the list, at most 100; absent if the link has only one item. */
  entries: z.optional(z.array(listedItemSchema).check(z.maxLength(100))),
  /**
   * Set if the link is a clip: start and end of the clip in the video, in seconds. The renditions contain the
   * whole video.
   */
  section: z.optional(z.nullable(z.object({ start: amount, end: amount }))),
  /** Time at which the first media link of the extraction expires, in epoch milliseconds; null if unknown. */
  expires_at: z.nullable(amount),
  /** True if the site serves only the beginning of the item. Older mergers omit the field. */
  is_preview: z.optional(z.boolean()),
  renditions: z.array(renditionSchema),
})
export type Extraction = z.infer<typeof extractionSchema>

/**
 * The state of the circuit breaker for one exit of a merger and one platform (merger/egress/breaker.ts).
 * Times are epoch milliseconds.
 */
export const exitReportSchema = z.object({
  exit: text,
  /** Time from which the platform has refused the exit; null if the platform does not refuse it. */
  since: z.nullable(amount),
  /**
   * No extraction from the platform may use the exit before this time. After it, one trial extraction may use
   * the exit. Null if the platform does not refuse the exit.
   */
  until: z.nullable(amount),
  /**
   * Duration in milliseconds of the pause that ends at `until`. Absent if there is no pause; older mergers
   * omit the field. The pause after a refused trial is twice as long.
   */
  pause: z.optional(amount),
  /**
   * Number of extractions in the past hour that count against the exit's hourly limit for the platform; 0 if
   * the exit has no such limit.
   */
  used: amount,
})
export type ExitReport = z.infer<typeof exitReportSchema>

export const extractRequestSchema = z.object({
  v: z.number(),
  url: text,
  item: z.optional(amount),
  /** A keyed hash that distinguishes the visitors of one day; absent if the visitor is unknown. */
  visitor: z.optional(text),
  /** The states of the exits for the platform of the link, as reported by other mergers. */
  exits: z.optional(z.array(exitReportSchema)),
})
export type ExtractRequest = z.infer<typeof extractRequestSchema>

/**
 * The states of this merger's exits for the platform of the link after the extraction, in the order of the
 * platform's route. Absent if the link belongs to no platform.
 */
const exitsAfter = z.optional(z.array(exitReportSchema))

/**
 * One line of the response to `POST /extract`. The first line is `queued` and is sent at once; the second
 * line is the result or the failure. `detail` is logged and never shown to visitors.
 */
export const extractLineSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('queued') }),
  z.object({ state: z.literal('done'), extraction: extractionSchema, exits: exitsAfter }),
  z.object({ state: z.literal('failed'), code: failureCode, detail: text, exits: exitsAfter }),
])
export type ExtractLine = z.infer<typeof extractLineSchema>

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

/** Body of the response to `GET /healthz`. */
export const healthSchema = z.object({
  v: z.number(),
  boot: text,
  yt_dlp: text,
  /** Age of the installed yt-dlp release in days; null if its version is not a date. */
  yt_dlp_age_days: z.nullable(amount),
  ffmpeg: text,
  /**
   * The tag of the image in which the merger runs; absent if it runs outside an image. Older mergers omit the
   * field.
   */
  build: z.optional(text),
  /**
   * Result of the self-test that runs after each start. `js`, `ejs` and `curl_cffi` are the versions of the
   * components that passed it. A version is null while the self-test runs and if the component failed.
   */
  self_test: z.enum(['running', 'passed', 'failed']),
  js: z.nullable(text),
  ejs: z.nullable(text),
  curl_cffi: z.nullable(text),
  /** For each protection of the merger's sandbox, whether it is active. Older mergers omit the field. */
  sandbox: z.optional(z.record(text, z.boolean())),
  /** `busy` is the number of slots in use, `slots` the number of all slots. */
  merges: z.object({ busy: amount, slots: amount }),
  extractions: z.object({ busy: amount, slots: amount }),
  /**
   * The state of the circuit breaker for each pair of exit and platform that has been used
   * (merger/egress/breaker.ts).
   */
  exits: z._default(
    z.array(
      z.object({
        exit: text,
        platform: text,
        state: z.enum(['closed', 'open', 'half_open']),
        /**
         * `since` is when the circuit breaker left the state `closed`, and `until` is when it lets one trial
         * extraction through. Both are epoch milliseconds.
         */
        since: z.nullable(amount),
        until: z.nullable(amount),
      }),
    ),
    [],
  ),
  /**
   * True after a SIGTERM: the merger finishes its running work and refuses new work. Older mergers omit the
   * field.
   */
  draining: z.optional(z.boolean()),
  /**
   * `outcomes` counts the extractions since the start by platform (an id, or `web`), then by failure code or
   * `ok`. `warnings` counts the extractions in which yt-dlp printed a warning, by platform and kind of
   * warning.
   */
  outcomes: z.optional(z.record(text, z.record(text, amount))),
  warnings: z.optional(z.record(text, z.record(text, amount))),
})
export type Health = z.infer<typeof healthSchema>

/**
 * Request header of GET and HEAD /relay?url=<media link>: a JSON object with the headers for the origin,
 * including cookies. The merger adds the visitor's Range header and passes the origin's response on.
 */
export const RELAY_HEADERS = 'x-relay-headers'
/**
 * Request header of GET and HEAD /relay: a keyed hash of the visitor's network, which changes every day. The
 * merger uses the hash to share its connections fairly between visitors.
 */
export const RELAY_VISITOR = 'x-relay-visitor'
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
