import * as z from 'zod/mini'
import type { Health } from './engine/health.ts'
import { proofSchema } from './engine/merge.ts'
import { MAX_ITEM, MAX_PASTE_LENGTH } from './limits.ts'

// The request and response bodies of the API. The paths of the API are in paths.ts. The field names come from
// docs/specification.md.

const text = z.string()
const optionalText = z.nullish(z.string())
const amount = z.nullish(z.number().check(z.nonnegative()))
const itemNumber = z.number().check(z.int(), z.minimum(1), z.maximum(MAX_ITEM))

/**
 * Body of POST /api/download-video. The specification requires that the page sends a browser fingerprint; the
 * edge ignores it.
 */
export const downloadRequestSchema = z.object({
  /**
   * The text that the visitor pasted. The link in it can lead to any site; the word "tweet" in the field name
   * has no meaning any more.
   */
  tweet_url: z.string().check(z.maxLength(MAX_PASTE_LENGTH)),
  browser_fingerprint: z.optional(z.unknown()),
  user_consent: z.optional(z.boolean()),
  /** Id of the platform on whose page the visitor submits the link; absent on the home page. */
  platform: z.optional(z.string().check(z.maxLength(32))),
  /**
   * Number of the requested item, counted from 1; absent if the visitor has not chosen an item of a post or
   * list.
   */
  item: z.optional(itemNumber),
})
export type DownloadRequest = z.infer<typeof downloadRequestSchema>

/** One format that the visitor can choose. */
export const formatSchema = z.object({
  /**
   * One of three kinds of URL:
   * - a media link with a grant in its fragment
   * - a URL of our media proxy with a grant
   * - a URL that starts a merge; it contains a ticket, the sealed description of the file
   */
  url: text,
  /** The format as the visitor reads it, for example "1080p MP4" or "Audio M4A 128 kbps". */
  label: text,
  /** File extension without a dot. */
  ext: text,
  resolution: optionalText,
  is_audio_only: z.boolean(),
  has_audio: z.boolean(),
  /** Total bitrate in kilobits per second; `abr` and `vbr` are the bitrates of audio and video. */
  tbr: amount,
  abr: amount,
  vbr: amount,
  /** Size of the file in bytes. `about` is true if this size is an estimate. */
  filesize: amount,
  about: z.optional(z.boolean()),
  /**
   * The format key (edge/formats/format-row.ts). A format has the same key in every extraction of its item.
   * So the page can find the format again after its link has expired.
   */
  key: text,
  /** True for the one format that the page recommends. */
  suggested: z.optional(z.boolean()),
  /** True if the merger re-encodes audio or video to make this format, for example an MP3 from AAC. */
  converted: z.optional(z.boolean()),
  /**
   * Short facts that the page shows beside the label of the format, for example "HDR", "AV1" or "dubbed:
   * German".
   */
  note: z.optional(z.string()),
  /**
   * URL of an HLS playlist of this format. The preview can play the playlist before the merger has made the
   * file to which `url` leads.
   */
  play_url: z.optional(z.string()),
})
export type Format = z.infer<typeof formatSchema>

/** An item of a post, a playlist or a feed. A field is null if its value is unknown. */
export const entrySchema = z.object({
  /** Number of the item, counted from 1. A request for this item contains the number as `item`. */
  index: z.number(),
  kind: z.nullable(z.enum(['video', 'audio', 'image'])),
  title: z.nullable(text),
  /** Duration of the item in seconds. */
  duration: amount,
  /** URL of the thumbnail through our image proxy. */
  thumbnail_url: optionalText,
  /**
   * For an image: the URL of the full-size file through our media proxy, its file extension, and its width
   * and height in pixels.
   */
  picture: z.optional(z.object({ url: text, ext: text, width: amount, height: amount })),
})
export type Entry = z.infer<typeof entrySchema>

/** Body of the response to POST /api/download-video. */
export const videoInfoSchema = z.object({
  title: text,
  /** URL of the thumbnail through our image proxy. */
  thumbnail_url: optionalText,
  uploader: optionalText,
  description: optionalText,
  platform: text,
  is_podcast: z.boolean(),
  series: optionalText,
  season_number: amount,
  episode_number: amount,
  /** Duration of the video or audio in seconds. */
  duration: amount,
  formats: z.array(formatSchema),
  error: optionalText,
  /** The canonical form of the submitted link. */
  source_url: text,
  /**
   * `index` is the position of the item in its post, counted from 1, and `total` is the number of items. The
   * page shows both numbers, for example "1 of 4".
   */
  part: z.nullish(z.object({ index: z.number(), total: z.nullish(z.number()) })),
  /** The items of the post, playlist or feed, at most the first 100; absent if the link has only one item. */
  entries: z.optional(z.array(entrySchema)),
  /** A sentence that the page shows above the formats, for example "The newest episode of this feed." */
  notice: optionalText,
})
export type VideoInfo = z.infer<typeof videoInfoSchema>

/**
 * The JSON body of an error response. Only a failure with the code `stale` can have a `format_key`: the key
 * of the format whose media link has expired. With this key, the page finds the format again after it has
 * extracted the item a second time.
 */
export const errorSchema = z.object({ error: text, code: text, format_key: z.optional(text) })
export type ErrorAnswer = z.infer<typeof errorSchema>
/**
 * Response header with the `format_key` (see `errorSchema`). A response to HEAD has no body, so the page
 * reads the key from this header.
 */
