import { Failure } from '../failure.ts'
import { inOrder, MAX_CUES, type Cue } from './cue.ts'
import { clock, readSubtitles } from './read.ts'

export const isPlaylist = (text: string) => text.trimStart().startsWith('#EXTM3U')

/** The links of an HLS playlist (RFC 8216), as they are written. */
export function segmentLinks(playlist: string, most: number): string[] {
  const lines = playlist.split(/\r?\n/).map((line) => line.trim())
  const links = lines.filter((line) => line !== '' && !line.startsWith('#'))
  if (links.length > most) throw new Failure('too_big')
  return links
}

/** Ticks of MPEG-TS: 90,000 a second in 33 bits. */
const TICKS = 90_000
const PERIOD = 2 ** 33 / TICKS

/** X-TIMESTAMP-MAP (RFC 8216, section 3.5) shifts a segment; a cue that spans two segments is in both. */
export function joinSegments(texts: string[]): Cue[] {
  const read: { cues: Cue[] | undefined; shift: number | null }[] = []
  let count = 0
  for (const text of texts) {
    if (count >= MAX_CUES) break
    const cues = readSubtitles(text)
    count += cues?.length ?? 0
    read.push({ cues, shift: shiftOf(text) })
  }
  if (read.every(({ cues }) => cues === undefined)) throw new Failure('media_type')
  const first = read.find(({ shift }) => shift !== null)?.shift ?? 0
  const seen = new Set<string>()
  const all = read.flatMap(({ cues = [], shift }) => {
    const seconds = shift === null ? 0 : unwrapped(shift - first)
    return cues.map((cue) => ({ ...cue, start: cue.start + seconds, end: cue.end + seconds }))
  })
  const single = all.filter((cue) => {
    const key = `${cue.start.toFixed(3)} ${cue.lines.join('\n')}`
    return !seen.has(key) && seen.add(key)
  })
  return inOrder(single)
}

const unwrapped = (seconds: number) => (seconds < -PERIOD / 2 ? seconds + PERIOD : seconds)

/** Seconds from the clock of the segment to that of the stream; null without a map. */
function shiftOf(text: string): number | null {
  const map = /^X-TIMESTAMP-MAP=(.{1,200})$/m.exec(text.slice(0, 500))?.[1]
  const ticks = /MPEGTS:(\d{1,16})/.exec(map ?? '')?.[1]
  if (map === undefined || ticks === undefined) return null
  const local = clock(/LOCAL:([\d:.]{1,20})/.exec(map)?.[1] ?? '')
  return Number(ticks) / TICKS - (local || 0)
}
