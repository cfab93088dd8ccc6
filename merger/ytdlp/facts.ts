import * as z from 'zod/mini'

// What the fork server says about a link. Everything in it was written by a stranger's site: each field is taken when
// it is what it should be, else it counts as not said.

/** What is there if it fits a schema, else a stand-in. */
export const otherwise = z.catch
/** A text, or null for whatever else is there. */
export const text = otherwise(z.nullable(z.string()), null)
/** A number that counts something, or null. */
export const amount = otherwise(z.nullable(z.number().check(z.nonnegative())), null)
const number = otherwise(z.nullable(z.number()), null)
const headers = otherwise(z.record(z.string(), z.string()), {})

export const formatFactsSchema = z.object({
  format_id: otherwise(z.string(), 'only'),
  url: text,
  manifest_url: text,
  ext: text,
  protocol: text,
  /** `none` = absent for sure; null = unknown, which is not absent. */
  vcodec: text,
  acodec: text,
  width: amount,
  height: amount,
  resolution: text,
  fps: amount,
  tbr: amount,
  abr: amount,
  vbr: amount,
  filesize: amount,
  filesize_approx: amount,
  language: text,
  language_preference: number,
  format_note: text,
  preference: number,
  dynamic_range: text,
  has_drm: otherwise(z.nullable(z.union([z.boolean(), z.literal('maybe')])), null),
  /** A still picture, found by our own code. */
  is_picture: otherwise(z.boolean(), false),
  /** Request headers beyond those every browser sends. */
  headers,
  /** A ready Cookie header. */
  cookie: text,
})
export type FormatFacts = z.infer<typeof formatFactsSchema>

export const infoSchema = z.object({
  ...formatFactsSchema.shape,
  title: text,
  uploader: text,
  channel: text,
  creator: text,
  artist: text,
  description: text,
  thumbnail: text,
  duration: amount,
  series: text,
  season_number: amount,
  episode_number: amount,
  upload_date: text,
  release_date: text,
  extractor: otherwise(z.string(), 'generic'),
  webpage_url: text,
  live_status: text,
  is_live: otherwise(z.nullable(z.boolean()), null),
  part: otherwise(z.nullable(z.object({ index: z.number(), total: z.nullable(z.number()) })), null),
  is_feed: otherwise(z.boolean(), false),
  /** Absent where the link has one media file: then these facts are its format. */
  formats: z.optional(z.array(formatFactsSchema)),
})
export type Info = z.infer<typeof infoSchema>

export const complaintSchema = z.object({
  class: z.string(),
  message: z.string(),
  expected: z.optional(z.boolean()),
  extractor: z.nullish(z.string()),
  /** HTTP status of the site, where one is behind it. */
  status: z.nullish(z.number()),
  /** Our own guard refused. */
  denied: z.optional(z.boolean()),
  causes: z.optional(z.array(z.string())),
})
export type Complaint = z.infer<typeof complaintSchema>

export const answerSchema = z.object({
  id: z.number(),
  info: z.optional(infoSchema),
  error: z.optional(complaintSchema),
  warnings: z.optional(z.array(z.string())),
})
export type Answer = z.infer<typeof answerSchema>

export const readySchema = z.object({ ready: z.literal(true), yt_dlp: z.string() })
