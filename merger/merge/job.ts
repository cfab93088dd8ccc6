import { stat } from 'node:fs/promises'
import { chapterOf } from '#contract/chapter-clips.ts'
import type { Clip } from '#contract/clip.ts'
import { cut } from '#contract/cut.ts'
import { hasTrait, type Extraction } from '#contract/engine/extraction.ts'
import { languageName } from '#contract/language-name.ts'
import type { MergePlan } from '#contract/engine/merge.ts'
import { Failure } from '#contract/failure.ts'
import type { Expected } from '#media/expected-duration.ts'
import { trackOf, type Track } from '#media/media-facts.ts'
import { requiredOfClip } from './clip/clip.ts'
import type { Cut } from './clip/cut.ts'
import { chapterBytes } from './chapters.ts'
import { clocksOf } from './clocks.ts'
import type { Mux, Tags } from './ffmpeg.ts'
import { guessedDuration, indexReserveFor, type IndexFacts } from './index-reserve.ts'
import { writePictureTag } from './picture-tag.ts'
import type { RequiredProperties } from './proof/verify.ts'
import type { RetryHints } from './retry-hints.ts'
import { videoCodec } from './source-codec.ts'
import { encodingFor } from './sound-encoding.ts'
import { languageCode } from './subtitles/language-code.ts'
import { startOf } from './subtitles/starts-at.ts'
import type { EmbeddedSubtitles } from './subtitles/write-cues.ts'
import { SOURCE_SLACK, type OpenedRendition } from './sources/open.ts'

/** If a source states a higher rate, the merger would reserve far too much space for the index. */
const MAX_FPS = 1_000

/** Of sound, each second. ffmpeg keeps the sample rate when it encodes, which can be 96 kHz. */
const PACKETS = 50

/** Seconds. A cover before the first packet would move the whole file; one before a cut would be left out. */
const COVER_DELAY = 0.1

/** `inputs`: the path of a source that was saved to disk, or null: ffmpeg reads from a pipe. */
type MergeInputs = {
  video: OpenedRendition | null
  audio: OpenedRendition | null
  second: OpenedRendition | null
  cover: string | null
  chapters: string | null
  subtitles: EmbeddedSubtitles[]
  inputs: (string | null)[]
  cut?: Cut | undefined
}
type Job = { mux: Mux; required: RequiredProperties; duration: number | null }

export async function jobOf(
  plan: MergePlan,
  extraction: Extraction,
  mergeInputs: MergeInputs,
  retryHints: RetryHints,
): Promise<Job> {
  const { video, audio, second, chapters, cut: part } = mergeInputs
  const { container } = plan
  if (container === 'jpg') throw new Failure('bad_request')
  const picture = mergeInputs.cover
  const cover = picture && container === 'opus' ? await writePictureTag(picture) : picture
  const hasVideo = plan.video !== null
  const isBoth = video?.rendition.kind === 'both'
  const audioSource = audio ?? (isBoth ? video : null)
  const videoSource = hasVideo ? video : null
  const isOneFilm = isBoth && hasVideo
  const { isSilent, indexReserve: learned } = retryHints.of(plan)
  const hasAudio = audioSource !== null && container !== 'gif' && !(isOneFilm && isSilent)
  const opened = [video, audio, second].filter((one) => one !== null)
  const { mode: clock, shifts } = clocksOf(opened)
  // A cut brings all its sources to the clock of the item.
  const startsAt = clock === 'shifted' && !part ? startOf(opened) : 0
  const subtitles = startsAt === null ? [] : mergeInputs.subtitles
  const duration = part ? part.end - part.beginsAt : (opened[0]?.expected?.seconds ?? extraction.duration)
  const encoding = hasAudio && videoSource === null ? encodingFor(plan, audioSource) : null
  const indexFacts: IndexFacts = {
    duration:
      (part ? part.end - part.copiesFrom : duration) ??
      guessedDuration(sum(opened.map((one) => one.feed.size))),
    fps: videoSource ? frameRateOf(videoSource) : 0,
    packets: hasAudio ? (encoding || second ? 2 : 1) * PACKETS : 0,
    extras: (cover ? (await stat(cover)).size : 0) + chapterBytes(extraction.chapters),
    cues: subtitles.reduce((cues, one) => cues + one.cues, 0),
  }
  const indexReserve = indexReserveFor(container, indexFacts, learned)
  let pipe = 3
  return {
    duration,
    mux: {
      inputs: mergeInputs.inputs.map((file) => file ?? `pipe:${pipe++}`),
      video: videoSource ? 0 : null,
      audio: hasAudio ? opened.indexOf(audioSource) : null,
      second: second && {
        input: opened.indexOf(second),
        tracks: [audioSource, second].map((one) => soundTrack(one?.rendition.language ?? null)),
      },
      isAudioCertain: audio !== null || !hasVideo || saysSound(video),
      container,
      encoding,
      isHevc: /^(hevc|hev1|hvc1)/.test((videoSource && videoCodec(videoSource)) ?? ''),
      isSpeex: isSpeex(audioSource),
      clock,
      shifts,
      indexReserve,
      tags: tagsOf(extraction, plan.clip),
      cover: cover === null ? null : { file: cover, at: (part?.beginsAt ?? startsAt ?? 0) + COVER_DELAY },
      chapters,
      cut: part,
      subtitles: subtitles.map((one) => ({ ...one, shift: startsAt ?? 0 })),
      output: '',
    },
    required: {
      container,
      hasVideo,
      // The sound of a film can be declared without a packet.
      hasAudio: hasAudio ? (isOneFilm ? 'maybe' : 'yes') : 'no',
      video: isBoth ? null : videoSource && withHidden(videoSource, 'video', videoSource.expected),
      audio: isOneFilm ? null : audioSource && withHidden(audioSource, 'audio', expectedAudio(audioSource)),
      second: second && withHidden(second, 'audio', expectedAudio(second)),
      hasSecond: second !== null,
      longest: isOneFilm ? video.expected : null,
      isPair: hasVideo && audio !== null,
      soundBegins: clock === 'separate' ? null : distanceOf(opened, shifts),
      pageSeconds: videoSource && container !== 'gif' ? promised(videoSource, extraction) : null,
      indexReserve,
      ...(part && requiredOfClip(part, { video: videoSource, audio: audioSource })),
      subtitles: subtitles.map(({ language }) => language),
    },
  }
}

