import type { Extraction, Rendition, Trait } from '#contract/engine/extraction.ts'
import { audioContainer } from './containers.ts'
import {
  audioCodec,
  audioRate,
  audioTrack,
  bestByLanguage,
  bytesOf,
  planBase,
  refOf,
  sizeOf,
  soundRank,
  withKey,
  type FormatRow,
} from './format-row.ts'

/** Bitrates of the offered MP3 conversions, in kilobits per second. */
const MP3_RATES = [128, 192, 256, 320]

/** The renditions of an extraction, grouped by their use. */
export type Sounds = {
  videos: Rendition[]
  /** Audio renditions in the original language. */
  originals: Rendition[]
  dubs: Rendition[]
  /** Songs that a post names as its music, in addition to the sound of its video. */
  songs: Rendition[]
}

/**
 * Returns the rows without video: copies of the site's audio, then MP3 conversions of it, then the songs that
 * a post uses as background music. An MP3 of a song is offered only if the post has no video.
 */
export function audioRows(extraction: Extraction, { videos, originals, dubs, songs }: Sounds): FormatRow[] {
  const copies = [...originals, ...bestByLanguage(dubs, soundRank), ...songs]
  // If no rendition has only audio, the audio track of a rendition with video is used. If the codec of this
  // track is unknown, no container for a copy can be chosen, so only conversions are offered.
  const combined =
    originals.length === 0
      ? videos.findLast((video) => video.kind === 'both' && video.container !== 'gif')
      : undefined
  const extracted = combined && audioCodec(combined) !== null ? [combined] : []
  const source = bestByLanguage(originals, soundRank)[0] ?? combined ?? songs[0]
  const conversions = source ? MP3_RATES.map((kbps) => converted(extraction, source, kbps)) : []
  return [...[...copies, ...extracted].map((audio) => copied(extraction, audio)), ...conversions]
}

/** Traits that describe the picture. They do not apply to the audio track of a rendition with video. */
const PICTURE_TRAITS = new Set<string>(['upscaled', 'spherical', 'premium'] satisfies Trait[])

/** The fields that a copy and a conversion of the same source share. */
const audioFields = (source: Rendition) => ({
  group: 'audio' as const,
  height: null,
  hdr: false,
  fps: null,
  vbr: null,
  resolution: null,
  language: source.original ? null : source.language,
  original: source.original,
  traits: (source.traits ?? []).filter((trait) => !PICTURE_TRAITS.has(trait)),
})

/**
 * Returns the row for the audio of a rendition without re-encoding: the site's own file, or the audio track
 * copied into a new container.
 */
function copied(extraction: Extraction, source: Rendition): FormatRow {
  const isAudio = source.kind === 'audio'
  const draft = {
    ...audioFields(source),
    codec: audioCodec(source),
    size: isAudio ? sizeOf(source, extraction.duration) : { bytes: null, about: false },
    tbr: audioRate(source),
    abr: audioRate(source),
  }
  if (isAudio && source.transport === 'http')
    return withKey({ ...draft, container: source.container, make: { by: 'link', rendition: source } })
  const container = audioContainer(audioTrack(source))
  const plan = { ...planBase(extraction), video: null, audio: refOf(source), container }
  const play = isAudio && source.transport === 'hls' && { play: source }
  return withKey({ ...draft, container, make: { by: 'plan', plan, ...play } })
}

/**
 * Returns the estimated size in bytes of the cover in a converted file. The cover is the thumbnail, so the
 * estimate is the usual size of a thumbnail.
 */
const coverBytes = ({ thumbnail }: Extraction) => (thumbnail === null ? 0 : 40_000)

/**
 * Returns the row for an MP3 of one bitrate. If the source has a lower bitrate, the note says so, because the
 * MP3 then sounds no better than the source.
 */
function converted(extraction: Extraction, source: Rendition, kbps: number): FormatRow {
  const sourceRate = audioRate(source)
  const { duration } = extraction
  return withKey({
    ...audioFields(source),
    make: {
      by: 'plan',
      plan: { ...planBase(extraction), video: null, audio: refOf(source), container: 'mp3', kbps },
    },
    container: 'mp3',
    codec: 'mp3',
    size: {
      bytes: duration === null ? null : bytesOf(kbps, duration) + coverBytes(extraction),
      about: duration !== null,
    },
    tbr: kbps,
    abr: kbps,
    converted: true,
    note:
      sourceRate !== null && sourceRate < kbps
        ? `converted, no better than the ${Math.round(sourceRate)} kbps of its source`
        : 'converted',
  })
}
