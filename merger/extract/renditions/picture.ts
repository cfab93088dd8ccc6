import type { Rendition } from '#contract/engine/extraction.ts'
import { RUNGS } from '#contract/lines.ts'
import type { FormatFacts, Info } from '../../ytdlp/facts.ts'

type Picture = Pick<Rendition, 'width' | 'height' | 'lines' | 'fps' | 'hdr'>

export const NO_PICTURE: Picture = { width: null, height: null, lines: null, fps: null, hdr: false }

/** What the site says about the picture in any of yt-dlp's fields. */
export function pictureOf(format: FormatFacts, { extractor }: Info): Picture {
  const [, width, height] = /(\d{2,5})\s*[x×]\s*(\d{2,5})/.exec(format.resolution ?? '') ?? []
  return {
    width: format.width || Number(width) || null,
    height: format.height || Number(height) || null,
    lines: qualityName(format) ?? (/^odnoklassniki/i.test(extractor) ? okName(format) : null),
    fps: format.fps && format.fps <= MOST_FPS ? usualRate(format.fps) : null,
    hdr: isHdr(format),
  }
}

const NAMED = /(?:^|[^\d.])(\d{3,4})[pi](?:\d{2,3})?(?![a-z\d])/i
const KILO = /(?:^|[^a-z\d])([248])k(?:\d{2,3})?(?![a-z\d])/i
const KILO_LINES = new Map([
  ['2', 1_440],
  ['4', 2_160],
  ['8', 4_320],
])

const OK_LINES = new Map(
  Object.entries({
    mobile: 144,
    lowest: 240,
    low: 360,
    sd: 480,
    hd: 720,
    full: 1_080,
    quad: 1_440,
    ultra: 2_160,
  }),
)
const okName = ({ format_id }: FormatFacts) => OK_LINES.get(format_id) ?? null

/** Such as 1080 for the note "1080p60 HDR" or the id "h264_1080p". */
function qualityName(format: FormatFacts): number | null {
  const { format_note, format_id, resolution, tbr } = format
  for (const text of [format_note, resolution, format_id]) {
    const named = Number(NAMED.exec(text ?? '')?.[1])
    if (named) return named
    const kilo = KILO_LINES.get(KILO.exec(text ?? '')?.[1] ?? '')
    if (kilo) return kilo
  }
  // yt-dlp names HLS formats after their bitrate.
  const bare = Number(/(?:^|[-_])(\d{3,4})$/.exec(format_id)?.[1])
  return RUNGS.includes(bare) && Math.round(tbr ?? 0) !== bare ? bare : null
}

const RATES = [24, 25, 30, 48, 50, 60, 90, 100, 120, 144, 240]
/** Some files state the ticks of their clock instead, such as 1000 or 90000. */
const MOST_FPS = 480

/** Sites cut 59.94 to 59. */
const usualRate = (fps: number) => RATES.find((rate) => rate >= fps && rate - fps <= rate * 0.02) ?? fps

/** PQ and HLG (ISO/IEC 23091-2, section 8.2). */
const HDR_TRANSFERS = new Set(['16', '18'])

/** Old lists of yt-dlp call every picture SDR; the codec string or the note then says it. */
export function isHdr({ dynamic_range, vcodec, format_note }: FormatFacts): boolean {
  if (dynamic_range !== null && dynamic_range !== 'SDR') return true
  if (/\bHDR(?:10)?\+?|\bdolby vision\b/i.test(format_note ?? '')) return true
  const [name = '', ...parts] = (vcodec ?? '').toLowerCase().split('.')
  if (/^d(?:vh[1e]|va[1v]|av1)$/.test(name)) return true
  if (/^(?:hvc1|hev1)$/.test(name)) return parts[0] === '2'
  if (name === 'av01') return parts[6] === undefined ? parts[2] === '10' : HDR_TRANSFERS.has(parts[6])
  if (/^vp0?9$/.test(name))
    return parts[5] === undefined ? Number(parts[0]) === 2 : HDR_TRANSFERS.has(parts[5])
  return false
}
