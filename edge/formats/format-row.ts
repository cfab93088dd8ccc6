import { codecFamily, codecName } from '#contract/codecs.ts'
import {
  hasTrait,
  type Extraction,
  type MergePlan,
  type Rendition,
  type RenditionRef,
  type Trait,
} from '#contract/engine.ts'
import type { Track } from './containers.ts'

/**
 * How the file of a row is made: it is the rendition's own link, or a merger makes it by a plan. `play` is an
 * HLS playlist with video and audio that plays before the file is made.
 */
export type Make = { by: 'link'; rendition: Rendition } | { by: 'plan'; plan: MergePlan; play?: Rendition }
/** `both`: video with audio; `video`: without audio; `audio`: without video. */
export type Group = 'both' | 'video' | 'audio'

/** One choice of the visitor before its links are granted. */
export type FormatRow = {
  make: Make
  group: Group
  /** Lines of the video ("1080p"); null if unknown. */
  height: number | null
  container: string
  /** Codec family (contract/codecs.ts) of the video, or of the audio in the group `audio`. */
  codec: string | null
  /** BCP 47 language of a dub; null for the original audio. */
  language: string | null
  /** False for a dub, which gets a label with its language. */
  original: boolean
  hdr: boolean
  fps: number | null
  /** `about` marks an estimate. */
  size: { bytes: number | null; about: boolean }
  /** Kilobits per second. */
  tbr: number | null
  abr: number | null
  vbr: number | null
  /** "1080p", "2048 × 1365" for a picture, or null. */
  resolution: string | null
  /** What sets the picture or the sound apart from an ordinary one. */
  traits: readonly string[]
  /** See `keyOf`. */
  key: string
  suggested?: boolean
  converted?: boolean
  note?: string
}

const IMAGES = new Set(['jpg', 'jpeg', 'png', 'webp', 'avif', 'gif'])

/** The shorter side in pixels: a 1080x1920 video is called 1080p too. */
export function linesOf({ width, height }: Rendition): number | null {
  if (!height) return null
  return width ? Math.min(width, height) : height
}

/** "1080p"; for a picture its size in pixels, "2048 × 1365"; null if unknown. */
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

/** Size of a rendition that lasts `seconds`; an estimate from its bitrate is marked. */
export function sizeOf(rendition: Rendition, seconds: number | null): FormatRow['size'] {
  const { filesize, filesize_approx, tbr, abr } = rendition
  if (filesize !== null) return { bytes: filesize, about: false }
  const kbps = tbr ?? (rendition.kind === 'audio' ? abr : null)
  const estimate = kbps !== null && seconds !== null ? bytesOf(kbps, seconds) : null
  const bytes = filesize_approx ?? estimate
  return { bytes, about: bytes !== null }
}

/** Bytes of `seconds` of media at a bitrate: a kilobit is 125 bytes. */
export const bytesOf = (kbps: number, seconds: number): number => Math.round(kbps * seconds * 125)

/** Bitrate of the audio in kbps; null if unknown. */
export const audioRate = (rendition: Rendition): number | null =>
  rendition.abr ?? (rendition.kind === 'audio' ? rendition.tbr : null)

/** The sum; null if any of the numbers is unknown. */
export function sum(...numbers: (number | null)[]): number | null {
  return numbers.every((number) => number !== null) ? numbers.reduce((a, b) => a + b, 0) : null
}

/** Bitrates of one file can differ by a few percent between two extractions; its key must not. */
const KEY_RATES = [32, 48, 64, 96, 128, 160, 192, 256, 320]
const nearestRate = (kbps: number) =>
  KEY_RATES.reduce((best, rate) => (Math.abs(rate - kbps) < Math.abs(best - kbps) ? rate : best))

/** Traits that make another choice of the same height or bitrate, for the key of a format. */
const CHOICES: Partial<Record<Trait, string>> = {
  post_sound: 'song',
  surround: 'surround',
  upscaled: 'upscaled',
}

