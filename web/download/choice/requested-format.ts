import type { Format } from '#contract/api.ts'
import { pageOf } from '#contract/platforms/index.ts'
import { linesOf } from '../../content/display.ts'

export type RequestedFormat =
  | {
      kind: 'video'
      height: number | null
      /** File extension without a dot; null if any extension is fine. */
      ext: string | null
    }
  | {
      kind: 'sound'
      ext: string | null
      /** Bitrate of an MP3 conversion in kilobits per second; null for the original audio. */
      kbps: number | null
    }

/**
 * If a page's title promises an MP3 but states no bitrate, the page requests this bitrate (in kilobits per
 * second).
 */
const DEFAULT_MP3_KBPS = 192
const ULTRA_HD_LINES = 2_160

export const isMadeMp3 = (format: Format): boolean =>
  format.is_audio_only && format.converted === true && format.ext === 'mp3'

export function requestOf(format: Format): RequestedFormat {
  if (!format.is_audio_only) return { kind: 'video', height: linesOf(format), ext: format.ext }
  return { kind: 'sound', ext: format.ext, kbps: isMadeMp3(format) ? (format.abr ?? null) : null }
}

export function requestedByPage(path: string): RequestedFormat | null {
  const found = pageOf(path)
  if (!found) return null
  const title = found.platform.title(found.path)
  const [name = ''] = title.split(' - ')
  const rate = Number(/(\d{1,4}) kbps/i.exec(name)?.[1])
  if (rate || /\bMP3\b/i.test(name)) return { kind: 'sound', ext: 'mp3', kbps: rate || DEFAULT_MP3_KBPS }
  if (/\b(audio|music|sound)\b/i.test(name)) return { kind: 'sound', ext: null, kbps: null }
  if (/\b4K\b/.test(name)) return { kind: 'video', height: ULTRA_HD_LINES, ext: 'mp4' }
  const height = Number(/\b(\d{3,4})p\b/.exec(title)?.[1])
  if (height) return { kind: 'video', height, ext: 'mp4' }
  // On the 4K pages of some platforms, the title promises "Best Quality" instead of 4K. For such a title, the
  // page requests the tallest video up to 4K.
  return /\bBest Quality\b/.test(title) ? { kind: 'video', height: ULTRA_HD_LINES, ext: 'mp4' } : null
}
