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

/** The page offers dubs only with a video of at most this height in lines. */
const MAX_DUB_LINES = 1_080

/**
 * Returns the formats of an extraction: video with audio, then video without audio, then audio. The function
 * is pure.
 */
export function formatsOf(extraction: Extraction): FormatRow[] {
  const videos = extraction.renditions.filter((rendition) => rendition.kind !== 'audio')
  const sounds = extraction.renditions.filter((rendition) => rendition.kind === 'audio')
  // The song that a post names as its music can differ from the sound of the video in the post. The song is
  // offered as audio, but it is never merged with the video.
  const songs = sounds.filter((sound) => hasTrait(sound, 'post_sound'))
  const audios = sounds.filter((sound) => !songs.includes(sound))
  const originals = audios.filter((audio) => audio.original)
  // Videos of all heights are offered with the original audio. If the site marks all audio as dubs, all audio
  // is treated as original.
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

/**
 * Returns the formats of one video rendition: its merge with the best audio, the rendition alone, and a GIF.
 * A format that is not possible for this rendition is left out.
 */
function videoRows(extraction: Extraction, video: Rendition, audios: Rendition[]): FormatRow[] {
  const single = alone(extraction, video)
  const audio = video.kind === 'both' ? undefined : bestAudios(video, audios)[0]
  if (!audio) return isGifSource(extraction, video, audios) ? [single, gif(extraction, video)] : [single]
  const merge = merged(extraction, video, audio)
  // The video is offered without audio only if it is a direct file. An HLS or DASH video would need a merge
  // even without audio.
  return video.transport === 'http' ? [merge, single] : [merge]
}

/**
 * Returns whether the video is short and has no sound. Sites call such a video a GIF, so the page also offers
 * it as a GIF file. A video of unknown duration counts as short.
 */
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

/**
 * Returns one format for each dubbed language. All use the same video: the tallest H.264 video of at most
 * MAX_DUB_LINES. If there is no such H.264 video, all use the tallest video in another codec within this
 * limit.
 */
function dubbedRows(extraction: Extraction, videos: Rendition[], dubs: Rendition[]): FormatRow[] {
  const silent = videos.filter((video) => video.kind === 'video' && (linesOf(video) ?? 0) <= MAX_DUB_LINES)
  const score = (video: Rendition) => (videoCodec(video) === 'avc1' ? 1e5 : 0) + (linesOf(video) ?? 0)
  const best = silent.toSorted((a, b) => score(a) - score(b)).at(-1)
  return best ? bestAudios(best, dubs).map((dub) => merged(extraction, best, dub)) : []
}

/** The fields that are the same in all formats of one video rendition. */
const videoFields = (video: Rendition) => ({
  height: linesOf(video),
  codec: videoCodec(video),
  hdr: video.hdr,
  fps: video.fps,
  vbr: video.vbr,
  resolution: resolutionOf(video),
})

/**
 * Returns the format for one rendition that is not merged with another: its direct file, or a remux of its
 * HLS or DASH playlist.
 */
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

/** Returns the format for a video that is merged with a separate audio rendition. */
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

/**
 * Returns the field `play`: the HLS master playlist that contains both renditions. The page can play this
 * playlist before the merge. Returns an empty object in two cases:
 * - There is no such playlist.
 * - The audio is a dub. A player would start the master playlist with the original audio instead.
 */
function playOf(video: Rendition, audio: Rendition): { play?: Rendition } {
  const { manifest } = video
  const isShared = video.transport === 'hls' && manifest !== undefined && audio.manifest === manifest
  return isShared && audio.original ? { play: { ...video, url: manifest } } : {}
}

/**
 * For each language, returns the best audio to merge with `video`. The first of these rules that
 * distinguishes two renditions decides:
 * 1. stereo is better than surround sound;
 * 2. audio that fits into the video's own container is better;
 * 3. audio with the same transport as the video is better;
 * 4. the highest bitrate is the best.
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
