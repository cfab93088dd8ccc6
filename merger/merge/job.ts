import { stat } from 'node:fs/promises'
import type { Extraction } from '#contract/engine/extraction.ts'
import type { MergePlan } from '#contract/engine/merge.ts'
import type { Expected } from '../media/expected-duration.ts'
import { trackOf } from '../media/media-facts.ts'
import type { Mux, Tags } from './ffmpeg.ts'
import { guessedDuration, indexReserveFor, type IndexFacts } from './index-reserve.ts'
import type { RequiredProperties } from './proof/verify.ts'
import type { RetryHints } from './retry-hints.ts'
import { SOURCE_SLACK, type OpenedRendition } from './sources/open.ts'

/** If a source states a higher rate, the merger would reserve far too much space for the index. */
const MAX_FPS = 1_000

/** `inputs`: the path of a source that was saved to disk, or null: ffmpeg reads from a pipe. */
export type MergeInputs = {
  video: OpenedRendition | null
  audio: OpenedRendition | null
  cover: string | null
  inputs: (string | null)[]
}
export type Job = { mux: Mux; required: RequiredProperties; duration: number | null }

export async function jobOf(
  plan: MergePlan,
  extraction: Extraction,
  mergeInputs: MergeInputs,
  retryHints: RetryHints,
): Promise<Job> {
  const { video, audio, cover } = mergeInputs
  const { container } = plan
  const hasVideo = plan.video !== null
  const isBoth = video?.rendition.kind === 'both'
  const audioSource = audio ?? (isBoth ? video : null)
  const isAudioCertain =
    audio !== null || !hasVideo || Boolean(video?.rendition.acodec ?? trackOf(video?.facts, 'audio'))
  const videoSource = hasVideo ? video : null
  const hasAudio = audioSource !== null && container !== 'gif'
  const opened = [video, audio].filter((one) => one !== null)
  const duration = opened[0]?.expected?.seconds ?? extraction.duration
  const indexFacts: IndexFacts = {
    duration: duration ?? guessedDuration(sum(opened.map((one) => one.feed.size))),
    fps: videoSource ? frameRateOf(videoSource) : 0,
    packets: hasAudio ? 50 : 0,
    cover: cover ? (await stat(cover)).size : 0,
  }
  const indexReserve = indexReserveFor(container, indexFacts, retryHints.of(plan).indexReserve)
  let pipe = 3
  return {
    duration,
    mux: {
      inputs: mergeInputs.inputs.map((file) => file ?? `pipe:${pipe++}`),
      video: videoSource ? 0 : null,
      audio: hasAudio ? opened.indexOf(audioSource) : null,
      isAudioCertain,
      container,
      kbps: container === 'mp3' ? (plan.kbps ?? mp3RateFor(audioSource)) : undefined,
      isHevc: /^(hevc|hev1|hvc1)/.test(codecOf(videoSource, 'video') ?? ''),
      clock: clockModeOf(opened),
      indexReserve,
      tags: tagsOf(extraction),
      cover,
      output: '',
    },
    required: {
      container,
      hasVideo,
      hasAudio: hasAudio ? (isAudioCertain ? 'yes' : 'maybe') : 'no',
      video: isBoth ? null : (videoSource?.expected ?? null),
      audio: isBoth && hasVideo ? null : audioSource && expectedAudio(audioSource),
      longest: isBoth && hasVideo ? video.expected : null,
      indexReserve,
    },
  }
}

function frameRateOf({ rendition, facts }: OpenedRendition): number {
  const fps = trackOf(facts, 'video')?.fps ?? null
  return Math.min(Math.max(rendition.fps ?? fps ?? 60, fps ?? 0), MAX_FPS)
}

/** The duration of the audio track may be shorter than the source. */
function expectedAudio({ rendition, facts, feed, expected }: OpenedRendition): Expected | null {
  if (rendition.kind !== 'both') return expected
  const seconds = trackOf(facts, 'audio')?.duration
  if (seconds) return { seconds, slack: SOURCE_SLACK }
  return feed.isExact ? null : expected
}

/**
 * A transport stream starts at an arbitrary timestamp, so its timestamps cannot be compared with those of a
 * source that starts at zero.
 */
function clockModeOf(opened: OpenedRendition[]): Mux['clock'] {
  // With `-copyts`, ffmpeg would not correct jumps in the timestamps.
  if (opened.some((one) => one.hasDiscontinuity)) return 'separate'
  const known = opened.map((one) => one.facts.start).filter((at) => at !== null)
  if (known.length > 0 && known.length < opened.length) return 'separate'
  return known.length > 0 && Math.min(...known) <= 0.1 ? 'kept' : 'shifted'
}

function codecOf(source: OpenedRendition | null, kind: 'video' | 'audio'): string | null {
  const { facts, rendition } = source ?? {}
  return trackOf(facts, kind)?.codec ?? (kind === 'video' ? rendition?.vcodec : rendition?.acodec) ?? null
}

/** Undefined when the source is MP3, because its audio is then copied. */
function mp3RateFor(source: OpenedRendition | null): number | undefined {
  const codec = codecOf(source, 'audio') ?? source?.rendition.container
  return codec?.startsWith('mp3') || codec === 'mp4a.6b' ? undefined : 192
}

function tagsOf(extraction: Extraction): Tags {
  const { title, uploader, series, date, season_number: season, episode_number: episode } = extraction
  const tags = {
    title,
    artist: uploader,
    album: series,
    show: series,
    date,
    season_number: season,
    episode_sort: episode,
    disc: season,
    track: episode,
  }
  return Object.fromEntries(
    Object.entries(tags).flatMap(([name, text]) => {
      // Control characters are not allowed in tags, and NUL is not allowed in arguments.
      const clean = String(text ?? '')
        .replace(/\p{Cc}+/gu, ' ')
        .trim()
        .slice(0, 500)
        .toWellFormed()
      return clean ? [[name, clean]] : []
    }),
  )
}

export function sum(sizes: (number | null)[]): number | null {
  return sizes.reduce<number | null>(
    (total, size) => (total === null || size === null ? null : total + size),
    0,
  )
}
