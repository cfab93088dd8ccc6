import { cut } from '#contract/cut.ts'
import { hasTrait, type Extraction, type Rendition } from '#contract/engine/extraction.ts'
import { tracksOf } from '#contract/engine/kinds.ts'
import { Failure, type FailureCode } from '#contract/failure.ts'
import { isPublicUrl } from '../../egress/public-url.ts'
import type { FormatFacts, Info } from '../../ytdlp/facts.ts'
import { listedItems } from './entries.ts'
import { isBound, isBoundSite } from './bound.ts'
import { isDescribed } from './described.ts'
import { expiryOf } from './expiry.ts'
import { containerOf, kindOf, transportOf } from './format-kind.ts'
import { isPassable, passable } from './headers.ts'
import { needsYtdlp, offered } from './offered.ts'
import { isOnlyOriginal, languagesOf, originalLanguages } from './language.ts'
import { NO_PICTURE, pictureOf } from './picture.ts'
import { notedChapters } from './noted-chapters.ts'
import { sortedByWords } from './quality-words.ts'
import { ratesOf } from './rates.ts'
import { dayOf, line } from './text.ts'
import { isYouTube, traitsOf } from './traits.ts'
import { versionOf } from './version.ts'

/**
 * A `container` is empty if unknown; probe.ts then detects it from the bytes. Throws `live`, `post_live`,
 * `not_started`, `drm`, `refused_address`, `site_blocks_us`, `stream_only`, `unsupported` and `no_media`.
 */
export function extractionOf(info: Info, sourceUrl: string, boot: string): Extraction {
  if (info.is_live || info.live_status === 'is_live') throw new Failure('live')
  if (info.live_status === 'post_live') throw new Failure('post_live')
  if (info.live_status === 'is_upcoming') throw new Failure('not_started')
  const formats = info.formats ?? [info]
  const usable = sortedByWords(offered(formats, info), info)
  if (usable.length === 0 && info.failed === undefined) throw new Failure(whyNone(formats, info))
  const languages = languagesOf(usable, info)
  const originals = originalLanguages(usable, info)
  const renditions = usable.map((format) => {
    const language = languages.get(format) ?? null
    // A track that only says that it is the original is another one beside the language that ranks first.
    const isAlso = isOnlyOriginal(format) && originals.size > 0
    const isOriginal = !isDescribed(format, info) && !isAlso && (language === null || originals.has(language))
    return renditionOf(format, usable, info, isAlso ? format.language : language, isOriginal)
  })
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
    song: songOf(info),
    chapters: section || isPreview ? [] : chaptersOf(info),
    subtitles: subtitlesOf(info),
    artwork: isPublicUrl(info.artwork) ? info.artwork : null,
    part: info.item,
    section,
    cover: isPublicUrl(info.cover) ? info.cover : null,
    list_title: line(info.list_title),
    entries: listedItems(info, isBoundSite(info)),
    expires_at: ends.length > 0 ? Math.min(...ends) : null,
    is_preview: isPreview,
    // yt-dlp estimates the sizes from the duration of the whole item.
    renditions: isPreview ? renditions.map((one) => ({ ...one, filesize_approx: null })) : renditions,
    failed: info.failed,
  }
}

/** Protocols that yt-dlp names and that are not HTTP. */
const isStreamOnly = ({ protocol }: FormatFacts) => /^(?:rtmp|rtsp|mms|ism|f4m|ftp)/.test(protocol ?? '')

function subtitlesOf(info: Info): Extraction['subtitles'] {
  const bound = isBoundSite(info)
  return info.subtitles
    .filter(({ url }) => isPublicUrl(url))
    .map(({ name, headers, track, ...subtitle }) => ({
      ...subtitle,
      ...(track !== null && { track }),
      name: line(name),
      headers: passable(headers),
      bound,
    }))
}

function songOf(info: Info): Extraction['song'] {
  return {
    title: line(info.track),
    artist: line(info.artist),
    album: line(info.album),
    album_artist: line(info.album_artist),
    genre: line(info.genre),
    track: info.track_number,
    disc: info.disc_number,
  }
}

/** What a feed says of the length is a hint: the probe knows better, and drops what is outside. */
function chaptersOf(info: Info): Extraction['chapters'] {
  const duration = info.is_feed ? null : info.duration
  const stated = info.chapters.length > 1 ? info.chapters : notedChapters(info.description, duration)
  return chaptersWithin(stated, duration)
}

