import * as z from 'zod/mini'
import type { FailureCode } from '#contract/failure.ts'

// Every value comes from a site and cannot be trusted. Therefore a field of an unexpected type counts as
// unknown; the rest of the answer is still used.

export const withFallback = z.catch
export const textOrNull = withFallback(z.nullable(z.string()), null)
export const amountOrNull = withFallback(z.nullable(z.number().check(z.nonnegative())), null)
const numberOrNull = withFallback(z.nullable(z.number()), null)
/** Some extractors write a word instead of leaving the codec out. */
const codecOrNull = z.pipe(
  textOrNull,
  z.transform((name) => (/^(?:unknown|unknown_video|n\/a|null|codec|\?)$/i.test(name ?? '') ? null : name)),
)
/** Module and function, so that no word of a site reaches the log. */
const ODDITY = /^[a-z_]{1,40}\.[a-z_]{1,40}$/
const headers = withFallback(z.record(z.string(), z.string()), {})

const formatFactsSchema = z.object({
  format_id: withFallback(z.string(), 'only'),
  url: textOrNull,
  manifest_url: textOrNull,
  ext: textOrNull,
  protocol: textOrNull,
  /** `none`: the format has no such track. null: unknown. */
  vcodec: codecOrNull,
  acodec: codecOrNull,
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
  untested: withFallback(z.boolean(), false),
  /** A player starts with this sound. */
  is_default: withFallback(z.boolean(), false),
  has_drm: withFallback(z.nullable(z.union([z.boolean(), z.literal('maybe')])), null),
  is_picture: withFallback(z.boolean(), false),
  /** Request headers of the format, without yt-dlp's default headers. */
  headers,
  /** True when fetching or decrypting the format needs data that only yt-dlp has. */
  needs_more: withFallback(z.boolean(), false),
  user_agent: textOrNull,
  /** The value of the Cookie header. */
  cookie: textOrNull,
})
export type FormatFacts = z.infer<typeof formatFactsSchema>

const entrySchema = z.object({
  index: z.number().check(z.int(), z.minimum(1)),
  kind: withFallback(z.nullable(z.enum(['video', 'audio', 'image'])), null),
  title: textOrNull,
  duration: amountOrNull,
  thumbnail: textOrNull,
  date: textOrNull,
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
  /** Start and end in seconds. The formats and their sizes are those of the whole video. */
  section_start: amountOrNull,
  section_end: amountOrNull,
  /** `item` is null for a link with one item. */
  item: withFallback(
    z.nullable(z.object({ index: z.number().check(z.int(), z.minimum(1)), total: amountOrNull })),
    null,
  ),
  is_feed: withFallback(z.boolean(), false),
  /** False for a feed of posts without media files, whose entries are the links of the posts. */
  has_media: withFallback(z.boolean(), true),
  /** True when a warning of yt-dlp says that the site offers only a preview. */
  is_preview: withFallback(z.boolean(), false),
  cover: textOrNull,
  /** Of the post or list that has the item. */
  list_title: textOrNull,
  track: textOrNull,
  album: textOrNull,
  album_artist: textOrNull,
  genre: textOrNull,
  track_number: amountOrNull,
  disc_number: amountOrNull,
  /** The largest nearly square picture. */
  artwork: textOrNull,
  chapters: withFallback(
    z.array(z.object({ start: z.number().check(z.nonnegative()), title: z.string() })),
    [],
  ),
  subtitles: withFallback(
    z.array(
      z.object({
        language: z.string(),
        name: textOrNull,
        url: z.string(),
        track: textOrNull,
        automatic: withFallback(z.boolean(), false),
        headers,
      }),
    ),
    [],
  ),
  entries: withFallback(z.nullable(z.array(entrySchema).check(z.maxLength(100))), null),
  /** If the list is absent, the fields of this object describe the only format. */
  formats: z.optional(z.array(formatFactsSchema)),
})
export type Info = z.infer<typeof infoSchema> & {
  /**
   * Present only if every tried item of a playlist, post, feed or page has failed. `formats` is then empty.
   */
  failed?: FailureCode
}

const errorSchema = z.object({
  class: z.string(),
  message: z.string(),
  expected: z.optional(z.boolean()),
  extractor: z.nullish(z.string()),
  status: z.nullish(z.number()),
  /** True when the egress guard refused the request. */
  denied: z.optional(z.boolean()),
  /** The start of the page that the answer contained. */
  page: z.nullish(z.string()),
  /** `class: message` of the error, and of each error that caused it. */
  causes: z.optional(z.array(z.string())),
})
export type ExtractionError = z.infer<typeof errorSchema>

/** The version of each part that works; null for a part that does not. */
const selfTestSchema = z.object({
  js: z.nullable(z.string()),
  ejs: z.nullable(z.string()),
  curl_cffi: z.nullable(z.string()),
  problems: z.array(z.string()),
})
export type SelfTest = z.infer<typeof selfTestSchema>

export const answerSchema = z.object({
  id: z.number(),
  info: z.optional(infoSchema),
  /** In which yt-dlp has found `info`, if it may say more about the item. */
  page: z.nullish(z.object({ url: z.url(), text: z.string() })),
  /** Instead of `info`: the link on one of the hosts in `stop_at` to which the requested one leads. */
  led_to: z.optional(z.url()),
  error: z.optional(errorSchema),
  /** Present when its chosen item could not be extracted. */
  list: z.optional(
    z.object({
      index: z.number(),
      total: amountOrNull,
      title: textOrNull,
      is_feed: withFallback(z.boolean(), false),
      cover: textOrNull,
      entries: withFallback(z.array(entrySchema).check(z.maxLength(100)), []),
    }),
  ),
  warnings: z.optional(z.array(z.string())),
  /** How often each was met (oddities.py). */
  oddities: z.optional(withFallback(z.record(z.string().check(z.regex(ODDITY)), z.number()), {})),
  requests: z.optional(z.number()),
  self_test: z.optional(selfTestSchema),
  /** Not an answer: the child computes. */
  computes: z.optional(z.literal(true)),
})
export type Answer = z.infer<typeof answerSchema>

/** The first line that the Python program writes. */
export const readySchema = z.object({
  ready: z.literal(true),
  yt_dlp: z.string(),
  js: z.nullable(z.string()),
})
