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

const MP3_RATES = [128, 192, 256, 320]

export type AudioSources = {
  videos: Rendition[]
  originals: Rendition[]
  dubs: Rendition[]
  /** A song can differ from the sound of the video in the post. */
  songs: Rendition[]
}

export function audioRows(
  extraction: Extraction,
  { videos, originals, dubs, songs }: AudioSources,
): FormatRow[] {
  const copies = [...originals, ...bestByLanguage(dubs, soundRank), ...songs]
  // If no audio-only rendition contains the original audio, the audio is taken from a video.
  const combined =
    originals.length === 0
      ? videos.findLast((video) => video.kind === 'both' && video.container !== 'gif')
      : undefined
  // If the codec of this audio is unknown, the edge cannot choose a container for the audio without
  // re-encoding. So it offers this audio only as MP3.
  const extracted = combined && audioCodec(combined) !== null ? [combined] : []
  const source = bestByLanguage(originals, soundRank)[0] ?? combined ?? songs[0]
  const conversions = source ? MP3_RATES.map((kbps) => converted(extraction, source, kbps)) : []
  return [...[...copies, ...extracted].map((audio) => copied(extraction, audio)), ...conversions]
}

const PICTURE_TRAITS = new Set<string>(['upscaled', 'spherical', 'premium'] satisfies Trait[])

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

/** Thumbnails usually have about this size. */
const coverBytes = ({ thumbnail }: Extraction) => (thumbnail === null ? 0 : 40_000)

/** If the source has a lower bitrate, the note states it. */
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
