import type { Format } from '#contract/api.ts'
import { isMadeMp3, linesOf, type Wish } from './wish.ts'

/** The formats behind the two buttons above the list. */
export type Picks = {
  best: Format
  /** The best format of the other kind: the sound beside a video, the video beside a sound. */
  other: Format | null
}

/** The tallest video that is not taller than `height`; if all are taller, the smallest. */
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

/** Sound files that play on every device. */
const COMMON_SOUND = new Set(['m4a', 'mp3'])

/** The sound with the wanted bitrate or extension; else the first original that plays on every device. */
function soundOf(sounds: readonly Format[], ext: string | null, kbps: number | null): Format | undefined {
  const made = kbps === null ? undefined : sounds.find((one) => isMadeMp3(one) && one.abr === kbps)
  const originals = sounds.filter((one) => !isMadeMp3(one))
  return (
    made ??
    originals.find((one) => one.ext === ext) ??
    originals.find((one) => COMMON_SOUND.has(one.ext)) ??
    sounds[0]
  )
}

/**
 * Chooses the formats of the two buttons.
 * @param formats in the order of the list, best first
 * @param wish the kind of file that the visitor wants; null for the suggestion of the server
 * @returns null without formats
 */
export function picksOf(formats: readonly Format[], wish: Wish | null): Picks | null {
  const suggested = formats.find((one) => one.suggested) ?? formats[0]
  if (!suggested) return null
  const sounds = formats.filter((one) => one.is_audio_only)
  const videos = formats.filter((one) => !one.is_audio_only)
  const video = videoOf(videos, wish?.kind === 'video' ? wish.height : null, wish?.ext ?? null)
  const sound = soundOf(
    sounds,
    wish?.kind === 'sound' ? wish.ext : null,
    wish?.kind === 'sound' ? wish.kbps : null,
  )
  const wanted = wish?.kind === 'sound' ? sound : wish?.kind === 'video' ? video : suggested
  const best = wanted ?? suggested
  return { best, other: (best.is_audio_only ? video : sound) ?? null }
}
