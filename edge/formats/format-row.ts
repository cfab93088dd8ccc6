import { linesOf } from '#contract/lines.ts'
import { codecFamily, codecName } from '#contract/codecs.ts'
import { hasTrait, type Extraction, type Rendition, type Trait } from '#contract/engine/extraction.ts'
import type { MergePlan, RenditionRef } from '#contract/engine/merge.ts'
import { titleMark } from '#contract/title-mark.ts'
import type { Track } from './containers.ts'

/**
 * How the file of a format is made. `link`: the media link of the rendition is the file itself. `plan`: a
 * merger makes the file. `play` is an HLS playlist of the same media; the page can play it before the file
 * exists.
 */
export type Make = { by: 'link'; rendition: Rendition } | { by: 'plan'; plan: MergePlan; play?: Rendition }
/** `both`: video with audio; `video`: video without audio; `audio`: audio without video. */
export type Group = 'both' | 'video' | 'audio'

/** One format of the list that the page shows, before its links get grants. */
export type FormatRow = {
  make: Make
  group: Group
  /** Height of the video in lines, for example 1080; null if unknown. */
  height: number | null
  container: string
  /** Codec family (contract/codecs.ts): the audio codec in the group `audio`, else the video codec. */
  codec: string | null
  /** BCP 47 language of a dub; null for the original audio. */
  language: string | null
  /** False if the audio is a dub. */
  original: boolean
  hdr: boolean
  fps: number | null
  /** Size of the file in bytes. `about` is true if this size is an estimate. */
  size: { bytes: number | null; about: boolean }
  /** Bitrates in kilobits per second: total, audio and video. */
  tbr: number | null
  abr: number | null
  vbr: number | null
  /** The resolution: "1080p" for a video, "2048 × 1365" for an image, null if unknown. */
  resolution: string | null
  /**
   * The traits of the renditions (`Trait`), for example `surround`; empty for an ordinary picture and sound.
   */
  traits: readonly string[]
  key: string
  suggested?: boolean
  converted?: boolean
  note?: string
}

const IMAGES = new Set(['jpg', 'jpeg', 'png', 'webp', 'avif', 'gif'])

/**
 * Returns "1080p" for a video, the size in pixels ("2048 × 1365") for an image, and null if the size is
 * unknown.
 */
export function resolutionOf(video: Rendition): string | null {
  const { width, height, container } = video
  if (IMAGES.has(container)) return width && height ? `${width} × ${height}` : null
  return linesOf(video) === null ? null : `${linesOf(video)}p`
}

export function refOf(rendition: Rendition): RenditionRef {
  const { id, kind, height, container, language } = rendition
  const codec = kind === 'audio' ? rendition.acodec : rendition.vcodec
  return { id, kind, height, container, codec, language }
}

/**
 * Returns the size in bytes of a rendition that lasts `seconds`. `about` is true if the size is estimated
 * from the bitrate.
 */
export function sizeOf(rendition: Rendition, seconds: number | null): FormatRow['size'] {
  const { filesize, filesize_approx, tbr, abr } = rendition
  if (filesize !== null) return { bytes: filesize, about: false }
  const kbps = tbr ?? (rendition.kind === 'audio' ? abr : null)
  const estimate = kbps !== null && seconds !== null ? bytesOf(kbps, seconds) : null
  const bytes = filesize_approx ?? estimate
  return { bytes, about: bytes !== null }
}

/**
 * Returns the size in bytes of media that lasts `seconds` at a bitrate in kilobits per second. A kilobit is
 * 125 bytes.
 */
export const bytesOf = (kbps: number, seconds: number): number => Math.round(kbps * seconds * 125)

/** Returns the bitrate of the audio in kilobits per second; null if unknown. */
export const audioRate = (rendition: Rendition): number | null =>
  rendition.abr ?? (rendition.kind === 'audio' ? rendition.tbr : null)

/** Returns the sum of the numbers, or null if one of them is null. */
export function sum(...numbers: (number | null)[]): number | null {
  return numbers.every((number) => number !== null) ? numbers.reduce((a, b) => a + b, 0) : null
}

/**
 * The bitrates, in kilobits per second, that a format key can contain. A format must have the same key in
 * every extraction, but its bitrate can differ by a few percent. So the key contains the nearest bitrate of
 * this list.
 */
const KEY_RATES = [32, 48, 64, 96, 128, 160, 192, 256, 320]
const nearestRate = (kbps: number) =>
  KEY_RATES.reduce((best, rate) => (Math.abs(rate - kbps) < Math.abs(best - kbps) ? rate : best))

/**
 * If two formats differ in one of these traits, both stay in the list, even with the same height or bitrate.
 * Each trait is listed with the word that stands for it in the format key.
 */
const CHOICES: Partial<Record<Trait, string>> = {
  post_sound: 'song',
  surround: 'surround',
  upscaled: 'upscaled',
}

/**
 * Returns the part of the format key for the traits in `CHOICES`, for example "-surround". It is empty for an
 * ordinary format.
 */
export const choiceOf = (row: Pick<FormatRow, 'traits'>): string =>
  (Object.keys(CHOICES) as Trait[])
    .filter((trait) => hasTrait(row, trait))
    .map((trait) => `-${CHOICES[trait]}`)
    .join('')

/**
 * Returns the format key: group, height or bitrate, container, codec, traits and language. After a link has
 * expired, the page uses the key to find the same format in a new extraction.
 */
