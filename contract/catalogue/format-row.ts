import type { Format } from '../api.ts'
import { linesOf } from '../lines.ts'
import { codecFamily } from '../codecs/codecs.ts'
import { hasTrait, type Extraction, type Rendition, type Trait } from '../engine/extraction.ts'
import type { StreamKind } from '../engine/kinds.ts'
import type { MergePlan } from '../engine/merge.ts'
import { isImageFile } from '../media-types.ts'
import { titleMark } from '../title-mark.ts'
import { isLossless, SOUND_KBPS } from '../sound.ts'
import type { Track } from './containers.ts'

/** `play` is an HLS playlist of the same media, which the page can play before the file exists. */
type Make = { by: 'link'; rendition: Rendition } | { by: 'plan'; plan: MergePlan; play?: Rendition }
export interface FormatRow extends Omit<
  Format,
  'url' | 'play_url' | 'label' | 'note' | 'is_audio_only' | 'has_audio'
> {
  filesize: number | null
  tbr: number | null
  abr: number | null
  vbr: number | null
  /** yt-dlp's id of the stream that decides the quality. */
  id: string
  make: Make
  group: StreamKind
  height: number | null
  /** The audio codec in the group `audio`, else the video codec. */
  codec: string | null
  /** BCP 47 language of a dub; null for the original audio. */
  language: string | null
  original: boolean
  hdr: boolean
  fps: number | null
  traits: readonly string[]
  /** Name of a version of the picture, such as another cut; null if the site names none. */
  version: string | null
  isLossless: boolean
  /** BCP 47 language of a second track of sound. */
  second?: string
  /** Kilobits per second of the source of a conversion with `above_source`, where they are known. */
  sourceKbps?: number
  name: string | null
  /** Nothing but its name tells the format from others. */
  isOneOfMany?: boolean
}

export function resolutionOf(video: Rendition): string | null {
  const { width, height, container } = video
  if (isImageFile(container)) return width && height ? `${width} × ${height}` : null
  return linesOf(video) === null ? null : `${linesOf(video)}p`
}

export const audioRate = ({ kind, abr, tbr }: Rendition): number | null =>
  abr ?? { video: null, audio: tbr, both: null }[kind]

/**
 * A format must have the same key in every extraction, but its bitrate can differ by a few percent. So the
 * key contains the nearest of these (kilobits per second).
 */
export const KEY_RATES = [32, 48, 64, 96, 128, 160, 192, 256, 320]
const nearestRate = (kbps: number) =>
  KEY_RATES.reduce((best, rate) => (Math.abs(rate - kbps) < Math.abs(best - kbps) ? rate : best))

/**
 * Two formats that differ in one of these traits both stay in the list. The values stand in the format key.
 */
const CHOICES: Partial<Record<Trait, string>> = {
  post_sound: 'song',
  surround: 'surround',
  upscaled: 'upscaled',
  premium: 'premium',
  audio_description: 'described',
}

export const choiceOf = (row: Pick<FormatRow, 'traits' | 'version' | 'isLossless' | 'second'>): string => {
  const traits = (Object.keys(CHOICES) as Trait[]).filter((trait) => hasTrait(row, trait))
  const version = row.version?.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
  const second = row.second && `with-${row.second}`
  return [...traits.map((trait) => CHOICES[trait]), version, row.isLossless && 'lossless', second]
    .filter(Boolean)
    .map((choice) => `-${choice}`)
    .join('')
}

export const amountOf = ({
  group,
  height,
  abr,
}: Pick<FormatRow, 'group' | 'height' | 'abr'>): number | null =>
  ({ video: height, audio: abr, both: height })[group]

/** After a link has expired, the page uses the key to find the same format in a new extraction. */
export function keyOf(row: Omit<FormatRow, 'key'>): string {
  const amount = amountOf({ ...row, abr: row.abr && nearestRate(row.abr) })
  // An MP3 that the merger makes by conversion gets another key than an MP3 that the site offers.
  const codec = row.converted ? 'converted' : `${row.codec ?? ''}${row.hdr ? '-hdr' : ''}`
  return [row.group, amount ?? '', row.ext, `${codec}${choiceOf(row)}`, row.language ?? ''].join(':')
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
  (hasTrait(audio, 'surround') ? 0 : 1e7) + (audioRate(audio) ?? SOUND_KBPS)

export const isLosslessSound = (audio: Rendition): boolean => isLossless(audioTrack(audio))

export function bestByLanguage(audios: Rendition[], rank: (audio: Rendition) => number): Rendition[] {
  const best = new Map<string, Rendition>()
  for (const audio of audios) {
    const described = hasTrait(audio, 'audio_description') ? ' described' : ''
    const language = audio.original ? '' : `${audio.language ?? '?'}${described}`
    const known = best.get(language)
    // yt-dlp sorts renditions from worst to best. If two ranks are equal, the later rendition wins.
    if (!known || rank(audio) >= rank(known)) best.set(language, audio)
  }
  const original = best.get('')
  best.delete('')
  return [...(original ? [original] : []), ...best.values()]
}
