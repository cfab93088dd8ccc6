import * as z from 'zod/mini'
import { amount, failureCode, text } from './fields.ts'

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

export const renditionSchema = z.object({
  /** yt-dlp's format id. It is usually the same in the next extraction. */
  id: text,
  /**
   * `video`: a stream without audio; `audio`: a stream without video; `both`: a stream with video and audio.
   * An image has the kind `video`, and its field `container` is the extension of an image file.
   */
  kind: z.enum(['video', 'audio', 'both']),
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
  fps: z.nullable(amount),
  hdr: z.boolean(),
  /** kilobits per second */
  tbr: z.nullable(amount),
  abr: z.nullable(amount),
  vbr: z.nullable(amount),
  /**
   * Size in bytes. `filesize_approx` is an estimate from the bitrate; the page shows an estimate with the
   * word "about".
   */
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
  /** True if the link works only from the IP address of the merger that extracted it. */
  bound: z.boolean(),
  /**
   * The User-Agent of the extraction; null or absent if unknown. Some sites serve a media link only to this
   * User-Agent, but a browser sends its own. If the origin refuses the browser's request, the page uses our
   * proxy, which sends the User-Agent of the extraction.
   */
  user_agent: z.optional(z.nullable(text)),
  /**
   * Time in epoch milliseconds until which the origin answers 403. YouTube does this for as long as its own
   * player would show an advertisement. Null or absent: the link works at once.
   */
  available_at: z.optional(z.nullable(amount)),
  /**
   * The traits of this rendition (`Trait`). A newer merger can send traits that this version does not know.
   * Older mergers omit the field.
   */
  traits: z.optional(z.array(text)),
  /**
   * The exit through which the merger extracted the link: `direct`, or the name of a proxy and its session,
   * as in `home-3`. Absent if the link works from any address, or for a default exit with one session.
   */
  exit: z.optional(text),
})
export type Rendition = z.infer<typeof renditionSchema>

export function hasTrait({ traits }: { traits?: readonly string[] | undefined }, trait: Trait): boolean {
  return traits?.includes(trait) ?? false
}

export const listedItemSchema = z.object({
  index: amount,
  kind: z.nullable(z.enum(['video', 'audio', 'image'])),
  title: z.nullable(text),
  /** seconds */
  duration: z.nullable(amount),
  thumbnail: z.nullable(text),
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

export const extractionSchema = z.object({
  boot: text,
  source_url: text,
  /** The final link behind short links, redirects and embedded players. Older mergers omit the field. */
  led_to: z.optional(z.nullable(text)),
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
  part: z.nullable(z.object({ index: amount, total: z.nullable(amount) })),
  entries: z.optional(z.array(listedItemSchema).check(z.maxLength(100))),
  /**
   * Set if the link is a clip: start and end of the clip in the video, in seconds. The renditions still
   * contain the whole video.
   */
  section: z.optional(z.nullable(z.object({ start: amount, end: amount }))),
  /** Time in epoch milliseconds after which at least one media link has expired; null if unknown. */
  expires_at: z.nullable(amount),
  /** Older mergers omit the field. */
  is_preview: z.optional(z.boolean()),
  renditions: z.array(renditionSchema),
  /**
   * Present only if the link leads to a list, no item was requested, and all tried items have failed.
   * `renditions` is then empty.
   */
  failed: z.optional(failureCode),
})
export type Extraction = z.infer<typeof extractionSchema>

/** `used` is the used part of the hourly budget. Times are epoch milliseconds. */
export const exitReportSchema = z.object({
  exit: text,
  since: z.nullable(amount),
  /** After this time, one trial extraction may use the exit. */
  until: z.nullable(amount),
  /** Older mergers omit the field. */
  is_fault: z.optional(z.boolean()),
  pause: z.optional(amount),
  used: amount,
})
export type ExitReport = z.infer<typeof exitReportSchema>

export const extractRequestSchema = z.object({
  v: z.number(),
  url: text,
  item: z.optional(amount),
  visitor: z.optional(text),
  exits: z.optional(z.array(exitReportSchema)),
})
export type ExtractRequest = z.infer<typeof extractRequestSchema>

const exitsAfter = z.optional(z.array(exitReportSchema))

export const extractLineSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('queued') }),
  z.object({ state: z.literal('done'), extraction: extractionSchema, exits: exitsAfter }),
  z.object({ state: z.literal('failed'), code: failureCode, detail: text, exits: exitsAfter }),
])
export type ExtractLine = z.infer<typeof extractLineSchema>
