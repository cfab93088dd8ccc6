import type { Extraction, Rendition, Trait } from '#contract/engine.ts'
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

/** Kilobits per second of the MP3 files that we offer to make. */
const MP3_RATES = [128, 192, 256, 320]

/** The renditions of an extraction by their use. */
export type Sounds = {
  videos: Rendition[]
  /** Sound in the original language. */
  originals: Rendition[]
  dubs: Rendition[]
  /** Songs that a post uses beside the sound of its video. */
  songs: Rendition[]
}

/**
 * The rows without video: copies of the site's audio, then MP3 conversions, then songs. Only a post without a
 * video has conversions of its song.
 */
export function audioRows(extraction: Extraction, { videos, originals, dubs, songs }: Sounds): FormatRow[] {
  const copies = [...originals, ...bestByLanguage(dubs, soundRank), ...songs]
  // No separate audio: the audio track of a combined file is used. Without its codec the container of a copy
  // is unknown, so only conversions are offered.
  const combined =
    originals.length === 0
      ? videos.findLast((video) => video.kind === 'both' && video.container !== 'gif')
      : undefined
  const extracted = combined && audioCodec(combined) !== null ? [combined] : []
  const source = bestByLanguage(originals, soundRank)[0] ?? combined ?? songs[0]
  const conversions = source ? MP3_RATES.map((kbps) => converted(extraction, source, kbps)) : []
  return [...[...copies, ...extracted].map((audio) => copied(extraction, audio)), ...conversions]
}

/** Traits of the picture of a combined file, which its sound does not have. */
const PICTURE_TRAITS = new Set<string>(['upscaled', 'spherical', 'premium'] satisfies Trait[])

/** The fields that a copy and a conversion of one source share. */
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
 * The audio of a rendition without re-encoding: the file itself, or its audio track put into a container of
 * its own.
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

/** An MP3 of one bitrate; its note says when the source has less, because then it sounds no better. */
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
    size: { bytes: duration === null ? null : bytesOf(kbps, duration), about: duration !== null },
    tbr: kbps,
    abr: kbps,
    converted: true,
    note:
      sourceRate !== null && sourceRate < kbps
        ? `converted, no better than the ${Math.round(sourceRate)} kbps of its source`
        : 'converted',
  })
}
