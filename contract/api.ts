import * as z from 'zod/mini'
import { proofSchema, type Health } from './engine.ts'
import { MAX_PASTE_LENGTH } from './limits.ts'

// The requests and answers of the API; the paths are in paths.ts. Field names are those of
// docs/specification.md.

const text = z.string()
const optionalText = z.nullish(z.string())
const amount = z.nullish(z.number().check(z.nonnegative()))

/** Request of POST /api/download-video. The specification has a fingerprint; the edge ignores it. */
export const downloadRequestSchema = z.object({
  /** The pasted text with a link of any platform. The name comes from the first platform. */
  tweet_url: z.string().check(z.maxLength(MAX_PASTE_LENGTH)),
  browser_fingerprint: z.optional(z.unknown()),
  user_consent: z.optional(z.boolean()),
  /** Id of the platform page that the visitor is on; absent on the home page. */
  platform: z.optional(z.string().check(z.maxLength(32))),
  /** Number of the item, from 1, if the link is a post with several. */
  item: z.optional(z.number().check(z.int(), z.minimum(1), z.maximum(500))),
})
export type DownloadRequest = z.infer<typeof downloadRequestSchema>

/** One choice of the visitor. */
export const formatSchema = z.object({
  /**
   * A media link with a grant in its fragment, a link through our proxy, or a start-merge link with a ticket.
   */
  url: text,
  /** "1080p MP4", "Audio M4A 128 kbps". */
  label: text,
  /** File extension without a dot. */
  ext: text,
  resolution: optionalText,
  is_audio_only: z.boolean(),
  has_audio: z.boolean(),
  /** Kilobits per second. */
  tbr: amount,
  abr: amount,
  vbr: amount,
  /** Bytes; `about` marks an estimate. */
  filesize: amount,
  about: z.optional(z.boolean()),
  /**
   * Identifies the format across extractions (edge/formats/format-row.ts); a refreshed link is found by it.
   */
  key: text,
  /** True for the format that we recommend. */
  suggested: z.optional(z.boolean()),
  /** True when we re-encode (MP3 of another codec). */
  converted: z.optional(z.boolean()),
  /** Short facts behind the label: "HDR", "AV1", "dubbed: German". */
  note: z.optional(z.string()),
  /** HLS only: a link to a playlist that plays before the file of `url` is made. */
  play_url: z.optional(z.string()),
})
export type Format = z.infer<typeof formatSchema>

/** An item of a post, a playlist or a feed. Unknown values are null. */
export const entrySchema = z.object({
  /** The `item` of a request for this item, from 1. */
  index: z.number(),
  kind: z.nullable(z.enum(['video', 'audio', 'image'])),
  title: z.nullable(text),
  /** Seconds. */
  duration: amount,
  /** A link through our image proxy. */
  thumbnail_url: optionalText,
  /** A picture's file through our proxy, with its extension and its size in pixels. */
  picture: z.optional(z.object({ url: text, ext: text, width: amount, height: amount })),
})
export type Entry = z.infer<typeof entrySchema>

/** Answer of POST /api/download-video. */
export const videoInfoSchema = z.object({
  title: text,
  /** A link through our image proxy. */
  thumbnail_url: optionalText,
  uploader: optionalText,
  description: optionalText,
  platform: text,
  is_podcast: z.boolean(),
  series: optionalText,
  season_number: amount,
  episode_number: amount,
  /** Seconds. */
  duration: amount,
  formats: z.array(formatSchema),
  error: optionalText,
  /** The canonical link that was extracted. */
  source_url: text,
  /** Which item of a post this is: "1 of 4". */
  part: z.nullish(z.object({ index: z.number(), total: z.nullish(z.number()) })),
  /** The items of the list, at most the first 100; absent for a link with one item. */
  entries: z.optional(z.array(entrySchema)),
  /** Shown above the formats: "The newest episode of this feed." */
  notice: optionalText,
})
export type VideoInfo = z.infer<typeof videoInfoSchema>

/**
 * The JSON body of every failure. `format_key` comes with `stale`: the page extracts the link again and finds
 * the format.
 */
export const errorSchema = z.object({ error: text, code: text, format_key: z.optional(text) })
export type ErrorAnswer = z.infer<typeof errorSchema>
/** Header with the same key, for HEAD, which has no body. */
export const FORMAT_KEY_HEADER = 'x-format-key'

export const startMergeAnswerSchema = z.object({ task_id: text })

export const taskStatuses = ['queued', 'processing', 'completed', 'failed'] as const
export type TaskStatus = (typeof taskStatuses)[number]

/** Answer of GET /api/download/status/:id. */
export const mergeStatusSchema = z.object({
  task_id: text,
  status: z.enum(taskStatuses),
  /** Percent, 0 to 100; it never decreases within one run of a task. */
  progress: z.number(),
  message: text,
  /** Bytes. */
  actual_sizes: z.optional(z.object({ final_file: amount, combined_streams: amount })),
  /** Facts that the merger checked in the finished file. */
  proof: z.optional(proofSchema),
  /** Epoch milliseconds; with `completed`. */
  expires_at: z.optional(z.number()),
  /** Bytes per second, seconds left, and bytes received and expected from the sources; null if unknown. */
  speed: amount,
  remaining: amount,
  received: amount,
  total: amount,
  /** With `failed`. */
  code: z.optional(text),
})
export type MergeStatus = z.infer<typeof mergeStatusSchema>

/** Answer of GET /api/config. */
export const serverConfigSchema = z.object({
  file_retention_seconds: z.number(),
  environment: text,
})
export type ServerConfig = z.infer<typeof serverConfigSchema>

/** One merger in the answer of GET /api/health. A sleeping container starts with the next link. */
export type MergerHealth = {
  /** `local:<index>` or `<region>:<index>`. */
  name: string
  state: 'ready' | 'busy' | 'draining' | 'asleep' | 'down'
} & Partial<Pick<Health, 'yt_dlp' | 'yt_dlp_age_days' | 'ffmpeg' | 'self_test' | 'merges' | 'extractions'>>

/** Answer of GET /api/health; status 503 when every merger is down. */
export type HealthAnswer = {
  status: 'ok' | 'down'
  /** `worker` and `tag` are empty outside Cloudflare; `tag` is the commit. */
  version: { worker: string; tag: string; engine: number }
  mergers: MergerHealth[]
  /** Extractions by platform and by failure code or `ok`, since the mergers started. */
  platforms: Record<string, Record<string, number>>
}

const shareText = z.optional(z.string().check(z.maxLength(2_000)))
const shareNumber = z.optional(z.union([z.number(), z.string().check(z.maxLength(20))]))

/** Request of POST /api/shorten-preview: the fields of a preview link. */
export const shareSchema = z.strictObject({
  url: z.string().check(z.minLength(1), z.maxLength(4_096)),
  title: shareText,
  filename: shareText,
  is_audio: z.optional(z.union([z.boolean(), z.enum(['true', 'false'])])),
  resolution: shareText,
  filesize: shareNumber,
  bitrate: shareNumber,
  source_url: z.optional(z.string().check(z.maxLength(2_048))),
  /** The item's thumbnail, with its grant in its fragment, like `url`. */
  thumbnail_url: z.optional(z.string().check(z.maxLength(2_080))),
})
export type Share = z.infer<typeof shareSchema>
export const shareAnswerSchema = z.object({ short_url: text })