/** Names the choices among formats of the same height or bitrate: "-surround"; empty for an ordinary one. */
export const choiceOf = (row: Pick<FormatRow, 'traits'>): string =>
  (Object.keys(CHOICES) as Trait[])
    .filter((trait) => hasTrait(row, trait))
    .map((trait) => `-${CHOICES[trait]}`)
    .join('')

/**
 * Identifies a format across extractions, whose links differ: group, height or bitrate, container, codec and
 * traits, language. The page finds the format of an expired link by its key.
 */
export function keyOf(row: Omit<FormatRow, 'key'>): string {
  const amount = row.group === 'audio' ? row.abr && nearestRate(row.abr) : row.height
  // An MP3 that we convert is not the same choice as an MP3 of the site.
  const codec = row.converted ? 'converted' : `${row.codec ?? ''}${row.hdr ? '-hdr' : ''}`
  return [row.group, amount ?? '', row.container, `${codec}${choiceOf(row)}`, row.language ?? ''].join(':')
}

/** "1080p MP4", "Audio M4A 128 kbps", "MP4 (quality unknown)". */
export function labelOf(row: FormatRow): string {
  const container = row.container.toUpperCase()
  if (row.group === 'audio') return `Audio ${container}${row.abr ? ` ${Math.round(row.abr)} kbps` : ''}`
  if (row.container === 'gif') return 'Animated GIF'
  if (IMAGES.has(row.container)) return `Image ${container}`
  return row.height ? `${row.height}p ${container}` : `${container} (quality unknown)`
}

const LANGUAGE_NAMES = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' })

/** "German" for "de"; a code that is not BCP 47 stays as it is. */
export function languageName(code: string): string {
  try {
    return LANGUAGE_NAMES.of(code) ?? code
  } catch {
    return code // Intl throws a RangeError for a site's own codes, such as "de_dub".
  }
}

/** Codecs that play in fewer places than H.264, AAC and MP3, so the note names them. */
const NOTED_VIDEO = new Set(['hvc1', 'av01', 'vp9', 'vp8'])
const NOTED_AUDIO = new Set(['opus', 'ac-3', 'ec-3'])

/** Traits that the note of a row names, in their order. */
const NOTED_TRAITS: [Trait, string][] = [
  ['preview', 'preview only'],
  ['incomplete', 'incomplete'],
  ['post_sound', 'the song that this post uses'],
  ['surround', 'surround sound'],
  ['upscaled', 'enlarged by the site'],
  ['spherical', '360°'],
  ['premium', 'higher bitrate'],
]

/** "dubbed: German", "audio description: English"; undefined for the original sound. */
function trackNoteOf(row: FormatRow): string | undefined {
  if (hasTrait(row, 'audio_description')) {
    // YouTube's language codes of these tracks end with "-desc".
    const language = row.language?.replace(/-desc$/, '')
    return language ? `audio description: ${languageName(language)}` : 'audio description'
  }
  return row.original || !row.language ? undefined : `dubbed: ${languageName(row.language)}`
}

/** Short facts behind the label: "HDR, 60 fps, AV1, dubbed: German"; undefined if there are none. */
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

/** The fields that all plans of an extraction share. */
export function planBase(extraction: Extraction): Pick<MergePlan, 'source_url' | 'item'> {
  return { source_url: extraction.source_url, ...(extraction.part && { item: extraction.part.index }) }
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
 * The rank of a sound to be merged or converted: stereo first, because browsers and MP3 do not keep surround
 * sound; then by bitrate.
 */
export const soundRank = (audio: Rendition): number =>
  (hasTrait(audio, 'surround') ? 0 : 1e7) + (audioRate(audio) ?? 0)

/** The audio rendition of the highest rank for each language, the original's first. */
export function bestByLanguage(audios: Rendition[], rank: (audio: Rendition) => number): Rendition[] {
  const best = new Map<string, Rendition>()
  for (const audio of audios) {
    const language = audio.original ? '' : (audio.language ?? '?')
    const known = best.get(language)
    // yt-dlp sorts from worst to best, so the later one of equals wins.
    if (!known || rank(audio) >= rank(known)) best.set(language, audio)
  }
  const original = best.get('')
  best.delete('')
  return [...(original ? [original] : []), ...best.values()]
}
