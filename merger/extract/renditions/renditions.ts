import { hasTrait, type Extraction, type Rendition } from '#contract/engine/extraction.ts'
import { Failure, type FailureCode } from '#contract/failure.ts'
import { isPublicUrl } from '../../egress/public-url.ts'
import type { FormatFacts, Info } from '../../ytdlp/facts.ts'
import { listedItems } from './entries.ts'
import { isBound, isBoundSite } from './bound.ts'
import { expiryOf } from './expiry.ts'
import { containerOf, kindOf, transportOf } from './format-kind.ts'
import { isPassable, passable } from './headers.ts'
import { needsYtdlp, offered } from './offered.ts'
import { line } from './text.ts'
import { isYouTube, traitsOf } from './traits.ts'

/**
 * A `container` is empty if unknown; probe.ts then detects it from the bytes. Throws `live`, `post_live`,
 * `not_started`, `drm`, `refused_address`, `site_blocks_us`, `unsupported` and `no_media`.
 */
export function extractionOf(info: Info, sourceUrl: string, boot: string): Extraction {
  if (info.is_live || info.live_status === 'is_live') throw new Failure('live')
  if (info.live_status === 'post_live') throw new Failure('post_live')
  if (info.live_status === 'is_upcoming') throw new Failure('not_started')
  const formats = info.formats ?? [info]
  const usable = offered(formats, info)
  if (usable.length === 0 && info.failed === undefined) throw new Failure(whyNone(formats, info))
  const renditions = usable.map((format) => renditionOf(format, usable, info))
  const isPreview =
    info.is_preview ||
    (renditions.length > 0 && renditions.every((rendition) => hasTrait(rendition, 'preview')))
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
    // The duration of the files is unknown in two cases. For a clip (`section`), yt-dlp reports the duration
    // of the clip, but the files contain the whole video. For a preview, yt-dlp reports the duration of the
    // whole item, but the files contain only its beginning.
    duration: section || isPreview ? null : info.duration,
    series: line(info.series),
    season_number: info.season_number,
    episode_number: info.episode_number,
    date: dayOf(info.release_date ?? info.upload_date),
    part: info.item,
    section,
    entries: listedItems(info, isBoundSite(info)),
    expires_at: ends.length > 0 ? Math.min(...ends) : null,
    is_preview: isPreview,
    renditions,
    failed: info.failed,
  }
}

function sectionOf({ section_start: start, section_end: end }: Info): Extraction['section'] {
  return end !== null && start !== null && end > start ? { start, end } : null
}

function whyNone(formats: FormatFacts[], info: Info): FailureCode {
  if (formats.some((format) => format.has_drm === true)) return 'drm'
  const isRefused = ({ url }: FormatFacts) => url !== null && /^https?:/i.test(url) && !isPublicUrl(url)
  if (formats.some(isRefused)) return 'refused_address'
  if (formats.some(needsYtdlp)) return 'unsupported'
  // YouTube returns only storyboard pictures to a client whose IP address it refuses.
  const isStoryboard = ({ format_note }: FormatFacts) => format_note === 'storyboard'
  return isYouTube(info) && formats.every(isStoryboard) ? 'site_blocks_us' : 'no_media'
}

function renditionOf(format: FormatFacts, all: FormatFacts[], info: Info): Rendition {
  const kind = kindOf(format, all)
  const transport = transportOf(format)!
  const ext = containerOf(format)!
  return {
    id: format.format_id,
    kind,
    transport,
    // The `url` of a DASH rendition is the URL of its manifest. To download the rendition, fragments.py reads
    // the manifest again.
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
    headers: passable(format.headers),
    cookies: format.cookie && isPassable(['-', format.cookie]) ? format.cookie : null,
    bound: isBound(format, info),
    user_agent: passable({ agent: format.user_agent ?? '' })['agent'] ?? null,
    available_at: format.available_at === null ? null : format.available_at * 1_000,
    traits: traitsOf(format, info),
  }
}

/** The language that the site ranks highest; without ranks, the one that is listed first. */
function isOriginal(format: FormatFacts, all: FormatFacts[]): boolean {
  if (!format.language || /\boriginal\b/i.test(format.format_note ?? '')) return true
  const named = all.filter((other) => other.language)
  const best = Math.max(...named.map((other) => other.language_preference ?? -1))
  return best <= 0 ? format.language === named[0]?.language : (format.language_preference ?? -1) >= best
}

/** Removes the " (1)" that yt-dlp appends to the title of a page with one HTML5 player. */
function titleOf(info: Info): string {
  const title = line(info.title)
  return (/^html5$/i.test(info.extractor) && !info.item ? title?.replace(/ \(1\)$/, '') : title) || 'Untitled'
}

const codec = (name: string | null) => (name === null || name === 'none' ? null : name)
const dayOf = (date: string | null): string | null =>
  date?.match(/^\d{8}$/) ? `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}` : null
