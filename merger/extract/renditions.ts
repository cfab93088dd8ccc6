import type { Extraction, Rendition } from '#contract/engine.ts'
import { Failure, type FailureCode } from '#contract/failure.ts'
import { platforms } from '#contract/platforms/index.ts'
import { isPublicUrl } from '../egress/public-url.ts'
import { AUDIO_FILES, MEDIA_FILES } from '../media/container.ts'
import { expiryOf } from './expiry.ts'
import type { FormatFacts, Info } from '../ytdlp/facts.ts'

const TRANSPORTS: Record<string, Rendition['transport']> = {
  http: 'http',
  https: 'http',
  m3u8: 'hls',
  m3u8_native: 'hls',
  http_dash_segments: 'dash',
}
/** Accepted only for formats marked `is_picture`: yt-dlp takes every image file for a video. */
const PICTURE_FILES = new Set(['jpg', 'jpeg', 'png', 'webp'])
/** Extensions of files that are not media. Any other extension (get.php) is left to the probe. */
const OTHER_FILES = new Set([
  ...PICTURE_FILES,
  ...'gif svg avif mhtml pdf zip exe scpls m3u mpd ism srt vtt'.split(' '),
])
/**
 * Prefixes of extractor names whose media links work only from the IP address, or with the cookies, that
 * requested them.
 */
const BOUND = platforms.flatMap((platform) => platform.bound ?? [])
/** Headers that the merger sets on each request itself. A site must not choose their values. */
const OWN_HEADERS =
  /^(cookie|host|range|if-range|accept-encoding|connection|content-.*|transfer-encoding|sec-.*|proxy-.*)$/i

/**
 * Maps yt-dlp's facts to renditions. An empty container means that the probe must find it.
 * Throws `live`, `not_started`, `drm`, `refused_address` and `no_media`.
 */
export function extractionOf(info: Info, sourceUrl: string, boot: string): Extraction {
  if (info.is_live || info.live_status === 'is_live') throw new Failure('live')
  if (info.live_status === 'is_upcoming') throw new Failure('not_started')
  const formats = info.formats ?? [info]
  const usable = withoutWatermarks(formats.filter(isUsable), info)
  if (usable.length === 0) throw new Failure(whyNone(formats))
  const isBound = BOUND.some((prefix) => info.extractor.toLowerCase().startsWith(prefix))
  const renditions = usable.map((format) => renditionOf(format, usable, isBound))
  const section = sectionOf(info)
  const ends = renditions.map((rendition) => expiryOf(rendition.url)).filter((end) => end !== null)
  return {
    boot,
    source_url: sourceUrl,
    led_to: isPublicUrl(info.webpage_url) ? info.webpage_url : null,
    extractor: info.is_feed ? 'feed' : info.extractor,
    title: titleOf(info),
    uploader: line(info.uploader ?? info.artist ?? info.channel ?? info.creator),
    description: info.description?.toWellFormed().trim() || null,
    thumbnail: isPublicUrl(info.thumbnail) ? info.thumbnail : null,
    // For a clip yt-dlp gives the clip's duration.
    duration: section ? null : info.duration,
    series: line(info.series),
    season_number: info.season_number,
    episode_number: info.episode_number,
    date: dayOf(info.release_date ?? info.upload_date),
    part: info.item,
    section,
    expires_at: ends.length > 0 ? Math.min(...ends) : null,
    renditions,
  }
}

function sectionOf({ section_start: start, section_end: end }: Info): Extraction['section'] {
  return end !== null && start !== null && end > start ? { start, end } : null
}

function whyNone(formats: FormatFacts[]): FailureCode {
  if (formats.some((format) => format.has_drm === true)) return 'drm'
  const isRefused = ({ url }: FormatFacts) => url !== null && /^https?:/i.test(url) && !isPublicUrl(url)
  return formats.some(isRefused) ? 'refused_address' : 'no_media'
}

function isUsable(format: FormatFacts): boolean {
  const note = `${format.format_id} ${format.format_note ?? ''}`
  return (
    isPublicUrl(format.url) &&
    transportOf(format) !== undefined &&
    format.has_drm !== true &&
    !(format.vcodec === 'none' && format.acodec === 'none') &&
    containerOf(format) !== undefined &&
    !/storyboard|unplayable|(^|[\s_-])preview/i.test(note)
  )
}

/**
 * The container by the file's extension: empty when only the file's bytes can tell, undefined for files
 * without media.
 */
function containerOf(format: FormatFacts): string | undefined {
  const ext = format.ext?.toLowerCase().replace(/^x-/, '') ?? ''
  if (format.is_picture) return PICTURE_FILES.has(ext) ? ext : undefined
  if (MEDIA_FILES.has(ext)) return ext
  return OTHER_FILES.has(ext) || transportOf(format) !== 'http' ? undefined : ''
}

