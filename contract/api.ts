import * as z from 'zod/mini'
import { clipSchema } from './engine/fields.ts'
import type { Health } from './engine/health.ts'
import { itemKind } from './engine/kinds.ts'
import { proofSchema } from './engine/merge.ts'
import { MAX_ITEM, MAX_PASTE_LENGTH } from './limits.ts'
import type { RequestField, SharedField } from './preview-fields.ts'
import { MAX_CHOICES } from './subtitles/choice.ts'

// The field names come from docs/specification.md.

const text = z.string()
const optionalText = z.nullish(z.string())
const amount = z.nullish(z.number().check(z.nonnegative()))
/** As `choicesText` of contract/subtitles/choice.ts writes them. */
const choices = z.string().check(z.maxLength(MAX_CHOICES * 80))
const itemNumber = z.number().check(z.int(), z.minimum(1), z.maximum(MAX_ITEM))

const requestShapes = {
  item: z.optional(itemNumber),
  /** Every format of the answer is then this part of the item, and a merger makes its file. */
  clip: z.optional(clipSchema),
  /** Every video of the answer then has these subtitles inside, and a merger makes its file. */
  subtitles: z.optional(choices),
} satisfies Record<RequestField, z.ZodMiniType>

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
  platform: z.optional(z.string().check(z.maxLength(32))),
  ...requestShapes,
})
export type DownloadRequest = z.infer<typeof downloadRequestSchema>

export const formatSchema = z.object({
  /**
   * A media link with a grant in its fragment, a URL of our media proxy with a grant, or a URL with a ticket
   * that starts a merge.
   */
  url: text,
  label: text,
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
  key: text,
  suggested: z.optional(z.boolean()),
  converted: z.optional(z.boolean()),
  /** A conversion that stores more than its source has, and is no better. */
  above_source: z.optional(z.boolean()),
  note: z.optional(z.string()),
  /**
   * URL of an HLS playlist of this format. The preview can play the playlist before the merger has made the
   * file to which `url` leads.
   */
  play_url: z.optional(z.string()),
})
export type Format = z.infer<typeof formatSchema>

const entrySchema = z.object({
  index: z.number(),
  kind: z.nullable(itemKind),
  title: z.nullable(text),
  /** seconds */
  duration: amount,
  thumbnail_url: optionalText,
  /** The day of publication, as in `2026-01-06`. */
  date: z.optional(z.nullable(text)),
  picture: z.optional(z.object({ url: text, ext: text, width: amount, height: amount })),
})
export type Entry = z.infer<typeof entrySchema>

export const videoInfoSchema = z.object({
  title: text,
  thumbnail_url: optionalText,
  uploader: optionalText,
  description: optionalText,
  platform: text,
  is_podcast: z.boolean(),
  series: optionalText,
  season_number: amount,
  episode_number: amount,
  /** The day of publication, as in `2026-01-06`. */
  date: z.optional(z.nullable(text)),
  /** seconds */
  duration: amount,
  formats: z.array(formatSchema),
  /** The picture of the item as a file. */
  cover: z.optional(formatSchema),
  clip: z.optional(clipSchema),
  with_subtitles: z.optional(text),
  /** The times in the pasted link as `askedPart` writes them. */
  asked: z.optional(text),
  /** Sorted by `start`, in seconds. */
  chapters: z.optional(z.array(z.object({ start: z.number(), title: text }))),
  /** `url` answers SRT; `&as=vtt` or `&as=txt` asks for another form. */
  subtitles: z.optional(
    z.array(z.object({ language: text, label: text, automatic: z.optional(z.boolean()), url: text })),
  ),
  error: optionalText,
  source_url: text,
  /** `chosen`: the request named the item. */
  part: z.nullish(
    z.object({ index: z.number(), total: z.nullish(z.number()), chosen: z.optional(z.boolean()) }),
  ),
  cover_url: z.optional(z.nullable(text)),
  /** Of the post or list that `entries` belong to. */
  list_title: optionalText,
  entries: z.optional(z.array(entrySchema)),
  notice: optionalText,
})
export type VideoInfo = z.infer<typeof videoInfoSchema>

export const errorSchema = z.object({ error: text, code: text, format_key: z.optional(text) })
export type ErrorAnswer = z.infer<typeof errorSchema>
/**
 * Response header with the `format_key` (see `errorSchema`). A response to HEAD has no body, so the page
 * reads the key from this header.
 */
