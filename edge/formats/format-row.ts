import { linesOf } from '#contract/lines.ts'
import { codecFamily, codecName } from '#contract/codecs.ts'
import { hasTrait, type Extraction, type Rendition, type Trait } from '#contract/engine/extraction.ts'
import type { MergePlan, RenditionRef } from '#contract/engine/merge.ts'
import { titleMark } from '#contract/title-mark.ts'
import type { Track } from './containers.ts'

/** `play` is an HLS playlist of the same media, which the page can play before the file exists. */
export type Make = { by: 'link'; rendition: Rendition } | { by: 'plan'; plan: MergePlan; play?: Rendition }
export type Group = 'both' | 'video' | 'audio'

export type FormatRow = {
  make: Make
  group: Group
  height: number | null
  container: string
  /** The audio codec in the group `audio`, else the video codec. */
  codec: string | null
  /** BCP 47 language of a dub; null for the original audio. */
  language: string | null
  original: boolean
  hdr: boolean
  fps: number | null
  size: { bytes: number | null; about: boolean }
  /** kilobits per second */
  tbr: number | null
  abr: number | null
  vbr: number | null
  resolution: string | null
  traits: readonly string[]
  key: string
  suggested?: boolean
  converted?: boolean
  note?: string
}

const IMAGES = new Set(['jpg', 'jpeg', 'png', 'webp', 'avif', 'gif'])

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

export function sizeOf(rendition: Rendition, seconds: number | null): FormatRow['size'] {
  const { filesize, filesize_approx, tbr, abr } = rendition
  if (filesize !== null) return { bytes: filesize, about: false }
  const kbps = tbr ?? (rendition.kind === 'audio' ? abr : null)
  const estimate = kbps !== null && seconds !== null ? bytesOf(kbps, seconds) : null
  const bytes = filesize_approx ?? estimate
  return { bytes, about: bytes !== null }
}

/** A kilobit is 125 bytes. */
export const bytesOf = (kbps: number, seconds: number): number => Math.round(kbps * seconds * 125)

export const audioRate = (rendition: Rendition): number | null =>
  rendition.abr ?? (rendition.kind === 'audio' ? rendition.tbr : null)

export function sum(...numbers: (number | null)[]): number | null {
  return numbers.every((number) => number !== null) ? numbers.reduce((a, b) => a + b, 0) : null
}

/**
 * A format must have the same key in every extraction, but its bitrate can differ by a few percent. So the
 * key contains the nearest of these (kilobits per second).
 */
const KEY_RATES = [32, 48, 64, 96, 128, 160, 192, 256, 320]
const nearestRate = (kbps: number) =>
  KEY_RATES.reduce((best, rate) => (Math.abs(rate - kbps) < Math.abs(best - kbps) ? rate : best))

/**
 * Two formats that differ in one of these traits both stay in the list. The values stand in the format key.
 */
const CHOICES: Partial<Record<Trait, string>> = {
  post_sound: 'song',
  surround: 'surround',
  upscaled: 'upscaled',
}

export const choiceOf = (row: Pick<FormatRow, 'traits'>): string =>
  (Object.keys(CHOICES) as Trait[])
    .filter((trait) => hasTrait(row, trait))
    .map((trait) => `-${CHOICES[trait]}`)
    .join('')

/** After a link has expired, the page uses the key to find the same format in a new extraction. */
export function keyOf(row: Omit<FormatRow, 'key'>): string {
  const amount = row.group === 'audio' ? row.abr && nearestRate(row.abr) : row.height
  // An MP3 that the merger makes by conversion gets another key than an MP3 that the site offers.
  const codec = row.converted ? 'converted' : `${row.codec ?? ''}${row.hdr ? '-hdr' : ''}`
  return [row.group, amount ?? '', row.container, `${codec}${choiceOf(row)}`, row.language ?? ''].join(':')
}

export function labelOf(row: FormatRow): string {
  const container = row.container.toUpperCase()
  if (row.group === 'audio') return `Audio ${container}${row.abr ? ` ${Math.round(row.abr)} kbps` : ''}`
  if (row.container === 'gif') return 'Animated GIF'
  if (IMAGES.has(row.container)) return `Image ${container}`
  return row.height ? `${row.height}p ${container}` : `${container} (quality unknown)`
}

const LANGUAGE_NAMES = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' })

export function languageName(code: string): string {
  try {
    return LANGUAGE_NAMES.of(code) ?? code
  } catch {
    // Some sites use language codes of their own, such as "de_dub". Intl throws a RangeError for them.
    return code
  }
}

/** Codecs that fewer players support than H.264, AAC and MP3. */
const NOTED_VIDEO = new Set(['hvc1', 'av01', 'vp9', 'vp8'])
const NOTED_AUDIO = new Set(['opus', 'ac-3', 'ec-3'])

const NOTED_TRAITS: [Trait, string][] = [
  ['preview', 'preview only'],
  ['incomplete', 'incomplete'],
  ['post_sound', 'the song that this post uses'],
  ['surround', 'surround sound'],
  ['upscaled', 'enlarged by the site'],
  ['spherical', '360°'],
  ['premium', 'higher bitrate'],
]

function trackNoteOf(row: FormatRow): string | undefined {
  if (hasTrait(row, 'audio_description')) {
    // YouTube appends "-desc" to the language code of an audio description.
    const language = row.language?.replace(/-desc$/, '')
    return language ? `audio description: ${languageName(language)}` : 'audio description'
  }
  return row.original || !row.language ? undefined : `dubbed: ${languageName(row.language)}`
}

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

/** Stereo outranks surround sound, because browsers and MP3 reduce surround sound to stereo. */
export const soundRank = (audio: Rendition): number =>
  (hasTrait(audio, 'surround') ? 0 : 1e7) + (audioRate(audio) ?? 0)

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