/** Drops TikTok's watermarked "download" file unless it is the only video. */
function withoutWatermarks(formats: FormatFacts[], info: Info): FormatFacts[] {
  if (!/^(tiktok|douyin)/i.test(info.extractor)) return formats
  const clean = formats.filter(
    (format) => !format.format_id.startsWith('download') && !/watermarked/i.test(format.format_note ?? ''),
  )
  return clean.some((format) => kindOf(format, clean) !== 'audio') ? clean : formats
}

/** True for a still picture, which its container tells. */
export const isPicture = (rendition: Rendition) => PICTURE_FILES.has(rendition.container)

function renditionOf(format: FormatFacts, all: FormatFacts[], bound: boolean): Rendition {
  const kind = kindOf(format, all)
  const transport = transportOf(format)!
  const ext = containerOf(format)!
  return {
    id: format.format_id,
    kind,
    transport,
    // DASH renditions are fetched through the manifest (fragments.py).
    url: (transport === 'dash' && isPublicUrl(format.manifest_url) ? format.manifest_url : format.url)!,
    ...(transport === 'hls' && isPublicUrl(format.manifest_url) && { manifest: format.manifest_url }),
    container: kind === 'audio' && ext === 'mp4' ? 'm4a' : ext,
    vcodec: kind === 'audio' ? null : codec(format.vcodec),
    acodec: kind === 'video' ? null : (codec(format.acodec) ?? (ext === 'mp3' ? 'mp3' : null)),
    width: kind === 'audio' ? null : format.width,
    height: kind === 'audio' ? null : format.height,
    fps: kind === 'audio' ? null : format.fps,
    hdr: format.dynamic_range !== null && format.dynamic_range !== 'SDR',
    tbr: format.tbr,
    abr: kind === 'video' ? null : format.abr || (kind === 'audio' ? format.tbr : null),
    vbr: kind === 'audio' ? null : format.vbr || (kind === 'video' ? format.tbr : null),
    filesize: format.filesize || null,
    filesize_approx: format.filesize ? null : Math.round(format.filesize_approx ?? 0) || null,
    language: kind === 'video' ? null : format.language,
    original: isOriginal(format, all),
    headers: Object.fromEntries(Object.entries(format.headers).filter(isPassable)),
    cookies: format.cookie && isPassable(['-', format.cookie]) ? format.cookie : null,
    bound,
  }
}

/** Unknown codecs count as both tracks, except in an HLS playlist that has separate audio. */
function kindOf(format: FormatFacts, all: FormatFacts[]): Rendition['kind'] {
  if (hasNoPicture(format)) return 'audio'
  if (format.acodec === 'none') return 'video'
  // X's GIFs are videos without audio, but their codecs are unknown.
  if (format.url?.startsWith('https://video.twimg.com/tweet_video/')) return 'video'
  const isUnknownHls = format.vcodec === null && format.acodec === null && transportOf(format) === 'hls'
  return isUnknownHls && all.some((other) => hasNoPicture(other) && transportOf(other) === 'hls')
    ? 'video'
    : 'both'
}

function hasNoPicture(format: FormatFacts): boolean {
  if (format.vcodec === 'none') return true
  return (
    format.vcodec === null &&
    (AUDIO_FILES.has(containerOf(format) ?? '') || format.resolution === 'audio only')
  )
}

/**
 * True for the original language. A site that ranks its languages gives the original, or its default, the
 * highest rank. Without ranks the first language counts as the original, as it does in players.
 */
function isOriginal(format: FormatFacts, all: FormatFacts[]): boolean {
  if (!format.language || /\boriginal\b/i.test(format.format_note ?? '')) return true
  const named = all.filter((other) => other.language)
  const best = Math.max(...named.map((other) => other.language_preference ?? -1))
  return best <= 0 ? format.language === named[0]?.language : (format.language_preference ?? -1) >= best
}

function transportOf(format: FormatFacts): Rendition['transport'] | undefined {
  return TRANSPORTS[format.protocol ?? 'https']
}

/** The title without the number that yt-dlp adds to a page's only player. */
function titleOf(info: Info): string {
  const title = line(info.title)
  return (/^html5$/i.test(info.extractor) && !info.item ? title?.replace(/ \(1\)$/, '') : title) || 'Untitled'
}

const codec = (name: string | null) => (name === null || name === 'none' ? null : name)
const isPassable = ([name, value]: [string, string]): boolean =>
  /^[\w-]{1,64}$/.test(name) &&
  !OWN_HEADERS.test(name) &&
  /^[\t\u0020-\u007e\u0080-\u00ff]{1,4096}$/.test(value)
/** A text for one line, without control and bidirectional characters. Null when nothing visible is left. */
function line(text: string | null): string | null {
  const visible = text
    ?.replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, '')
    .trim()
    .slice(0, 500)
    .toWellFormed()
  return visible && /[^\p{Cf}\p{Z}]/u.test(visible) ? visible : null
}
const dayOf = (date: string | null): string | null =>
  date?.match(/^\d{8}$/) ? `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}` : null