/** A single chapter, or one that starts after the end, says nothing. */
export function chaptersWithin(
  chapters: Extraction['chapters'],
  duration: number | null,
): Extraction['chapters'] {
  const inside = chapters.filter(({ start }) => duration === null || start < duration)
  const sorted = inside.toSorted((a, b) => a.start - b.start)
  const single = sorted.filter(({ start }, at) => start !== sorted[at - 1]?.start)
  if (single.length < 2) return []
  return single.map(({ start, title }, at) => ({ start, title: line(title) ?? `Chapter ${at + 1}` }))
}

function sectionOf({ section_start: start, section_end: end }: Info): Extraction['section'] {
  return end !== null && start !== null && end > start ? { start, end } : null
}

function whyNone(formats: FormatFacts[], info: Info): FailureCode {
  if (formats.some((format) => format.has_drm === true)) return 'drm'
  const isRefused = ({ url }: FormatFacts) => url !== null && /^https?:/i.test(url) && !isPublicUrl(url)
  if (formats.some(isRefused)) return 'refused_address'
  if (formats.some(isStreamOnly)) return 'stream_only'
  if (formats.some(needsYtdlp)) return 'unsupported'
  // YouTube returns only storyboard pictures to a client whose IP address it refuses.
  const isStoryboard = ({ format_note }: FormatFacts) => format_note === 'storyboard'
  return isYouTube(info) && formats.every(isStoryboard) ? 'site_blocks_us' : 'no_media'
}

function renditionOf(
  format: FormatFacts,
  all: FormatFacts[],
  info: Info,
  language: string | null,
  original: boolean,
): Rendition {
  const kind = kindOf(format, all)
  const { picture, sound } = tracksOf[kind]
  const transport = transportOf(format)!
  const ext = containerOf(format)!
  const { tbr, abr, vbr, filesize_approx } = ratesOf(format, all, info)
  return {
    id: format.format_id,
    kind,
    transport,
    // The `url` of a DASH rendition is the URL of its manifest. To download the rendition, the merger reads
    // the manifest again.
    url: (transport === 'dash' && isPublicUrl(format.manifest_url) ? format.manifest_url : format.url)!,
    ...(transport === 'hls' && isPublicUrl(format.manifest_url) && { manifest: format.manifest_url }),
    container: sound && !picture && ext === 'mp4' ? 'm4a' : ext,
    vcodec: picture ? codec(format.vcodec) : null,
    acodec: sound ? (codec(format.acodec) ?? (ext === 'mp3' ? 'mp3' : null)) : null,
    ...(picture ? pictureOf(format, info) : NO_PICTURE),
    tbr,
    abr: sound ? abr || (picture ? null : tbr) : null,
    vbr: picture ? vbr || (sound ? null : tbr) : null,
    filesize: format.filesize || null,
    filesize_approx: format.filesize ? null : Math.round(filesize_approx ?? 0) || null,
    language,
    original,
    headers: passable(format.headers),
    cookies: format.cookie && isPassable(['-', format.cookie]) ? format.cookie : null,
    bound: isBound(format, info),
    user_agent: passable({ agent: format.user_agent ?? '' })['agent'] ?? null,
    available_at: format.available_at === null ? null : format.available_at * 1_000,
    traits: traitsOf(format, info),
    version: versionOf(format, all, info),
    name: cut(line(format.format_note) ?? '', MAX_NAME) || null,
  }
}

const MAX_NAME = 40

/** yt-dlp names every post of Instagram after its account: "Video by maker". */
function captionOf(info: Info): string | null {
  const isNameless = /^instagram/i.test(info.extractor) && /^(?:Video|Post) by /.test(info.title ?? '')
  return isNameless ? line(info.description?.trim().split('\n', 1)[0] ?? null) : null
}

/** Removes the " (1)" that yt-dlp appends to the title of a page with one HTML5 player. */
function titleOf(info: Info): string {
  const title = captionOf(info) ?? line(info.title)
  return (/^html5$/i.test(info.extractor) && !info.item ? title?.replace(/ \(1\)$/, '') : title) || 'Untitled'
}

const codec = (name: string | null) => (name === null || name === 'none' ? null : name)
