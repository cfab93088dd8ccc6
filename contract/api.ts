import * as z from 'zod/mini'
import { proofSchema } from './engine.ts'
import { MAX_PASTE_LENGTH } from './limits.ts'

// Every call of the browser once: request and answer; its path is in paths.ts. Wire names are the specification's.

const text = z.string()
const optionalText = z.nullish(z.string())
const amount = z.nullish(z.number().check(z.nonnegative()))

/** POST /api/download-video. The fingerprint is part of the specified wire; the edge drops it unread. */
export const downloadRequestSchema = z.object({
  /** The pasted link, whatever the platform: the name is as old as the first platform. */
  tweet_url: z.string().check(z.maxLength(MAX_PASTE_LENGTH)),
  browser_fingerprint: z.optional(z.unknown()),
  user_consent: z.optional(z.boolean()),
  /** The page the visitor is on: a platform's id, or absent on the home page. */
  platform: z.optional(z.string().check(z.maxLength(32))),
  /** Item of a post that holds several, from 1. */
  item: z.optional(z.number().check(z.int(), z.minimum(1), z.maximum(500))),
})
export type DownloadRequest = z.infer<typeof downloadRequestSchema>

/** One choice the visitor sees. */
export const formatSchema = z.object({
  /** Media link with a grant in its fragment, our proxy, or a start-merge link. */
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
  /** Bytes; `about` says that it is an estimate. */
  filesize: amount,
  about: z.optional(z.boolean()),
  /** What this is, apart from any link: kind, height, container, codec, language. A healed link is matched by it. */
  key: text,
  /** The one we would take. */
  suggested: z.optional(z.boolean()),
  /** True when we re-encode (MP3 of another codec). */
  converted: z.optional(z.boolean()),
  /** Short facts behind the label: "HDR", "AV1", "dubbed: German". */
  note: z.optional(z.string()),
  /** HLS only: a granted playlist that plays at once, while `url` makes the file. */
  play_url: z.optional(z.string()),
})
export type Format = z.infer<typeof formatSchema>

/** Answer of POST /api/download-video. */
export const videoInfoSchema = z.object({
  title: text,
  /** Our image proxy, or absent. */
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
  /** "1 of 4": which item of a post this is. */
  part: z.nullish(z.object({ index: z.number(), total: z.nullish(z.number()) })),
  /** Said above the formats: "The newest episode of this feed." */
  notice: optionalText,
})
export type VideoInfo = z.infer<typeof videoInfoSchema>

/** What every failing call answers; `format_key` goes with `stale`, so that the page can find the same format afresh. */
export const errorSchema = z.object({ error: text, code: text, format_key: z.optional(text) })
export type ErrorAnswer = z.infer<typeof errorSchema>
/** The same key on answers without a body (HEAD). */
export const FORMAT_KEY_HEADER = 'x-format-key'

export const startMergeAnswerSchema = z.object({ task_id: text })

export const taskStatuses = ['queued', 'processing', 'completed', 'failed', 'expired'] as const
export type TaskStatus = (typeof taskStatuses)[number]

/** GET /api/download/status/:id. */
export const mergeStatusSchema = z.object({
  task_id: text,
  status: z.enum(taskStatuses),
  /** 0 to 100; never runs backwards. */
  progress: z.number(),
  message: text,
  /** Bytes. */
  actual_sizes: z.optional(z.object({ final_file: amount, combined_streams: amount })),
  /** What was proven about the finished file. */
  proof: z.optional(proofSchema),
  /** Epoch milliseconds; with `completed`. */
  expires_at: z.optional(z.number()),
  /** Bytes a second and seconds left, while bytes flow. */
  speed: amount,
  remaining: amount,
  received: amount,
  total: amount,
  /** With `failed`. */
  code: z.optional(text),
})
export type MergeStatus = z.infer<typeof mergeStatusSchema>

/** GET /api/config. */
export const serverConfigSchema = z.object({
  file_retention_seconds: z.number(),
  environment: text,
})
export type ServerConfig = z.infer<typeof serverConfigSchema>

const shareText = z.optional(z.string().check(z.maxLength(2_000)))
const shareNumber = z.optional(z.union([z.number(), z.string().check(z.maxLength(20))]))

/** POST /api/shorten-preview: what a preview link says. */
export const shareSchema = z.strictObject({
  url: z.string().check(z.minLength(1), z.maxLength(4_096)),
  title: shareText,
  filename: shareText,
  is_audio: z.optional(z.union([z.boolean(), z.enum(['true', 'false'])])),
  resolution: shareText,
  filesize: shareNumber,
  bitrate: shareNumber,
  source_url: z.optional(z.string().check(z.maxLength(2_048))),
  /** The item's picture, its grant in its fragment like that of `url`. */
  thumbnail_url: z.optional(z.string().check(z.maxLength(2_080))),
})
export type Share = z.infer<typeof shareSchema>
export const shareAnswerSchema = z.object({ short_url: text })
