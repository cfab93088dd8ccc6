import type { Extraction, Rendition } from '#contract/engine.ts'
import { MAX_FILE_BYTES } from '#contract/limits.ts'
import { containerOf, soundContainer } from './codecs.ts'
import { order, suggest, withoutTwins } from './choose.ts'
import {
  keyOf,
  linesOf,
  noteOf,
  pictureCodec,
  planBase,
  refOf,
  sizeOf,
  soundCodec,
  soundRate,
  sum,
  type Row,
} from './rows.ts'

const MP3_RATES = [128, 192, 256, 320]

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

type Draft = Omit<Row, 'key'>
const finish = (draft: Draft): Row => ({ ...draft, key: keyOf(draft) })

function pictureRows(extraction: Extraction, picture: Rendition, sounds: Rendition[]): Row[] {
  const rows = [alone(extraction, picture)]
  const sound = picture.kind === 'both' ? undefined : pairsFor(picture, sounds)[0]
  if (!sound) return rows
  const merge = merged(extraction, picture, sound)
  // A silent row only where it is a file as it is; from a playlist it would be the work of a merge for less.
  return picture.transport === 'http' ? [merge, ...rows] : [merge]
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
    size: sizeOf(one),
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
  const [a, b] = [sizeOf(video), sizeOf(audio)]
  return finish({
    ...picture(video),
    make: {
      by: 'plan',
      plan: { ...planBase(extraction), video: refOf(video), audio: refOf(audio), container },
    },
    group: 'both',
    container,
    language: audio.original ? null : audio.language,
    original: audio.original,
    size: { bytes: sum(a.bytes, b.bytes), about: a.about || b.about },
    tbr: sum(video.tbr, soundRate(audio)),
    abr: soundRate(audio),
  })
}

const soundStream = (one: Rendition) => ({ container: one.container, codec: soundCodec(one) })

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

function bestByLanguage(sounds: Rendition[], rank: (sound: Rendition) => number): Rendition[] {
  const best = new Map<string, Rendition>()
  for (const sound of sounds) {
    const language = sound.original ? '' : (sound.language ?? '?')
    const known = best.get(language)
    // yt-dlp lists from worst to best, so that among equals the later one wins.
    if (!known || rank(sound) >= rank(known)) best.set(language, sound)
  }
  const original = best.get('')
  return [
    ...(original ? [original] : []),
    ...[...best].flatMap(([language, sound]) => (language === '' ? [] : [sound])),
  ]
}

function soundRows(
  extraction: Extraction,
  pictures: Rendition[],
  main: Rendition[],
  dubs: Rendition[],
): Row[] {
  const dubbed = bestByLanguage(dubs, (sound) => soundRate(sound) ?? 0)
  const copies = [...main, ...dubbed].map((sound) => soundRow(extraction, sound))
  // Without a sound of its own, a file that has one lends it; where the codec is unknown only a conversion is sure.
  const lender =
    main.length === 0 ? pictures.findLast((one) => one.kind === 'both' && one.container !== 'gif') : undefined
  const lent = lender && soundCodec(lender) !== null ? [soundRow(extraction, lender)] : []
  const source = bestByLanguage(main, (sound) => soundRate(sound) ?? 0)[0] ?? lender
  return [...copies, ...lent, ...(source ? MP3_RATES.map((rate) => converted(extraction, source, rate)) : [])]
}

const sound = (one: Rendition) => ({
  group: 'audio' as const,
  height: null,
  hdr: false,
  fps: null,
  vbr: null,
  resolution: null,
  language: one.original ? null : one.language,
  original: one.original,
})

function soundRow(extraction: Extraction, one: Rendition): Row {
  const direct = one.kind === 'audio' && one.transport === 'http'
  const container = direct
    ? one.container
    : soundContainer({ container: one.container, codec: soundCodec(one) })
  const plan = () => ({
    ...planBase(extraction),
    video: null,
    audio: refOf(one),
    container: container as 'm4a',
  })
  return finish({
    ...sound(one),
    make: direct
      ? { by: 'link', rendition: one }
      : { by: 'plan', plan: plan(), ...(one.kind === 'audio' && one.transport === 'hls' && { play: one }) },
    container,
    codec: soundCodec(one),
    size: one.kind === 'audio' ? sizeOf(one) : { bytes: null, about: false },
    tbr: soundRate(one),
    abr: soundRate(one),
    note: 'original',
  })
}

/** An MP3 of a wanted rate; it never claims to be better than its source. */
function converted(extraction: Extraction, source: Rendition, rate: number): Row {
  const has = soundRate(source)
  const { duration } = extraction
  return finish({
    ...sound(source),
    make: {
      by: 'plan',
      plan: { ...planBase(extraction), video: null, audio: refOf(source), container: 'mp3', kbps: rate },
    },
    container: 'mp3',
    codec: 'mp3',
    size: { bytes: duration === null ? null : Math.round(duration * rate * 125), about: duration !== null },
    tbr: rate,
    abr: rate,
    converted: true,
    note:
      has !== null && has < rate
        ? `converted, no better than the ${Math.round(has)} kbps of its source`
        : 'converted',
  })
}
