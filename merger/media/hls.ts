import { Failure } from '#contract/failure.ts'
import type { Expected } from './expected-duration.ts'

/** Even a four-hour playlist with one-second segments and 1,000-byte links is shorter. */
export const MAX_PLAYLIST_BYTES = 16 * 1024 ** 2
const MAX_LINE = 16 * 1024
const MAX_URLS = 20_000
const MAX_TAG = 16 * 1024

/** On a crafted text, a regular expression over the whole text could take quadratic time. */
export function listedLength(text: string): Expected | null {
  return text.trimStart().startsWith('#EXTM3U') ? hlsLength(linesOf(text)) : dashLength(text)
}

/** RFC 8216, section 4.3.2.3. */
export function hasDiscontinuity(text: string): boolean {
  return text.split('\n').some((line) => line.trimEnd() === '#EXT-X-DISCONTINUITY')
}

function linesOf(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trimEnd())
  const urls = lines.filter((line) => line !== '' && !line.startsWith('#'))
  if (urls.length > MAX_URLS || lines.some(({ length }) => length > MAX_LINE))
    throw new Failure('too_big', { cause: 'playlist' })
  return lines
}

function hlsLength(lines: string[]): Expected | null {
  if (lines.some((line) => line.startsWith('#EXT-X-STREAM-INF'))) return null
  const isProtected = (line: string) =>
    line.startsWith('#EXT-X-KEY:') && (line.includes('METHOD=SAMPLE-AES') || line.includes('KEYFORMAT="com.'))
  if (lines.some(isProtected)) throw new Failure('drm')
  const lengths = lines.flatMap((line) => /^#EXTINF:\s*([\d.]+)/.exec(line)?.[1] ?? [])
  if (lengths.length === 0) throw new Failure('no_media')
  if (!lines.some((line) => line.startsWith('#EXT-X-ENDLIST'))) throw new Failure('live')
  const seconds = lengths.reduce((total, length) => total + Number(length), 0)
  if (!Number.isFinite(seconds)) return null
  // Old playlists round the duration of each segment to whole seconds. So the sum of the durations may be
  // wrong by up to half a second for each segment.
  const isRounded = lengths.every((length) => !length.includes('.'))
  return { seconds, slack: isRounded ? Math.max(1, lengths.length / 2) : 1 }
}

function dashLength(text: string): Expected | null {
  const start = text.indexOf('<MPD')
  const end = text.indexOf('>', start)
  const tag = start < 0 || end < 0 ? '' : text.slice(start, Math.min(end, start + MAX_TAG))
  if (/\stype="dynamic"/.test(tag)) throw new Failure('live')
  const [, duration = ''] = /\smediaPresentationDuration="([^"]{1,64})"/.exec(tag) ?? []
  const [, hours, minutes, seconds] =
    /^P(?:0+[YMD])*T(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?$/.exec(duration) ?? []
  const total = Number(hours ?? 0) * 3_600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0)
  return total > 0 && Number.isFinite(total) ? { seconds: total, slack: 1 } : null
}