export function keyOf(row: Omit<FormatRow, 'key'>): string {
  const amount = row.group === 'audio' ? row.abr && nearestRate(row.abr) : row.height
  // An MP3 that the merger makes by conversion gets another key than an MP3 that the site offers.
  const codec = row.converted ? 'converted' : `${row.codec ?? ''}${row.hdr ? '-hdr' : ''}`
  return [row.group, amount ?? '', row.container, `${codec}${choiceOf(row)}`, row.language ?? ''].join(':')
}

/** Returns the label of a format: "1080p MP4", "Audio M4A 128 kbps", "MP4 (quality unknown)". */
export function labelOf(row: FormatRow): string {
  const container = row.container.toUpperCase()
  if (row.group === 'audio') return `Audio ${container}${row.abr ? ` ${Math.round(row.abr)} kbps` : ''}`
  if (row.container === 'gif') return 'Animated GIF'
  if (IMAGES.has(row.container)) return `Image ${container}`
  return row.height ? `${row.height}p ${container}` : `${container} (quality unknown)`
}

const LANGUAGE_NAMES = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' })

/**
 * Returns the English name of a language code: "German" for "de". Returns an invalid code unchanged.
 */
export function languageName(code: string): string {
  try {
    return LANGUAGE_NAMES.of(code) ?? code
  } catch {
    // Some sites use language codes of their own, such as "de_dub". Intl throws a RangeError for them.
    return code
  }
}

/** Codecs that fewer players support than H.264, AAC and MP3. The note beside a format names them. */
const NOTED_VIDEO = new Set(['hvc1', 'av01', 'vp9', 'vp8'])
const NOTED_AUDIO = new Set(['opus', 'ac-3', 'ec-3'])

/** Pairs of a trait and its text in the note beside a format. The note shows the texts in this order. */
const NOTED_TRAITS: [Trait, string][] = [
  ['preview', 'preview only'],
  ['incomplete', 'incomplete'],
  ['post_sound', 'the song that this post uses'],
  ['surround', 'surround sound'],
  ['upscaled', 'enlarged by the site'],
  ['spherical', '360°'],
  ['premium', 'higher bitrate'],
]

/**
 * Returns the text of a note about the audio track: "dubbed: German" or "audio description: English". Returns
 * undefined for the original audio.
 */
function trackNoteOf(row: FormatRow): string | undefined {
  if (hasTrait(row, 'audio_description')) {
    // YouTube appends "-desc" to the language code of an audio description.
    const language = row.language?.replace(/-desc$/, '')
    return language ? `audio description: ${languageName(language)}` : 'audio description'
  }
  return row.original || !row.language ? undefined : `dubbed: ${languageName(row.language)}`
}

/**
 * Returns the note of a format, which the page shows beside the label: "HDR, 60 fps, AV1, dubbed: German".
 * Returns undefined if there is nothing to note.
 */
export function noteOf(row: FormatRow): string | undefined {
  const noted = row.group === 'audio' ? NOTED_AUDIO : NOTED_VIDEO
  const facts = [
    ...NOTED_TRAITS.map(([trait, note]) => (hasTrait(row, trait) ? note : undefined)),
    row.hdr ? 'HDR' : undefined,
    row.fps && row.fps > 31 ? `${Math.round(row.fps)} fps` : undefined,
    row.codec !== null && noted.has(row.codec) ? codecName(row.codec) : undefined,
    trackNoteOf(row),
    row.note,
  ]
  return facts.filter(Boolean).join(', ') || undefined
}

/** Returns the fields that are the same in all merge plans (`MergePlan`) of one extraction. */
export function planBase({
  source_url,
  part,
  title,
  duration,
}: Extraction): Pick<MergePlan, 'source_url' | 'item' | 'chosen'> {
  return part
    ? { source_url, item: part.index, chosen: { title: titleMark(title), duration } }
    : { source_url }
}

export const videoCodec = (rendition: Rendition): string | null => codecFamily(rendition.vcodec)
export const audioCodec = (rendition: Rendition): string | null => codecFamily(rendition.acodec)

export const videoTrack = (rendition: Rendition): Track => ({
  container: rendition.container,
  codec: videoCodec(rendition),
})
export const audioTrack = (rendition: Rendition): Track => ({
  container: rendition.container,
  codec: audioCodec(rendition),
})

export const withKey = (draft: Omit<FormatRow, 'key'>): FormatRow => ({ ...draft, key: keyOf(draft) })

/**
 * Returns the rank of an audio rendition as a source of a merge or a conversion; the highest rank is the
 * best. Stereo outranks surround sound, because browsers and MP3 reduce surround sound to stereo. At the same
 * number of channels, the highest bitrate is the best.
 */
export const soundRank = (audio: Rendition): number =>
  (hasTrait(audio, 'surround') ? 0 : 1e7) + (audioRate(audio) ?? 0)

/** Returns the highest-ranked audio rendition of each language; the original language comes first. */
export function bestByLanguage(audios: Rendition[], rank: (audio: Rendition) => number): Rendition[] {
  const best = new Map<string, Rendition>()
  for (const audio of audios) {
    const language = audio.original ? '' : (audio.language ?? '?')
    const known = best.get(language)
    // yt-dlp sorts renditions from worst to best. If two ranks are equal, the later rendition wins.
    if (!known || rank(audio) >= rank(known)) best.set(language, audio)
  }
  const original = best.get('')
  best.delete('')
  return [...(original ? [original] : []), ...best.values()]
}
