import type { Format } from '#contract/api.ts'
import { linesOf } from '../../content/display.ts'
import { isMadeMp3, type RequestedFormat } from './requested-format.ts'

export type Picks = {
  best: Format
  other: Format | null
}

/** Silent videos count only where no video has sound. A height that is missing becomes the next lower one. */
function videoOf(videos: readonly Format[], height: number | null, ext: string | null): Format | undefined {
  const withSound = videos.filter((one) => one.has_audio)
  const pool = withSound.length > 0 ? withSound : videos
  const heights = pool.flatMap((one) => linesOf(one) ?? [])
  if (height === null || heights.length === 0) return pool.find((one) => one.suggested) ?? pool[0]
  const low = heights.filter((one) => one <= height)
  const chosen = low.length > 0 ? Math.max(...low) : Math.min(...heights)
  const same = pool.filter((one) => linesOf(one) === chosen)
  return (
    same.find((one) => one.suggested && one.ext === (ext ?? one.ext)) ??
    same.find((one) => one.ext === ext) ??
    same[0]
  )
}

const COMMON_SOUND = new Set(['m4a', 'mp3'])

function soundOf(sounds: readonly Format[], ext: string | null, kbps: number | null): Format | undefined {
  const made = kbps === null ? undefined : sounds.find((one) => isMadeMp3(one) && one.abr === kbps)
  const originals = sounds.filter((one) => !one.converted)
  return (
    made ??
    originals.find((one) => one.ext === ext) ??
    sounds.find((one) => one.ext === ext && !isMadeMp3(one)) ??
    originals.find((one) => COMMON_SOUND.has(one.ext)) ??
    sounds[0]
  )
}

/** The best MP3 whose rate is not above that of the source; null if the sound is an MP3 already. */
export function mp3Of(formats: readonly Format[], sound: Format): Format | null {
  if (sound.ext === 'mp3') return null
  const mp3s = formats.filter(isMadeMp3).toSorted((a, b) => (b.abr ?? 0) - (a.abr ?? 0))
  return mp3s.find((one) => !one.above_source) ?? mp3s.at(-1) ?? null
}

export function picksOf(formats: readonly Format[], requested: RequestedFormat | null): Picks | null {
  const suggested = formats.find((one) => one.suggested) ?? formats[0]
  if (!suggested) return null
  const sounds = formats.filter((one) => one.is_audio_only)
  const videos = formats.filter((one) => !one.is_audio_only)
  const video = videoOf(videos, requested?.kind === 'video' ? requested.height : null, requested?.ext ?? null)
  const sound = soundOf(
    sounds,
    requested?.kind === 'sound' ? requested.ext : null,
    requested?.kind === 'sound' ? requested.kbps : null,
  )
  const best = (requested && { video, sound }[requested.kind]) ?? suggested
  return { best, other: (best.is_audio_only ? video : sound) ?? null }
}