export const FORMAT_KEY_HEADER = 'x-format-key'

export const startMergeAnswerSchema = z.object({ task_id: text })

export const taskStatuses = ['queued', 'processing', 'completed', 'failed'] as const
export type TaskStatus = (typeof taskStatuses)[number]

/** Body of the response to GET /api/download/status/:id. */
export const mergeStatusSchema = z.object({
  task_id: text,
  status: z.enum(taskStatuses),
  /**
   * Progress in percent, 0 to 100. It decreases only when the visitor starts the task again: it is then 0.
   */
  progress: z.number(),
  message: text,
  /** The size of the finished file and the total size of all source streams, both in bytes. */
  actual_sizes: z.optional(z.object({ final_file: amount, combined_streams: amount })),
  /** Facts that the merger verified in the finished file, for example its codecs and its duration. */
  proof: z.optional(proofSchema),
  /** Time at which the file expires, in epoch milliseconds; present if `status` is `completed`. */
  expires_at: z.optional(z.number()),
  /**
   * `speed` is in bytes per second, and `remaining` is the remaining time in seconds. `received` and `total`
   * count the bytes of the source streams. A field is null if its value is unknown.
   */
  speed: amount,
  remaining: amount,
  received: amount,
  total: amount,
  /** The failure code; present if `status` is `failed`. */
  code: z.optional(text),
})
export type MergeStatus = z.infer<typeof mergeStatusSchema>

/** Body of the response to GET /api/config. */
export const serverConfigSchema = z.object({
  file_retention_seconds: z.number(),
  environment: text,
})
export type ServerConfig = z.infer<typeof serverConfigSchema>

/**
 * The state of one merger in the response to GET /api/health. The state `asleep` means that the container of
 * the merger does not run; the next extraction or merge starts it.
 */
export type MergerHealth = {
  /** Name of the merger: `local:<index>` or `<region>:<index>`. */
  name: string
  state: 'ready' | 'busy' | 'draining' | 'asleep' | 'down'
} & Partial<Pick<Health, 'yt_dlp' | 'yt_dlp_age_days' | 'ffmpeg' | 'self_test' | 'merges' | 'extractions'>>

/**
 * The work that the product has done for all visitors together on the current day (UTC). The daily budget
 * limits the numbers of tasks, bytes and seconds.
 */
export type BudgetState = {
  /** Number of merge tasks that have ended. A task that ends before its first attempt does not count. */
  tasks: number
  /** Total size in bytes of the finished files that the edge stored in R2. */
  bytes: number
  /** Total running time of the containers in seconds. */
  seconds: number
  /** Used part of the daily budget in percent. From 100 on, no new merge starts. */
  percent: number
}

/**
 * Whether mergers can extract from a platform (exact rules: `stateOf` in edge/mergers/refusals.ts):
 * - `limited`: the platform refuses some of our IP addresses
 * - `refused`: the platform refuses all our IP addresses
 * - `unreachable`: no merger can use the platform, and at least one of our proxies is broken
 * - `works`: in all other cases
 */
export const platformStateSchema = z.object({
  state: z.enum(['works', 'limited', 'refused', 'unreachable']),
  /** Time in ISO 8601 since which the state holds; null if the platform works. */
  since: z.nullable(text),
})
export type PlatformState = z.infer<typeof platformStateSchema>

/**
 * Body of the response to GET /api/platforms: an object that maps platform ids to states. Platforms whose
 * state is `works` are omitted.
 */
export const platformStatesSchema = z.record(text, platformStateSchema)

/** Body of the response to GET /api/health. The HTTP status is 503 if every merger is down. */
export type HealthAnswer = {
  status: 'ok' | 'down'
  /**
   * `worker` is the id of the Worker version and `tag` is the commit that was deployed. Both are empty
   * outside Cloudflare. `engine` is the protocol version between edge and mergers.
   */
  version: { worker: string; tag: string; engine: number }
  mergers: MergerHealth[]
  budget: BudgetState
  /**
   * Number of extractions since the mergers started, by platform and by result. The result is `ok` or a
   * failure code.
   */
  platforms: Record<string, Record<string, number>>
  /**
   * Maps platform ids to the states of the platforms. Only platforms for which mergers have reported an
   * extraction are present.
   */
  platform_states: Record<string, PlatformState>
}

const shareText = z.optional(z.string().check(z.maxLength(2_000)))
const shareNumber = z.optional(z.union([z.number(), z.string().check(z.maxLength(20))]))

/** Body of POST /api/shorten-preview: the data of a preview page to which the edge creates a short link. */
export const shareSchema = z.strictObject({
  url: z.string().check(z.minLength(1), z.maxLength(4_096)),
  title: shareText,
  filename: shareText,
  is_audio: z.optional(z.union([z.boolean(), z.enum(['true', 'false'])])),
  resolution: shareText,
  filesize: shareNumber,
  bitrate: shareNumber,
  source_url: z.optional(z.string().check(z.maxLength(2_048))),
  /** Number of the item in the post or list to which `source_url` leads. */
  item: z.optional(itemNumber),
  /** URL of the item's thumbnail; the fragment of this URL contains a grant. */
  thumbnail_url: z.optional(z.string().check(z.maxLength(2_080))),
})
export type Share = z.infer<typeof shareSchema>
export const shareAnswerSchema = z.object({ short_url: text })
