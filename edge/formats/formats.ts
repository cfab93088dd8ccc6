import type { Extraction, Rendition } from '#contract/engine.ts'
import { MAX_FILE_BYTES } from '#contract/limits.ts'
import { order, suggest, withoutTwins } from './rank.ts'
import { containerOf } from './codecs.ts'
import {
  bestByLanguage,
  finish,
  linesOf,
  noteOf,
  pictureCodec,
  planBase,
  refOf,
  sizeOf,
  soundRate,
  soundStream,
  sum,
  type Row,
} from './format-row.ts'
import { soundRows } from './audio-formats.ts'

/** Longer ones make GIF files nobody can use. */
const LOOP_SECONDS = 60

/** The choices of an extraction, in the order the visitor sees them: with sound, without sound, audio. Pure. */
export function formatsOf(extraction: Extraction): Row[] {
  const pictures = extraction.renditions.filter((one) => one.kind !== 'audio')
  const sounds = extraction.renditions.filter((one) => one.kind === 'audio')
  const originals = sounds.filter((sound) => sound.original)
  // Every height with its own sound; the dubs with one picture only, or twenty languages would bury the list.
  const main = originals.length > 0 ? originals : sounds
  const dubs = sounds.filter((sound) => !main.includes(sound))
  const rows = [
    ...pictures.flatMap((picture) => pictureRows(extraction, picture, main)),
    ...dubbedRows(extraction, pictures, dubs),
    ...soundRows(extraction, pictures, main, dubs),
  ].filter((row) => row.make.by === 'link' || (row.size.bytes ?? 0) <= MAX_FILE_BYTES)
  return suggest(order(withoutTwins(rows))).map((row) => {
    const note = noteOf(row)
    return { ...row, ...(note !== undefined && { note }) }
  })
}

function pictureRows(extraction: Extraction, picture: Rendition, sounds: Rendition[]): Row[] {
  const rows = [alone(extraction, picture)]
  const sound = picture.kind === 'both' ? undefined : pairsFor(picture, sounds)[0]
  if (!sound) return isLoop(extraction, picture, sounds) ? [...rows, gif(extraction, picture)] : rows
  const merge = merged(extraction, picture, sound)
  // A silent row only where it is a file as it is; from a playlist it would be the work of a merge for less.
  return picture.transport === 'http' ? [merge, ...rows] : [merge]
}

/** A short silent clip is what sites call a GIF; some people want it as one. */
function isLoop(extraction: Extraction, one: Rendition, sounds: Rendition[]): boolean {
  const isSilent = one.kind === 'video' && sounds.length === 0
  return (
    isSilent &&
    one.transport === 'http' &&
    one.container === 'mp4' &&
    (extraction.duration ?? 0) <= LOOP_SECONDS
  )
}

function gif(extraction: Extraction, one: Rendition): Row {
  const plan = { ...planBase(extraction), video: refOf(one), audio: null, container: 'gif' as const }
  return finish({
    ...picture(one),
    make: { by: 'plan', plan },
    group: 'video',
    container: 'gif',
    language: null,
    original: true,
    size: { bytes: null, about: false },
    tbr: null,
    abr: null,
    converted: true,
    note: 'converted',
  })
}

function dubbedRows(extraction: Extraction, pictures: Rendition[], dubs: Rendition[]): Row[] {
  const silent = pictures.filter((one) => one.kind === 'video' && (linesOf(one) ?? 0) <= 1_080)
  const tallest = (one: Rendition) => (pictureCodec(one) === 'avc1' ? 1e5 : 0) + (linesOf(one) ?? 0)
  const picture = silent.toSorted((a, b) => tallest(a) - tallest(b)).at(-1)
  return picture ? pairsFor(picture, dubs).map((dub) => merged(extraction, picture, dub)) : []
}

const picture = (one: Rendition) => ({
  height: linesOf(one),
  codec: pictureCodec(one),
  hdr: one.hdr,
  fps: one.fps,
  vbr: one.vbr,
  resolution: linesOf(one) === null ? null : `${linesOf(one)}p`,
})

/** One rendition by itself: its link, or a remux of its playlist. */
function alone(extraction: Extraction, one: Rendition): Row {
  const direct = one.transport === 'http'
  const stream = { container: one.container, codec: pictureCodec(one) }
  const container = direct
    ? one.container
    : containerOf(stream, one.kind === 'both' ? soundStream(one) : null)
  const plan = () => ({
    ...planBase(extraction),
    video: refOf(one),
    audio: null,
    container: container as 'mp4',
  })
  return finish({
    ...picture(one),
    make: direct
      ? { by: 'link', rendition: one }
      : { by: 'plan', plan: plan(), ...(one.transport === 'hls' && { play: one }) },
    group: one.kind === 'both' ? 'both' : 'video',
    container,
    language: one.original ? null : one.language,
    original: one.original,
    size: sizeOf(one, extraction.duration),
    tbr: one.tbr,
    abr: one.abr,
  })
}

/** A picture with a sound of its own file. */
function merged(extraction: Extraction, video: Rendition, audio: Rendition): Row {
  const container = containerOf(
    { container: video.container, codec: pictureCodec(video) },
    soundStream(audio),
  )
  const [a, b] = [sizeOf(video, extraction.duration), sizeOf(audio, extraction.duration)]
  const bytes = sum(a.bytes, b.bytes)
  return finish({
    ...picture(video),
    make: {
      by: 'plan',
      plan: { ...planBase(extraction), video: refOf(video), audio: refOf(audio), container },
      ...playOf(video, audio),
    },
    group: 'both',
    container,
    language: audio.original ? null : audio.language,
    original: audio.original,
    size: { bytes, about: bytes !== null && (a.about || b.about) },
    tbr: sum(video.tbr, soundRate(audio)),
    abr: soundRate(audio),
  })
}

/** Picture and sound play together by the master playlist that names both; of a dub it would play the original. */
function playOf(video: Rendition, audio: Rendition): { play?: Rendition } {
  const { manifest } = video
  const isOne = video.transport === 'hls' && manifest !== undefined && audio.manifest === manifest
  return isOne && audio.original ? { play: { ...video, url: manifest } } : {}
}

/** The best sound for a picture: of the same family first, then over the same transport, then of the higher rate. */
function pairsFor(video: Rendition, sounds: Rendition[]): Rendition[] {
  const stream = { container: video.container, codec: pictureCodec(video) }
  const own = containerOf(stream, null)
  const rank = (sound: Rendition) =>
    (containerOf(stream, soundStream(sound)) === own ? 1e6 : 0) +
    (sound.transport === video.transport ? 1e5 : 0) +
    (soundRate(sound) ?? 0)
  return bestByLanguage(sounds, rank)
}
