import type { Extraction, MergePlan, Rendition, RenditionRef } from '#contract/engine.ts'
import { codecFamily, codecName } from './codecs.ts'

// The vocabulary of formats.ts: a row is one choice before its links are made.

/** How a row becomes a file: the media link as it is, or a plan for a merger; `play` is an HLS playlist that plays at once,
 * with its sound. */
export type Make = { by: 'link'; rendition: Rendition } | { by: 'plan'; plan: MergePlan; play?: Rendition }
export type Group = 'both' | 'video' | 'audio'

export type Row = {
  make: Make
  group: Group
  /** Lines of the picture as people name them ("1080p"); null = unknown. */
  height: number | null
  container: string
  codec: string | null
  language: string | null
  /** Languages beside the original's are labelled. */
  original: boolean
  hdr: boolean
  fps: number | null
  size: { bytes: number | null; about: boolean }
  tbr: number | null
  abr: number | null
  vbr: number | null
  resolution: string | null
  key: string
  suggested?: boolean
  converted?: boolean
  note?: string
}

/** The shorter side: a 1080x1920 video is called 1080p too. */
export function linesOf({ width, height }: Rendition): number | null {
  if (!height) return null
  return width ? Math.min(width, height) : height
}

export function refOf(rendition: Rendition): RenditionRef {
  const { id, kind, height, container, language } = rendition
  const codec = kind === 'audio' ? rendition.acodec : rendition.vcodec
  return { id, kind, height, container, codec, language }
}

/** Bytes of a rendition that lasts `seconds`; what is only reckoned from its rate is marked. */
export function sizeOf(rendition: Rendition, seconds: number | null): Row['size'] {
  const { filesize, filesize_approx, tbr, abr } = rendition
  if (filesize !== null) return { bytes: filesize, about: false }
  const rate = tbr ?? (rendition.kind === 'audio' ? abr : null)
  const reckoned = rate !== null && seconds !== null ? Math.round(rate * seconds * 125) : null
  const bytes = filesize_approx ?? reckoned
  return { bytes, about: bytes !== null }
}

/** The rate of the sound in kbps, as far as it is known. */
export const soundRate = (rendition: Rendition) =>
  rendition.abr ?? (rendition.kind === 'audio' ? rendition.tbr : null)

/** A sum that is unknown when any part is. */
export function sum(...parts: (number | null)[]): number | null {
  return parts.every((part) => part !== null) ? parts.reduce((a, b) => a + b, 0) : null
}

/** Rates that differ by a few percent between two extractions must give one key. */
const RATES = [32, 48, 64, 96, 128, 160, 192, 256, 320]
const steady = (rate: number) => RATES.reduce((a, b) => (Math.abs(b - rate) < Math.abs(a - rate) ? b : a))

/** What a row is, apart from any link: kind, height or rate, container, codec, language. */
export function keyOf(row: Omit<Row, 'key'>): string {
  const amount = row.group === 'audio' ? row.abr && steady(row.abr) : row.height
  // An MP3 we make is another choice than one the site has.
  const codec = row.converted ? 'converted' : `${row.codec ?? ''}${row.hdr ? '-hdr' : ''}`
  return [row.group, amount ?? '', row.container, codec, row.language ?? ''].join(':')
}

/** "1080p MP4", "Audio M4A 128 kbps", "MP4 (quality unknown)". */
export function labelOf(row: Row): string {
  const container = row.container.toUpperCase()
  if (row.group === 'audio') return `Audio ${container}${row.abr ? ` ${Math.round(row.abr)} kbps` : ''}`
  if (row.container === 'gif') return 'Animated GIF'
  if (PICTURES.has(row.container)) return `Image ${container}`
  return row.height ? `${row.height}p ${container}` : `${container} (quality unknown)`
}

const PICTURES = new Set(['jpg', 'jpeg', 'png', 'webp', 'avif', 'gif'])

const LANGUAGE_NAMES = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' })

/** "German" for "de"; the code itself where it is none. */
export function languageName(code: string): string {
  try {
    return LANGUAGE_NAMES.of(code) ?? code
  } catch {
    return code // a site's own tag, no BCP 47
  }
}

/** Short facts behind the label. */
export function noteOf(row: Row): string | undefined {
  const facts = [
    row.hdr ? 'HDR' : undefined,
    row.fps && row.fps > 31 ? `${Math.round(row.fps)} fps` : undefined,
    row.group === 'audio' && row.codec !== 'opus' ? undefined : codecName(row.codec),
    row.original || !row.language ? undefined : `dubbed: ${languageName(row.language)}`,
    row.note,
  ]
  return facts.filter(Boolean).join(', ') || undefined
}

/** Fields of a plan that every plan of an extraction shares. */
export function planBase(extraction: Extraction): Pick<MergePlan, 'source_url' | 'item'> {
  return { source_url: extraction.source_url, ...(extraction.part && { item: extraction.part.index }) }
}

/** The family of the codec that a row is known by. */
export const pictureCodec = (rendition: Rendition) => codecFamily(rendition.vcodec)
export const soundCodec = (rendition: Rendition) => codecFamily(rendition.acodec)

/** A row with its key. */
export const finish = (draft: Omit<Row, 'key'>): Row => ({ ...draft, key: keyOf(draft) })

/** A sound as containers see it. */
export const soundStream = (one: Rendition) => ({ container: one.container, codec: soundCodec(one) })

/** The best sound of each language by a rank, the original's first. */
export function bestByLanguage(sounds: Rendition[], rank: (sound: Rendition) => number): Rendition[] {
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