export const FORMAT_KEY_HEADER = 'x-format-key'

export const startMergeAnswerSchema = z.object({ task_id: text })

export const mergeStatusSchema = z.object({
  task_id: text,
  status: z.enum(['queued', 'processing', 'completed', 'failed']),
  /**
   * Progress in percent, 0 to 100. It decreases only when the visitor starts the task again: it is then 0.
   */
  progress: z.number(),
  message: text,
  /** bytes */
  actual_sizes: z.optional(z.object({ final_file: amount, combined_streams: amount })),
  proof: z.optional(proofSchema),
  /** Time at which the file expires, in epoch milliseconds; present if `status` is `completed`. */
  expires_at: z.optional(z.number()),
  /**
   * `speed` is in bytes per second, `remaining` in seconds. `received` and `total` count the bytes of the
   * source streams.
   */
  speed: amount,
  remaining: amount,
  received: amount,
  total: amount,
  code: z.optional(text),
})
export type MergeStatus = z.infer<typeof mergeStatusSchema>

export const serverConfigSchema = z.object({
  file_retention_seconds: z.number(),
  environment: text,
})
export type ServerConfig = z.infer<typeof serverConfigSchema>

export type MergerHealth = {
  name: string
  state: 'ready' | 'busy' | 'draining' | 'asleep' | 'down'
} & Partial<
  Pick<Health, 'build' | 'yt_dlp' | 'yt_dlp_age_days' | 'ffmpeg' | 'self_test' | 'merges' | 'extractions'>
>

/** The work of all visitors on the current day (UTC). */
export type BudgetState = {
  /** Ended tasks, each as the part of usual work that it used. Without an attempt, a task does not count. */
  tasks: number
  /** bytes */
  bytes: number
  /** seconds */
  seconds: number
  /** percent. From 100 on, no new merge starts. */
  percent: number
  /** Bytes of media that mergers passed on, and percent of their budget. */
  relayed: number
  relayed_percent: number
}

const platformStateSchema = z.object({
  state: z.enum(['works', 'limited', 'refused', 'unreachable']),
  /** ISO 8601 */
  since: z.nullable(text),
})
export type PlatformState = z.infer<typeof platformStateSchema>

export const platformStatesSchema = z.record(text, platformStateSchema)

/** What everybody may see of the service. */
export type PublicHealth = {
  /** Epoch milliseconds. */
  at: number
  faults: readonly ('down' | 'merges' | 'day')[]
  /** Of platforms, and of `web` for other sites. `seconds`: the median of a link that was read lately. */
  platforms: Readonly<Record<string, PlatformState & { seconds: number | null }>>
}

export type HealthAnswer = {
  /** With `degraded` and `down` the answer has status 503. */
  status: 'ok' | 'degraded' | 'down'
  problems: string[]
  /** `worker` and `tag` are empty outside Cloudflare. */
  version: { worker: string; tag: string; engine: number }
  mergers: MergerHealth[]
  budget: BudgetState
  platforms: Record<string, Record<string, number>>
  platform_states: Record<string, PlatformState>
}

const shareText = z.optional(z.string().check(z.maxLength(2_000)))
const shareNumber = z.optional(z.union([z.number(), z.string().check(z.maxLength(20))]))

const shareShapes = {
  title: shareText,
  filename: shareText,
  is_audio: z.optional(z.union([z.boolean(), z.enum(['true', 'false'])])),
  resolution: shareText,
  filesize: shareNumber,
  bitrate: shareNumber,
  source_url: z.optional(z.string().check(z.maxLength(2_048))),
  item: z.optional(itemNumber),
  /** As `clipText` writes it. */
  clip: z.optional(z.string().check(z.maxLength(24))),
  subtitles: z.optional(choices),
} satisfies Record<SharedField, z.ZodMiniType>

export const shareSchema = z.strictObject({
  url: z.string().check(z.minLength(1), z.maxLength(4_096)),
  ...shareShapes,
  thumbnail_url: z.optional(z.string().check(z.maxLength(2_080))),
})
export type Share = z.infer<typeof shareSchema>
export const shareAnswerSchema = z.object({ short_url: text })
