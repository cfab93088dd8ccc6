import type { Extraction, Rendition } from '#contract/engine.ts'
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
  withKey,
  type FormatRow,
} from './format-row.ts'

/** Kilobits per second of the MP3 files that we offer to make. */
const MP3_RATES = [128, 192, 256, 320]

/** The rows without video: copies of the site's audio, then MP3 conversions. */
export function audioRows(
  extraction: Extraction,
  videos: Rendition[],
  originals: Rendition[],
  dubs: Rendition[],
): FormatRow[] {
  const byRate = (audio: Rendition) => audioRate(audio) ?? 0
  const copies = [...originals, ...bestByLanguage(dubs, byRate)].map((audio) => copied(extraction, audio))
  // No separate audio: the audio track of a combined file is used. Without its codec the container of a copy
  // is unknown, so only conversions are offered.
  const combined =
    originals.length === 0
      ? videos.findLast((video) => video.kind === 'both' && video.container !== 'gif')
      : undefined
  const extracted = combined && audioCodec(combined) !== null ? [copied(extraction, combined)] : []
  const source = bestByLanguage(originals, byRate)[0] ?? combined
  const conversions = source ? MP3_RATES.map((kbps) => converted(extraction, source, kbps)) : []
  return [...copies, ...extracted, ...conversions]
}

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
