import type { Extraction, Rendition } from '#contract/engine.ts'
import { soundContainer } from './codecs.ts'
import {
  bestByLanguage,
  finish,
  planBase,
  refOf,
  sizeOf,
  soundCodec,
  soundRate,
  type Row,
} from './format-row.ts'

const MP3_RATES = [128, 192, 256, 320]

/** The choices of sound alone: the site's own, and MP3 conversions. */
export function soundRows(
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
    size: one.kind === 'audio' ? sizeOf(one, extraction.duration) : { bytes: null, about: false },
    tbr: soundRate(one),
    abr: soundRate(one),
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
