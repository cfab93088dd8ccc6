import { codecFamily, soundRow } from './codecs/codecs.ts'

/** Kilobits per second; what most sites give to sound whose rate they do not state. */
export const SOUND_KBPS = 128

const LOSSLESS_CODECS = /^(?:flac|alac|pcm|lpcm|wavpack|wv|ape|tta|als|truehd|mlp|wav$|aiff$)/
const LOSSLESS_FILES = /^(?:flac|wav|aiff?|aifc|ape|wv|tta)$/

type Sound = { container: string; codec: string | null }

export function isLossless({ codec, container }: Sound): boolean {
  return codec ? LOSSLESS_CODECS.test(codecFamily(codec) ?? '') : LOSSLESS_FILES.test(container)
}

const COMMON_FILES = new Set(['m4a', 'm4b', 'mp4', 'mp3', 'aac'])
const COMMON_CODECS = new Set<string | null>(['mp4a', 'mp3', null])
/** Sound that every player opens counts as much as sound of this multiple of its rate. */
const COMMON_WEIGHT = 1.5

/** Of two sounds that are not lossless, the heavier one is the better choice for most visitors. */
export function soundWeight({ codec, container }: Sound, kbps: number | null): number {
  const isCommon = COMMON_FILES.has(container) && COMMON_CODECS.has(codecFamily(codec))
  return (kbps ?? SOUND_KBPS) * (isCommon ? COMMON_WEIGHT : 1)
}

/** Codecs that browsers do not play and ffmpeg does not decode. */
const UNDECODED = new Set(['iamf', 'ac-4', 'mha1', 'mha2', 'mhm1', 'mhm2'])

export const isDecodable = (codec: string | null): boolean => !UNDECODED.has(codecFamily(codec) ?? '')

/** Lengths are rounded, and files have tags. */
const ROUNDING = 1.05

/** Whether the codec can have a rate that was computed from the size and the length of a file. */
export function isPossibleRate({ codec, container }: Sound, kbps: number): boolean {
  // Above this, most of the file must be a picture.
  const most = soundRow(codec ?? container)?.mostKbps ?? null
  return most === null || kbps <= most * ROUNDING
}
