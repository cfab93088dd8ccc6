import * as z from 'zod/mini'
import { amount, failureCode, text } from './fields.ts'
import { itemKind, streamKind } from './kinds.ts'
import { MAX_LISTED } from '../limits.ts'

export type Trait =
  | 'post_sound'
  | 'surround'
  | 'audio_description'
  | 'dub'
  | 'original_sound'
  | 'upscaled'
  | 'spherical'
  | 'premium'
  | 'preview'
  | 'incomplete'
  | 'untested'

const renditionSchema = z.object({
  /** yt-dlp's format id. It is usually the same in the next extraction. */
  id: text,
  kind: streamKind,
  transport: z.enum(['http', 'hls', 'dash']),
  url: text,
  /** HLS only: the master playlist, which also lists the separate audio renditions. */
  manifest: z.optional(text),
  container: text,
  /** Codec strings as in RFC 6381. */
  vcodec: z.nullable(text),
  acodec: z.nullable(text),
  width: z.nullable(amount),
  height: z.nullable(amount),
  /** The height that the site names ("1080p"), whatever the size of the picture. */
  lines: z.nullable(amount),
  fps: z.nullable(amount),
  hdr: z.boolean(),
  /** kilobits per second */
  tbr: z.nullable(amount),
  abr: z.nullable(amount),
  vbr: z.nullable(amount),
  filesize: z.nullable(amount),
  filesize_approx: z.nullable(amount),
  /** BCP 47 */
  language: z.nullable(text),
  /**
   * False if the site marks this audio as a dub. True if the site marks it as the original or marks nothing.
   */
  original: z.boolean(),
  headers: z.record(text, text),
  cookies: z.nullable(text),
  bound: z.boolean(),
  /**
   * The User-Agent of the extraction; null if unknown. Some sites serve a media link only to this
   * User-Agent, but a browser sends its own. If the origin refuses the browser's request, the page uses our
   * proxy, which sends the User-Agent of the extraction.
   */
  user_agent: z.nullable(text),
  /**
   * Time in epoch milliseconds until which the origin answers 403. YouTube does this for as long as its own
   * player would show an advertisement. Null: the link works at once.
   */
  available_at: z.nullable(amount),
  /** A newer merger can send a `Trait` that this version does not know. */
  traits: z.array(text),
  /** What the site calls the format. */
  name: z.nullable(text),
  /** Name of a version other than the main one, such as another cut. */
  version: z.nullable(text),
  /**
   * The exit through which the merger extracted the link: `direct`, or the name of a proxy and its session,
   * as in `home-3`. Absent if the link works from any address, or for a default exit with one session.
   */
  exit: z.optional(text),
})
export type Rendition = z.infer<typeof renditionSchema>

export function hasTrait({ traits }: { traits: readonly string[] }, trait: Trait): boolean {
  return traits.includes(trait)
}

const listedItemSchema = z.object({
  index: amount,
  kind: z.nullable(itemKind),
  title: z.nullable(text),
  /** seconds */
  duration: z.nullable(amount),
  thumbnail: z.nullable(text),
  /** The day of publication, as in `2026-01-06`. */
  date: z.optional(z.nullable(text)),
  picture: z.optional(
    z.object({
      url: text,
      ext: text,
      width: z.nullable(amount),
      height: z.nullable(amount),
      headers: z.record(text, text),
      bound: z.boolean(),
    }),
  ),
})
export type ListedItem = z.infer<typeof listedItemSchema>

const subtitleSchema = z.object({
  /** BCP 47, or the site's own code */
  language: text,
  name: z.nullable(text),
  url: text,
  /** The id of a Representation if `url` is that of a manifest, or a track of the file (`inFile`). */
  track: z.optional(text),
  /** True if a machine has written down what is spoken. */
  automatic: z.boolean(),
  headers: z.record(text, text),
  bound: z.boolean(),
})
export type Subtitle = z.infer<typeof subtitleSchema>

const songSchema = z.object({
  title: z.nullable(text),
  artist: z.nullable(text),
  album: z.nullable(text),
  album_artist: z.nullable(text),
  genre: z.nullable(text),
  track: z.nullable(amount),
  disc: z.nullable(amount),
})

export const extractionSchema = z.object({
  boot: text,
  source_url: text,
  /** The final link behind short links, redirects and embedded players. */
  led_to: z.nullable(text),
  /** yt-dlp's name of the extractor, or `feed` for an RSS feed. */
  extractor: text,
  title: text,
  uploader: z.nullable(text),
  description: z.nullable(text),
  thumbnail: z.nullable(text),
  /** seconds */
  duration: z.nullable(amount),
  series: z.nullable(text),
  season_number: z.nullable(amount),
  episode_number: z.nullable(amount),
  date: z.nullable(text),
  song: songSchema,
  /** Sorted by `start`, in seconds. */
  chapters: z.array(z.object({ start: amount, title: text })),
  subtitles: z.array(subtitleSchema).check(z.maxLength(200)),
  /** A picture that is nearly square. */
  artwork: z.nullable(text),
  part: z.nullable(z.object({ index: amount, total: z.nullable(amount) })),
  cover: z.nullable(text),
  /** Of the post or list that `entries` belong to. */
  list_title: z.nullable(text),
  entries: z.optional(z.array(listedItemSchema).check(z.maxLength(MAX_LISTED))),
  /**
   * Set if the link is a clip: start and end of the clip in the video, in seconds. The renditions still
   * contain the whole video.
   */
  section: z.nullable(z.object({ start: amount, end: amount })),
  /** Time in epoch milliseconds after which at least one media link has expired; null if unknown. */
  expires_at: z.nullable(amount),
  is_preview: z.boolean(),
  renditions: z.array(renditionSchema),
  /**
   * Present only if the link leads to a list, no item was requested, and all tried items have failed.
   * `renditions` is then empty.
   */
  failed: z.optional(failureCode),
})
export type Extraction = z.infer<typeof extractionSchema>

const exitReportSchema = z.object({
  exit: text,
  /** null: nothing about the exit. */
  outcome: z.nullable(z.enum(['ok', 'blocked', 'fault'])),
  /** The exits of this platform in the order in which they are tried; `per_hour` extractions each. */
  route: z.array(z.object({ exit: text, per_hour: z.optional(amount) })),
})
export type ExitReport = z.infer<typeof exitReportSchema>

export const extractRequestSchema = z.object({
  v: z.number(),
  url: text,
  item: z.optional(amount),
  /** The origin refused a media link of the last extraction. */
  fresh: z.optional(z.boolean()),
  exit: z.optional(text),
})
export type ExtractRequest = z.infer<typeof extractRequestSchema>

/** Absent if the merger remembered the result. */
const exitReport = z.optional(exitReportSchema)

/** How often a step of `merger/ytdlp/hooks.py` has met what it answers. Older mergers omit the field. */
const odditiesMet = z.optional(z.record(text, amount))

export const extractLineSchema = z.discriminatedUnion('state', [
  /** `idle`: it only waits for the network, so it needs no place. */
  z.object({ state: z.literal('queued'), idle: z.optional(z.boolean()) }),
  z.object({
    state: z.literal('done'),
    extraction: extractionSchema,
    exit: exitReport,
    oddities: odditiesMet,
  }),
  /**
   * The link of no known platform only leads to `link` of one, which must be requested through its own exit.
   */
  z.object({ state: z.literal('led'), link: text, exit: exitReport }),
  z.object({
    state: z.literal('failed'),
    code: failureCode,
    detail: text,
    exit: exitReport,
    oddities: odditiesMet,
  }),
])
export type ExtractLine = z.infer<typeof extractLineSchema>
