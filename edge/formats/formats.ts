import { linesOf } from '#contract/lines.ts'
import { hasTrait, type Extraction, type Rendition } from '#contract/engine/extraction.ts'
import { MAX_FILE_BYTES, MAX_GIF_SECONDS } from '#contract/limits.ts'
import { audioRows } from './audio-formats.ts'
import { containerOf } from './containers.ts'
import {
  audioRate,
  audioTrack,
  bestByLanguage,
  noteOf,
  planBase,
  refOf,
  resolutionOf,
  sizeOf,
  soundRank,
  sum,
  videoCodec,
  videoTrack,
  withKey,
  type FormatRow,
} from './format-row.ts'
import { deduplicate, rank, suggest } from './rank.ts'

const MAX_DUB_LINES = 1_080

export function formatsOf(extraction: Extraction): FormatRow[] {
  const videos = extraction.renditions.filter((rendition) => rendition.kind !== 'audio')
  const sounds = extraction.renditions.filter((rendition) => rendition.kind === 'audio')
  // The song that a post names as its music can differ from the sound of the video in the post. The song is
  // offered as audio, but it is never merged with the video.
  const songs = sounds.filter((sound) => hasTrait(sound, 'post_sound'))
  const audios = sounds.filter((sound) => !songs.includes(sound))
  const originals = audios.filter((audio) => audio.original)
  // If the site marks all audio as dubs, all audio is treated as original.
  const main = originals.length > 0 ? originals : audios
  // Each dubbed language is offered with a video of one height only: twenty languages with videos of all
  // heights would make the list too long to read.
  const dubs = audios.filter((audio) => !main.includes(audio))
  const rows = [
    ...videos.flatMap((video) => videoRows(extraction, video, main)),
    ...dubbedRows(extraction, videos, dubs),
    ...audioRows(extraction, { videos, originals: main, dubs, songs }),
  ].filter((row) => row.make.by === 'link' || (row.size.bytes ?? 0) <= MAX_FILE_BYTES)
  return suggest(rank(deduplicate(rows))).map((row) => {
    const note = noteOf(row)
    return { ...row, ...(note !== undefined && { note }) }
  })
}

function videoRows(extraction: Extraction, video: Rendition, audios: Rendition[]): FormatRow[] {
  const single = alone(extraction, video)
  const audio = video.kind === 'both' ? undefined : bestAudios(video, audios)[0]
  if (!audio) return isGifSource(extraction, video, audios) ? [single, gif(extraction, video)] : [single]
  const merge = merged(extraction, video, audio)
  // The video is offered without audio only if it is a direct file. An HLS or DASH video would need a merge
  // even without audio.
  return video.transport === 'http' ? [merge, single] : [merge]
}

/** Sites call a short video without sound a GIF. A video of unknown duration counts as short. */
function isGifSource(extraction: Extraction, video: Rendition, audios: Rendition[]): boolean {
  return (
    video.kind === 'video' &&
    audios.length === 0 &&
    video.transport === 'http' &&
    video.container === 'mp4' &&
    (extraction.duration ?? 0) <= MAX_GIF_SECONDS
  )
}

function gif(extraction: Extraction, video: Rendition): FormatRow {
  const plan = { ...planBase(extraction), video: refOf(video), audio: null, container: 'gif' as const }
  return withKey({
    ...videoFields(video),
    make: { by: 'plan', plan },
    group: 'video',
    container: 'gif',
    language: null,
    original: true,
    size: { bytes: null, about: false },
    tbr: null,
    abr: null,
    converted: true,
    traits: video.traits ?? [],
    note: 'converted',
  })
}

function dubbedRows(extraction: Extraction, videos: Rendition[], dubs: Rendition[]): FormatRow[] {
  const silent = videos.filter((video) => video.kind === 'video' && (linesOf(video) ?? 0) <= MAX_DUB_LINES)
  const score = (video: Rendition) => (videoCodec(video) === 'avc1' ? 1e5 : 0) + (linesOf(video) ?? 0)
  const best = silent.toSorted((a, b) => score(a) - score(b)).at(-1)
  return best ? bestAudios(best, dubs).map((dub) => merged(extraction, best, dub)) : []
}

const videoFields = (video: Rendition) => ({
  height: linesOf(video),
  codec: videoCodec(video),
  hdr: video.hdr,
  fps: video.fps,
  vbr: video.vbr,
  resolution: resolutionOf(video),
})

function alone(extraction: Extraction, video: Rendition): FormatRow {
  const draft = {
    ...videoFields(video),
    group: video.kind === 'both' ? ('both' as const) : ('video' as const),
    language: video.original ? null : video.language,
    original: video.original,
    size: sizeOf(video, extraction.duration),
    tbr: video.tbr,
    abr: video.abr,
    traits: video.traits ?? [],
  }
  if (video.transport === 'http')
    return withKey({ ...draft, container: video.container, make: { by: 'link', rendition: video } })
  const container = containerOf(videoTrack(video), video.kind === 'both' ? audioTrack(video) : null)
  const plan = { ...planBase(extraction), video: refOf(video), audio: null, container }
  const play = video.transport === 'hls' && { play: video }
  return withKey({ ...draft, container, make: { by: 'plan', plan, ...play } })
}

function merged(extraction: Extraction, video: Rendition, audio: Rendition): FormatRow {
  const container = containerOf(videoTrack(video), audioTrack(audio))
  const [videoSize, audioSize] = [sizeOf(video, extraction.duration), sizeOf(audio, extraction.duration)]
  const bytes = sum(videoSize.bytes, audioSize.bytes)
  return withKey({
    ...videoFields(video),
    make: {
      by: 'plan',
      plan: { ...planBase(extraction), video: refOf(video), audio: refOf(audio), container },
      ...playOf(video, audio),
    },
    group: 'both',
    container,
    language: audio.original ? null : audio.language,
    original: audio.original,
    size: { bytes, about: bytes !== null && (videoSize.about || audioSize.about) },
    tbr: sum(video.tbr, audioRate(audio)),
    abr: audioRate(audio),
    traits: [...new Set([...(video.traits ?? []), ...(audio.traits ?? [])])],
  })
}

/** Not for a dub: a player would start the master playlist with the original audio. */
function playOf(video: Rendition, audio: Rendition): { play?: Rendition } {
  const { manifest } = video
  const isShared = video.transport === 'hls' && manifest !== undefined && audio.manifest === manifest
  return isShared && audio.original ? { play: { ...video, url: manifest } } : {}
}

/**
 * Stereo before surround, then audio that fits into the video's own container, then the same transport, then
 * the bitrate.
 */
function bestAudios(video: Rendition, audios: Rendition[]): Rendition[] {
  const track = videoTrack(video)
  const own = containerOf(track, null)
  return bestByLanguage(
    audios,
    (audio) =>
      (containerOf(track, audioTrack(audio)) === own ? 1e6 : 0) +
      (audio.transport === video.transport ? 1e5 : 0) +
      soundRank(audio),
  )
}
