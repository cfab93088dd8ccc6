import { Failure } from '#contract/failure.ts'
import type { Expected } from './expected-duration.ts'

/** What an HLS or DASH list says of the whole: how long it lasts, or null when it is only a list of lists. */
export function listedLength(text: string): Expected | null {
  return /^\s*#EXTM3U/.test(text) ? hlsLength(text) : dashLength(text)
}

/** True when the segments come from several recordings, each with a clock of its own (RFC 8216, 4.3.2.3). */
export function hasJumps(text: string): boolean {
  return /^#EXT-X-DISCONTINUITY\s*$/m.test(text)
}

function hlsLength(text: string): Expected | null {
  if (text.includes('#EXT-X-STREAM-INF')) return null
  if (/#EXT-X-KEY:.*(METHOD=SAMPLE-AES|KEYFORMAT="com\.)/.test(text)) throw new Failure('drm')
  const lengths = [...text.matchAll(/^#EXTINF:\s*([\d.]+)/gm)].map(([, seconds]) => seconds ?? '0')
  if (lengths.length === 0) throw new Failure('no_media')
  if (!text.includes('#EXT-X-ENDLIST')) throw new Failure('live')
  const seconds = lengths.reduce((total, length) => total + Number(length), 0)
  // Old lists round each segment to whole seconds.
  const isRounded = lengths.every((length) => !length.includes('.'))
  return { seconds, slack: isRounded ? Math.max(1, lengths.length / 2) : 1 }
}

function dashLength(text: string): Expected | null {
  if (/<MPD[^>]*\stype="dynamic"/.test(text)) throw new Failure('live')
  const [, hours, minutes, seconds] =
    /mediaPresentationDuration="P(?:0+[YMD])*T(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?"/.exec(text) ?? []
  const total = Number(hours ?? 0) * 3_600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0)
  return total > 0 ? { seconds: total, slack: 1 } : null
}
