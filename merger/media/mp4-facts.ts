import { boxAt, boxes, timeHeader, trackFacts, type Box } from './boxes.ts'
import { MAX_TRACKS, UNKNOWN_FACTS, type MediaFacts } from './media-facts.ts'

/** Real files have fewer than ten before their media; a crafted file may have millions of empty boxes. */
const MAX_TOP_BOXES = 1_000

/** @throws {RangeError} when an offset in the file points beyond `head` */
export function mp4Facts(head: Buffer, rest: number | null): MediaFacts {
  const facts: MediaFacts = { ...UNKNOWN_FACTS, kind: 'mp4', tracks: [] }
  const timescales = new Map<number, number>()
  let count = 0
  for (const box of boxes(head)) {
    if (++count > MAX_TOP_BOXES) return { ...facts, isDamaged: true }
    if (box.type === 'mdat') {
      facts.isIndexLast = timescales.size === 0
      break
    }
    if (box.type === 'moov') readMovie(head, box, facts, timescales)
    if (box.type === 'sidx') facts.duration ??= indexedDuration(head, box, rest)
    if (box.type === 'moof') {
      facts.start = fragmentStart(head, box, timescales)
      break
    }
  }
  return facts
}

function readMovie(head: Buffer, moov: Box, facts: MediaFacts, timescales: Map<number, number>): void {
  // A placeholder, so that `timescales` is not empty even if no track of the index can be read.
  timescales.set(0, 1)
  const header = boxAt(head, moov, 'mvhd')
  const { timescale, ticks } = header ? timeHeader(head, header) : { timescale: 0, ticks: 0 }
  const isFragmented = boxAt(head, moov, 'mvex') !== undefined
  const whole = boxAt(head, moov, 'mvex', 'mehd')
  const length = isFragmented ? (whole ? fragmentedTicks(head, whole) : 0) : ticks
  if (timescale && length) facts.duration = length / timescale
  // A file without fragments starts at zero, because edit lists shift all its tracks to zero. A fragmented
  // file can start later, because each fragment states its own decode time.
  if (!isFragmented) facts.start = 0
  facts.isAll = moov.end <= head.length
  for (const trak of boxes(head, moov.body, Math.min(moov.end, head.length))) {
    if (trak.type !== 'trak') continue
    const found = facts.tracks.length < MAX_TRACKS ? trackFacts(head, trak) : undefined
    facts.isAll &&= found !== undefined
    if (!found) continue
    const { timescale: trackTimescale, ...track } = found
    const id = boxAt(head, trak, 'tkhd')
    if (id) timescales.set(head.readUInt32BE(id.body + (head[id.body] === 1 ? 20 : 12)), trackTimescale)
    facts.tracks.push({
      ...track,
      duration: editedDuration(head, trak, timescale) ?? track.duration,
      fps: track.kind === 'video' ? frameRate(head, trak, trackTimescale) : null,
    })
  }
}

function editedDuration(head: Buffer, trak: Box, movieTimescale: number): number | null {
  const list = boxAt(head, trak, 'edts', 'elst')
  if (!list || list.end > head.length || !movieTimescale) return null
  const isLong = head[list.body] === 1
  const [at, size] = [list.body + 8, isLong ? 20 : 12]
  let ticks = 0
  for (let entry = at; entry + size <= list.end; entry += size) {
    const mediaTime = isLong ? head.readBigInt64BE(entry + 8) : head.readInt32BE(entry + 4)
    // An entry with the media time -1 is an empty edit: it plays no media (ISO/IEC 14496-12, section 8.6.6).
    if (mediaTime >= 0) ticks += isLong ? Number(head.readBigUInt64BE(entry)) : head.readUInt32BE(entry)
  }
  return ticks > 0 ? ticks / movieTimescale : null
}

function frameRate(head: Buffer, trak: Box, timescale: number): number | null {
  const times = boxAt(head, trak, 'mdia', 'minf', 'stbl', 'stts')
  if (!times || times.body + 16 > head.length || head.readUInt32BE(times.body + 4) === 0) return null
  const delta = head.readUInt32BE(times.body + 12)
  return delta > 0 ? timescale / delta : null
}

function fragmentedTicks(head: Buffer, mehd: Box): number {
  if (mehd.end > head.length) return 0
  return head[mehd.body] === 1
    ? Number(head.readBigUInt64BE(mehd.body + 4))
    : head.readUInt32BE(mehd.body + 4)
}

/** Some files have one index for each fragment (ISO/IEC 14496-12, section 8.16.3). */
function indexedDuration(head: Buffer, sidx: Box, rest: number | null): number | null {
  if (sidx.end > head.length) return null
  const timescale = head.readUInt32BE(sidx.body + 8)
  const at = sidx.body + (head[sidx.body] === 0 ? 20 : 28)
  const count = head.readUInt16BE(at + 2)
  let [ticks, bytes] = [0, sidx.end]
  for (let entry = 0; entry < count && at + 4 + 12 * entry + 8 <= sidx.end; entry++) {
    bytes += head.readUInt32BE(at + 4 + 12 * entry) & 0x7fffffff
    ticks += head.readUInt32BE(at + 4 + 12 * entry + 4)
  }
  const isWhole = rest === null || bytes >= rest * 0.98
  return timescale && ticks && isWhole ? ticks / timescale : null
}

function fragmentStart(head: Buffer, moof: Box, timescales: Map<number, number>): number | null {
  const [header, time] = [boxAt(head, moof, 'traf', 'tfhd'), boxAt(head, moof, 'traf', 'tfdt')]
  if (!header || !time || time.end > head.length) return null
  const timescale = timescales.get(head.readUInt32BE(header.body + 4))
  const ticks =
    head[time.body] === 1 ? Number(head.readBigUInt64BE(time.body + 4)) : head.readUInt32BE(time.body + 4)
  return timescale ? ticks / timescale : null
}