/** Seconds from the start of the picture to that of the sound; null if only ffmpeg will know. */
function distanceOf([video, audio]: OpenedRendition[], [ofVideo = 0, ofAudio = 0]: number[]): number | null {
  const [first, second] = [startIn(video, 'video'), startIn(audio, 'audio')]
  if (first === null || second === null) return null
  return second + ofAudio - (first + ofVideo)
}

/** A file without fragments starts at zero, although its track may wait. */
function startIn(opened: OpenedRendition | undefined, kind: Track['kind']): number | null {
  if (typeof opened?.facts.start !== 'number') return null
  return opened.facts.start + (trackOf(opened.facts, kind)?.delay ?? 0)
}

/** What a player shows to choose between two sounds. */
const soundTrack = (language: string | null) => ({
  language: languageCode(language ?? ''),
  name: language && languageName(language),
})

/** What a list says of the sound in its segments is a hint. */
function saysSound(video: OpenedRendition | null): boolean {
  if (trackOf(video?.facts, 'audio')) return true
  return video?.rendition.transport === 'http' && !video.facts.isAll && video.rendition.acodec !== null
}

/** The name stands at the start of the first packet (speex.org, appendix A of the manual). */
const isSpeex = (source: OpenedRendition | null): boolean =>
  source?.feed.head.subarray(0, 1_024).includes('Speex   ') ?? false

/**
 * Sites cut previews short on purpose, and the page says that they do. For the link of a list, the duration
 * on the page is a claim of the list itself, whose parts are counted.
 */
function promised(
  { rendition, leftOut = 0 }: OpenedRendition,
  { duration, is_preview, extractor }: Extraction,
): number | null {
  if (extractor === 'generic' && rendition.transport !== 'http') return null
  const isPart = is_preview || hasTrait(rendition, 'preview') || hasTrait(rendition, 'incomplete')
  return isPart || duration === null ? null : duration - leftOut
}

function frameRateOf({ rendition, facts }: OpenedRendition): number {
  const fps = trackOf(facts, 'video')?.fps ?? null
  return Math.min(Math.max(rendition.fps ?? fps ?? 60, fps ?? 0), MAX_FPS)
}

function withHidden(
  { facts }: OpenedRendition,
  kind: 'video' | 'audio',
  expected: Expected | null,
): Expected | null {
  const atMost = trackOf(facts, kind)?.stored
  return expected && atMost !== undefined ? { ...expected, atMost } : expected
}

/** The duration of the audio track may be shorter than the source. */
function expectedAudio({ rendition, facts, feed, expected }: OpenedRendition): Expected | null {
  if (rendition.kind !== 'both') return expected
  const seconds = trackOf(facts, 'audio')?.duration
  if (seconds) return { seconds, slack: SOURCE_SLACK }
  return feed.isExact ? null : expected
}

const MAX_TAG = 500

/** A chapter alone is a track of its item. */
function tagsOf(extraction: Extraction, clip: Clip | undefined): Tags {
  const { song, uploader, series, date, season_number: season, episode_number: episode } = extraction
  const chapter = clip && chapterOf(extraction, clip)
  const tags = {
    title: song.title ?? extraction.title,
    artist: song.artist ?? uploader,
    album: song.album ?? series,
    album_artist: song.album_artist,
    genre: song.genre,
    show: series,
    date,
    season_number: season,
    episode_sort: episode,
    disc: song.disc ?? season,
    track: song.track ?? episode,
    ...(chapter && {
      title: chapter.title,
      album: extraction.title,
      track: `${chapter.number}/${chapter.total}`,
    }),
  }
  return Object.fromEntries(
    Object.entries(tags).flatMap(([name, text]) => {
      // Control characters are not allowed in tags, and NUL is not allowed in arguments.
      const clean = String(text ?? '')
        .replace(/\p{Cc}+/gu, ' ')
        .trim()
      return clean ? [[name, cut(clean, MAX_TAG)]] : []
    }),
  )
}

export function sum(sizes: (number | null)[]): number | null {
  return sizes.reduce<number | null>(
    (total, size) => (total === null || size === null ? null : total + size),
    0,
  )
}
