import * as z from 'zod/mini'
import type { FailureCode } from '#contract/failure.ts'

// Schemas of the fork server's answers. Every value comes from a site and cannot be trusted. Therefore a
// field of an unexpected type counts as unknown; the rest of the answer is still used.

/** Returns a schema that yields `fallback` for every value that the given schema rejects. */
export const withFallback = z.catch
/** A string; null for any other value. */
export const textOrNull = withFallback(z.nullable(z.string()), null)
/** A number of zero or more, such as a size or a duration; null for any other value. */
export const amountOrNull = withFallback(z.nullable(z.number().check(z.nonnegative())), null)
const numberOrNull = withFallback(z.nullable(z.number()), null)
const headers = withFallback(z.record(z.string(), z.string()), {})

export const formatFactsSchema = z.object({
  format_id: withFallback(z.string(), 'only'),
  url: textOrNull,
  manifest_url: textOrNull,
  ext: textOrNull,
  protocol: textOrNull,
  /** Codecs of the tracks. `none`: the format has no such track. null: unknown. */
  vcodec: textOrNull,
  acodec: textOrNull,
  width: amountOrNull,
  height: amountOrNull,
  resolution: textOrNull,
  fps: amountOrNull,
  tbr: amountOrNull,
  abr: amountOrNull,
  vbr: amountOrNull,
  filesize: amountOrNull,
  filesize_approx: amountOrNull,
  language: textOrNull,
  language_preference: numberOrNull,
  format_note: textOrNull,
  preference: numberOrNull,
  dynamic_range: textOrNull,
  audio_channels: amountOrNull,
  /** The site refuses requests for the format before this time. Epoch seconds. */
  available_at: amountOrNull,
  /** True when yt-dlp's extractor marks the file as possibly missing on the server. */
  untested: withFallback(z.boolean(), false),
  has_drm: withFallback(z.nullable(z.union([z.boolean(), z.literal('maybe')])), null),
  /** True for a still picture (patches/x_post.py, patches/picture_posts.py). */
  is_picture: withFallback(z.boolean(), false),
  /** Request headers of the format, without yt-dlp's default headers. */
  headers,
  /** True when fetching or decrypting the format needs data that only yt-dlp has. */
  needs_more: withFallback(z.boolean(), false),
  /** The User-Agent that yt-dlp sends for the format. */
  user_agent: textOrNull,
  /** The value of the Cookie header. */
  cookie: textOrNull,
})
export type FormatFacts = z.infer<typeof formatFactsSchema>

/** One item of a playlist, post or feed (entries.py). */
const entrySchema = z.object({
  index: z.number().check(z.int(), z.minimum(1)),
  kind: withFallback(z.nullable(z.enum(['video', 'audio', 'image'])), null),
  title: textOrNull,
  duration: amountOrNull,
  thumbnail: textOrNull,
  /** The file of a picture; null for other items. */
  picture: withFallback(
    z.nullable(
      z.object({ url: z.string(), ext: z.string(), width: amountOrNull, height: amountOrNull, headers }),
    ),
    null,
  ),
})

export const infoSchema = z.object({
  ...formatFactsSchema.shape,
  title: textOrNull,
  uploader: textOrNull,
  channel: textOrNull,
  creator: textOrNull,
  artist: textOrNull,
  description: textOrNull,
  thumbnail: textOrNull,
  duration: amountOrNull,
  series: textOrNull,
  season_number: amountOrNull,
  episode_number: amountOrNull,
  upload_date: textOrNull,
  release_date: textOrNull,
  extractor: withFallback(z.string(), 'generic'),
  webpage_url: textOrNull,
  live_status: textOrNull,
  is_live: withFallback(z.nullable(z.boolean()), null),
  /**
   * Start and end in seconds, when the link leads to a section of a video. The formats and their sizes are
   * those of the whole video.
   */
  section_start: amountOrNull,
  section_end: amountOrNull,
  /**
   * `index`: the number of this item in its playlist or post, from 1. `total`: the number of all items.
   * `item` is null for a link with one item.
   */
  item: withFallback(
    z.nullable(z.object({ index: z.number().check(z.int(), z.minimum(1)), total: amountOrNull })),
    null,
  ),
  is_feed: withFallback(z.boolean(), false),
  /** True when a warning of yt-dlp says that the site offers only a preview. */
  is_preview: withFallback(z.boolean(), false),
  /** The first items of the playlist, post or feed; null for a link with one item. */
  entries: withFallback(z.nullable(z.array(entrySchema).check(z.maxLength(100))), null),
  /** The formats. If the list is absent, the fields of this object describe the only format. */
  formats: z.optional(z.array(formatFactsSchema)),
})
export type Info = z.infer<typeof infoSchema> & {
  /**
   * The failure code of the last item that the merger tried. Present only if every tried item of a playlist,
   * post, feed or page has failed. `formats` is then empty.
   */
  failed?: FailureCode
}

/** An error of yt-dlp or of the fork server (facts.py). */
export const errorSchema = z.object({
  /** Name of the Python class of the error. */
  class: z.string(),
  message: z.string(),
  expected: z.optional(z.boolean()),
  extractor: z.nullish(z.string()),
  /** HTTP status of the site's response that caused the error. */
  status: z.nullish(z.number()),
  /** True when the egress guard refused the request. */
  denied: z.optional(z.boolean()),
  /** `class: message` of the error, and of each error that caused it. */
  causes: z.optional(z.array(z.string())),
})
export type ExtractionError = z.infer<typeof errorSchema>

/**
 * The result of the self-test in Python (self_test.py): the version of each part that works; null for a part
 * that does not.
 */
export const selfTestSchema = z.object({
  js: z.nullable(z.string()),
  ejs: z.nullable(z.string()),
  curl_cffi: z.nullable(z.string()),
  /** One sentence for each part that does not work. */
  problems: z.array(z.string()),
})
export type SelfTest = z.infer<typeof selfTestSchema>

export const answerSchema = z.object({
  id: z.number(),
  info: z.optional(infoSchema),
  error: z.optional(errorSchema),
  /**
   * The facts of a playlist, post or feed. Present when its chosen item could not be extracted. `index` is
   * the number of this item, from 1, and `total` the number of all items.
   */
  list: z.optional(
    z.object({
      index: z.number(),
      total: amountOrNull,
      title: textOrNull,
      is_feed: withFallback(z.boolean(), false),
      entries: withFallback(z.array(entrySchema).check(z.maxLength(100)), []),
    }),
  ),
  warnings: z.optional(z.array(z.string())),
  /** Number of requests that yt-dlp has sent. */
  requests: z.optional(z.number()),
  self_test: z.optional(selfTestSchema),
})
export type Answer = z.infer<typeof answerSchema>

/**
 * The first line that the Python program writes. `js` is the version of the JavaScript runtime; null when
 * yt-dlp cannot use one.
 */
export const readySchema = z.object({
  ready: z.literal(true),
  yt_dlp: z.string(),
  js: z.nullable(z.string()),
})
