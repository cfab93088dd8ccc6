import * as z from 'zod/mini'
import { amount, failureCode, text } from './fields.ts'

/**
 * Properties that distinguish a rendition from an ordinary one:
 * - `post_sound`: the song that a TikTok post names as its music; it can differ from the sound of the video
 * - `surround`: more than two channels; browsers and MP3 reduce them to two
 * - `audio_description`: the audio track in which a narrator describes the picture
 * - `upscaled`: the site has enlarged the picture
 * - `spherical`: a 360° picture
 * - `premium`: a higher bitrate at the same height
 * - `preview`: only the beginning of the item
 * - `incomplete`: only a part of an ended live stream
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
  /**
   * yt-dlp's format id. It identifies the format within one extraction, and is usually the same in the next
   * extraction.
   */
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
  /**
   * Size in bytes. `filesize_approx` is an estimate from the bitrate; the page shows an estimate with the
   * word "about".
   */
  filesize: z.nullable(amount),
  filesize_approx: z.nullable(amount),
  /** Language of the audio as a BCP 47 tag; null if unknown. */
  language: z.nullable(text),
  /**
   * False if the site marks this audio as a dub. True if the site marks it as the original or marks nothing.
   */
  original: z.boolean(),
  /** Request headers that the origin requires, such as Referer and User-Agent. */
  headers: z.record(text, text),
  /** Value of the Cookie header in requests to the origin; null if these requests have no Cookie header. */
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
   * The network exit through which the merger extracted the link. A network exit is a proxy or the direct
   * connection (contract/exits.ts). The value is `direct` for the direct connection. For a proxy, it is the
   * name of the proxy and the number of the proxy session, as in `home-3`. Absent in two cases:
   * - The link works from any IP address.
   * - The exit is the default exit of the merger (`default` in contract/exits.ts) and has only one session.
   */
  exit: z.optional(text),
})
export type Rendition = z.infer<typeof renditionSchema>

/** Returns whether a rendition or a format has a trait. */
export function hasTrait({ traits }: { traits?: readonly string[] | undefined }, trait: Trait): boolean {
  return traits?.includes(trait) ?? false
}

/**
 * An item of a playlist, post or feed. The merger reads the fields of the item from the list; it does not
 * request the item itself. A field is null if its value is unknown.
 */
export const listedItemSchema = z.object({
  /** Number of the item in its post, playlist or feed, counted from 1. */
  index: amount,
  kind: z.nullable(z.enum(['video', 'audio', 'image'])),
  title: z.nullable(text),
  /** Duration of the item in seconds. */
  duration: z.nullable(amount),
  thumbnail: z.nullable(text),
  /** Only for an image: the file in its original size. */
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
  /** Id of the merger process that made this extraction. A merger creates a new id at each start. */
  boot: text,
  /** The canonical link under which the item was extracted. */
  source_url: text,
  /**
   * The final link to which the source link leads, through short links, redirects and embedded players. Older
   * mergers omit the field.
   */
  led_to: z.optional(z.nullable(text)),
  /** yt-dlp's name of the extractor, or `feed` for an RSS feed. */
  extractor: text,
  title: text,
  uploader: z.nullable(text),
  description: z.nullable(text),
  thumbnail: z.nullable(text),
  /** Duration of the item in seconds. */
  duration: z.nullable(amount),
  series: z.nullable(text),
  season_number: z.nullable(amount),
  episode_number: z.nullable(amount),
  /** Date of publication in ISO 8601. */
  date: z.nullable(text),
  /**
   * Position of the extracted item in its post, playlist or feed: `index` is counted from 1, and `total` is
   * the number of items (null if unknown). `part` is null if the link leads to a single item.
   */
  part: z.nullable(z.object({ index: amount, total: z.nullable(amount) })),
  /** The first items of the post, playlist or feed, at most 100; absent if the link has only one item. */
  entries: z.optional(z.array(listedItemSchema).check(z.maxLength(100))),
  /**
   * Set if the link is a clip: start and end of the clip in the video, in seconds. The renditions still
   * contain the whole video.
   */
  section: z.optional(z.nullable(z.object({ start: amount, end: amount }))),
  /** Time in epoch milliseconds after which at least one media link has expired; null if unknown. */
  expires_at: z.nullable(amount),
  /** True if the site serves only the beginning of the item. Older mergers omit the field. */
  is_preview: z.optional(z.boolean()),
  renditions: z.array(renditionSchema),
  /**
   * The failure code of the last item that the merger tried. Present only if all of these are true:
   * - The link leads to a list.
   * - The request contains no item number.
   * - All items that the merger tried have failed.
   *
   * `renditions` is then empty, but the visitor can still select an item of `entries`.
   */
  failed: z.optional(failureCode),
})
export type Extraction = z.infer<typeof extractionSchema>

/**
 * The report of a merger about one network exit (a proxy or the direct connection) for one platform. `since`,
 * `until`, `is_fault` and `pause` describe the state of the circuit breaker (merger/egress/breaker.ts). The
 * hourly budget is the maximum number of extractions in an hour. `used` is the used part of this budget.
 * Times are epoch milliseconds.
 */
export const exitReportSchema = z.object({
  exit: text,
  /** Time since which the network exit cannot be used for the platform; null if it can be used. */
  since: z.nullable(amount),
  /**
   * Until this time, no extraction from the platform may use the network exit. After this time, one trial
   * extraction may use it. Null if the network exit can be used.
   */
  until: z.nullable(amount),
  /**
   * True if the network exit cannot be used because its proxy does not work. Absent in all other cases. Older
   * mergers omit the field.
   */
  is_fault: z.optional(z.boolean()),
  /**
   * The merger sends no extractions through an exit that cannot be used. This is the duration of that pause
   * in milliseconds; it ends at `until`. The merger then tries one extraction. If the exit still cannot be
   * used, the next pause is twice as long, up to a maximum. Absent if there is no pause. Older mergers omit
   * the field.
   */
  pause: z.optional(amount),
  /**
   * Number of extractions that currently count against the hourly budget of this exit for this platform; 0 if
   * there is no hourly budget.
   */
  used: amount,
})
export type ExitReport = z.infer<typeof exitReportSchema>

export const extractRequestSchema = z.object({
  v: z.number(),
  url: text,
  item: z.optional(amount),
  /**
   * The first characters of a keyed hash of the visitor's network. The hash of a network changes every day.
   * Absent if the visitor is unknown.
   */
  visitor: z.optional(text),
  /**
   * The states of the network exits (proxies or the direct connection) that this merger uses for the platform
   * of the link. `since` and `until` come from the reports of all mergers. `used` counts only the extractions
   * of the other mergers, because this merger counts its own.
   */
  exits: z.optional(z.array(exitReportSchema)),
})
export type ExtractRequest = z.infer<typeof extractRequestSchema>

/**
 * The network exits (proxies or the direct connection) that this merger uses for the platform of the link, in
 * the order in which it tries them. The merger reads their states after the extraction. Absent if the link
 * belongs to no platform.
 */
const exitsAfter = z.optional(z.array(exitReportSchema))

/**
 * One line of the NDJSON response to `POST /extract`. The merger sends the line `queued` at once, and then
 * one line with the result or the failure. `detail` is only logged; visitors never see it.
 */
export const extractLineSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('queued') }),
  z.object({ state: z.literal('done'), extraction: extractionSchema, exits: exitsAfter }),
  z.object({ state: z.literal('failed'), code: failureCode, detail: text, exits: exitsAfter }),
])
export type ExtractLine = z.infer<typeof extractLineSchema>
