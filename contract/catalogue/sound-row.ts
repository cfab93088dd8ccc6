import type { Rendition, Trait } from '../engine/extraction.ts'
import { tracksOf } from '../engine/kinds.ts'
import { SOUND_KBPS } from '../sound.ts'
import { audioCodec, audioRate, isLosslessSound, type FormatRow } from './format-row.ts'
import { bytesOf, estimate, soundSize, type Item, type Size } from './known-facts.ts'

const PICTURE_TRAITS = new Set<string>(['upscaled', 'spherical', 'premium'] satisfies Trait[])

/** Sound has neither subtitles nor an interpreter, although it belongs to such a picture. */
function ownVersion({ kind, version }: Rendition): string | null {
  return !version || tracksOf[kind].picture || /\bin the picture$/.test(version) ? null : version
}

export const audioFields = (source: Rendition) => ({
  group: 'audio' as const,
  id: source.id,
  name: source.name,
  version: ownVersion(source),
  height: null,
  hdr: false,
  fps: null,
  vbr: null,
  resolution: null,
  language: source.original ? null : source.language,
  original: source.original,
  isLossless: isLosslessSound(source),
  traits: source.traits.filter((trait) => !PICTURE_TRAITS.has(trait)),
})

/** Of a sound that is copied, in whatever file. */
export const copiedFields = (
  item: Item,
  source: Rendition,
): Omit<FormatRow, 'key' | 'ext' | 'make'> & Size => ({
  ...audioFields(source),
  codec: audioCodec(source),
  ...(tracksOf[source.kind].picture ? extractedSize(source, item) : soundSize(source, item.seconds)),
  tbr: audioRate(source),
  abr: audioRate(source),
})

function extractedSize(source: Rendition, { seconds }: Item): Size {
  return estimate(seconds === null ? null : bytesOf(audioRate(source) ?? SOUND_KBPS, seconds))
}

/** Thumbnails usually have about this size. */
export const coverBytes = ({ thumbnail }: Item) => (thumbnail === null ? 0 : 40_000)
