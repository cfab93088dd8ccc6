import type { Extraction, Rendition } from '../engine/extraction.ts'
import { tracksOf } from '../engine/kinds.ts'
import { MAX_FILE_BYTES } from '../limits.ts'
import { isPossibleRate, SOUND_KBPS } from '../sound.ts'
import type { FormatRow } from './format-row.ts'

/** `seconds`: the duration that the sizes are computed from; null if nothing states it. */
export type Item = Extraction & { seconds: number | null }

/** Kilobits per second. Below this, the duration or the size of the file must be wrong. */
const MIN_RATE = 4

/** A kilobit is 125 bytes. */
export const bytesOf = (kbps: number, seconds: number): number => Math.round(kbps * seconds * 125)
const rateOf = (bytes: number, seconds: number) => bytes / 125 / seconds

/** Completes what follows from other facts, so that nothing is compared as unknown that can be known. */
export function withKnownFacts(extraction: Extraction): Item {
  const seconds = extraction.duration || secondsOf(extraction)
  return { ...extraction, seconds, renditions: extraction.renditions.map((one) => completed(one, seconds)) }
}

/** Only for sizes: a rate is often rounded. */
function secondsOf({ is_preview, section, renditions }: Extraction): number | null {
  if (is_preview || section) return null
  const known = renditions.find(({ filesize, tbr }) => filesize && tbr && tbr >= MIN_RATE)
  return known ? known.filesize! / 125 / known.tbr! : null
}

function completed(rendition: Rendition, seconds: number | null): Rendition {
  const { kind, container, acodec, abr, vbr, filesize, filesize_approx } = rendition
  const { picture } = tracksOf[kind]
  const parts = { video: vbr, audio: abr, both: sum(vbr, abr) }[kind]
  const bytes = filesize ?? filesize_approx
  const measured = bytes && seconds ? rateOf(bytes, seconds) : 0
  const isPossible =
    measured >= MIN_RATE && (picture || isPossibleRate({ container, codec: acodec }, measured))
  const rate = isPossible ? measured : null
  const stated = rendition.tbr || parts
  const total = stated ?? rate
  // Sites often state the peak rate of a picture.
  const tbr = picture && filesize ? (rate ?? total) : total
  const rest = (known: number | null) => (total && known && total > known ? total - known : null)
  const rates = {
    video: { abr, vbr: vbr ?? tbr },
    audio: { abr: abr ?? tbr, vbr },
    both: { abr: abr ?? rest(vbr), vbr: vbr ?? rest(abr) },
  }[kind]
  return { ...rendition, tbr, ...rates }
}

export type Size = Pick<FormatRow, 'filesize' | 'about'>

export const estimate = (bytes: number | null): Size => ({
  filesize: bytes,
  about: bytes === null ? undefined : true,
})

export function sizeOf({ filesize, filesize_approx, tbr }: Rendition, seconds: number | null): Size {
  if (filesize !== null) return { filesize }
  return estimate(filesize_approx ?? (tbr !== null && seconds !== null ? bytesOf(tbr, seconds) : null))
}

/** Sound is rarely far from the usual rate, so its size is never unknown. */
export function soundSize(audio: Rendition, seconds: number | null): Size {
  const size = sizeOf(audio, seconds)
  return size.filesize !== null || seconds === null ? size : estimate(bytesOf(SOUND_KBPS, seconds))
}

/** Bits for each pixel of a frame, as most sites encode H.264. */
const BITS_PER_PIXEL = 0.07

/** The size of a usual picture of this quality. It is too rough to refuse a file as too large. */
export function usualSize({ height, fps }: Pick<FormatRow, 'height' | 'fps'>, seconds: number | null): Size {
  if (height === null || seconds === null) return { filesize: null }
  const pixels = (height * height * 16) / 9
  const kbps = (pixels * (fps ?? 30) * BITS_PER_PIXEL) / 1_000 + SOUND_KBPS
  return estimate(bytesOf(kbps, seconds))
}

export function sum(...numbers: (number | null)[]): number | null {
  return numbers.every((number) => number !== null) ? numbers.reduce((a, b) => a + b, 0) : null
}

/**
 * For one link in a playlist, our proxy sends at most the size of the largest rendition, multiplied by this
 * factor. The factor is above 1, because many sizes of renditions are estimates.
 */
const SIZE_MARGIN = 1.2

export function maxBodyBytes({ renditions, duration }: Item): number {
  const sizes = renditions.map((rendition) => sizeOf(rendition, duration).filesize)
  const isKnown = sizes.every((size) => size !== null) && sizes.length > 0
  return isKnown ? Math.ceil(Math.max(...sizes.map(Number)) * SIZE_MARGIN) : MAX_FILE_BYTES
}
