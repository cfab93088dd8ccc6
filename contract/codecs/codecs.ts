import type { Codec } from './codec.ts'
import { pictures } from './pictures.ts'
import { sounds } from './sounds.ts'

/** The keys are names of sample entries in MP4 (RFC 6381) where there is one. */
const codecs: ReadonlyMap<string, Codec> = new Map(Object.entries({ ...pictures, ...sounds }))
const pictureRows = new Map(Object.entries(pictures))
const soundRows = new Map(Object.entries(sounds))

/** Object types of RFC 6381 in "mp4a": MPEG-1 and MPEG-2 audio, AC-3 and E-AC-3 (mp4ra.org). */
const MP4A_TYPES: [RegExp, string][] = [
  [/^mp4a\.(?:40\.3[2-4]|69|6b)$/, 'mp3'],
  [/^mp4a\.a5$/, 'ac-3'],
  [/^mp4a\.a6$/, 'ec-3'],
]

export function codecFamily(codec: string | null): string | null {
  // MP4 also has the sample entry ".mp3". Some sites add the profile in words: "H264 High".
  const name = codec?.trim().toLowerCase().replace(/^\./, '') ?? ''
  const typed = MP4A_TYPES.find(([type]) => type.test(name))
  if (typed) return typed[1]
  const head = name.replace(/^h\.(?=26)/, 'h').split(/[. ]/)[0]
  if (!head) return null
  const known = [...codecs].find(
    ([family, { ffmpeg, aliases }]) => family === head || ffmpeg === head || aliases.includes(head),
  )
  return known?.[0] ?? head
}

/** Undefined for a codec without a row. */
export const codecRow = (codec: string | null) => codecs.get(codecFamily(codec) ?? '')
export const pictureRow = (codec: string | null) => pictureRows.get(codecFamily(codec) ?? '')
export const soundRow = (codec: string | null) => soundRows.get(codecFamily(codec) ?? '')

export function ffmpegCodec(codec: string): string {
  return codecRow(codec)?.ffmpeg ?? codecFamily(codec) ?? codec
}

export const codecName = (codec: string | null): string | undefined => codecRow(codec)?.name

export const decodersOf = (rows: Readonly<Record<string, Codec>>): string[] =>
  Object.values(rows).flatMap(({ decoders }) => decoders)
