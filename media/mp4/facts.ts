import { boxAt, boxes, boxesIn, leadingNumber, MAX_VISITS, type Box } from './boxes.ts'
import { editsOf, timeHeader, trackFacts, trackId } from './track.ts'
import { MAX_TRACKS, UNKNOWN_FACTS, type MediaFacts } from '../media-facts.ts'

/** Real files have fewer than ten before their media; a crafted file may have millions of empty boxes. */
const MAX_TOP_BOXES = 1_000

/** @throws {RangeError} when an offset in the file points beyond `head` */
export function mp4Facts(head: Buffer, rest: number | null): MediaFacts {
  const facts: MediaFacts = { ...UNKNOWN_FACTS, kind: 'mp4', tracks: [] }
  const timescales = new Map<number, number>()
  const budget = { visits: MAX_VISITS }
  let [count, mediaBytes] = [0, 0]
  for (const box of boxes(head, 0, budget)) {
    if (++count > MAX_TOP_BOXES) return { ...facts, isDamaged: true }
    facts.stated = Math.max(facts.stated ?? 0, box.end)
    if (box.type === 'mdat') {
      facts.isIndexLast = timescales.size === 0
      mediaBytes = box.end - box.body
      if (!facts.isIndexLast || box.end > head.length) break
    }
    if (box.type === 'moov') {
      readMovie(head, box, facts, timescales)
      if (rest !== null && box.end > head.length) mediaBytes = rest - box.end
    }
    if (box.type === 'sidx') {
      const index = fragmentIndex(head, box)
      if (index) facts.stated = Math.max(facts.stated, index.end)
      // Some files have one index for each fragment (ISO/IEC 14496-12, section 8.16.3).
      if (index && (rest === null || index.end >= rest * 0.98)) facts.duration ??= index.seconds
    }
    if (box.type === 'moof') {
      facts.start = fragmentStart(head, box, timescales)
      break
    }
  }
  if (budget.visits === 0) facts.isDamaged = true
  if (isWholeSound(facts) && mediaBytes > 0) facts.soundBytes = mediaBytes
  return facts
}

/** The index of such a file often holds a large cover. */
const isWholeSound = ({ tracks, start }: MediaFacts): boolean =>
  start === 0 && tracks.length > 0 && tracks.every(({ kind }) => kind === 'audio')

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
  for (const trak of boxesIn(head, moov)) {
    if (trak.type !== 'trak') continue
    if (facts.tracks.length === MAX_TRACKS) {
      facts.isAll = false
      return
    }
    if (!isFragmented && isEmpty(head, trak)) continue
    const found = trackFacts(head, trak)
    facts.isAll &&= found !== undefined
    if (!found) continue
    const { timescale: trackTimescale, ...track } = found
    const id = trackId(head, trak)
    if (id !== undefined) timescales.set(id, trackTimescale)
    const edited = editsOf(head, trak, timescale)?.seconds ?? null
    facts.tracks.push({
      ...track,
      // The index of a fragmented file covers at most its beginning.
      duration: isFragmented ? null : (edited ?? track.duration),
      ...(edited !== null &&
        track.duration !== null &&
        track.duration > edited && { stored: track.duration }),
      fps: track.kind === 'video' ? frameRate(head, trak, trackTimescale) : null,
    })
  }
}

/** Some programs declare a sound that the film does not have. */
function isEmpty(head: Buffer, trak: Box): boolean {
  const sizes = boxAt(head, trak, 'mdia', 'minf', 'stbl', 'stsz')
  return sizes !== undefined && sizes.body + 12 <= head.length && head.readUInt32BE(sizes.body + 8) === 0
}

function frameRate(head: Buffer, trak: Box, timescale: number): number | null {
  const times = boxAt(head, trak, 'mdia', 'minf', 'stbl', 'stts')
  if (!times || times.body + 16 > head.length || head.readUInt32BE(times.body + 4) === 0) return null
  const delta = head.readUInt32BE(times.body + 12)
  return delta > 0 ? timescale / delta : null
}

function fragmentedTicks(head: Buffer, mehd: Box): number {
  return mehd.end > head.length ? 0 : Number(leadingNumber(head, mehd))
}

function fragmentIndex(head: Buffer, sidx: Box): { seconds: number | null; end: number } | undefined {
  if (sidx.end > head.length) return undefined
  const timescale = head.readUInt32BE(sidx.body + 8)
  const at = sidx.body + (head[sidx.body] === 0 ? 20 : 28)
  const count = head.readUInt16BE(at + 2)
  let [ticks, end] = [0, sidx.end]
  for (let entry = 0; entry < count && at + 4 + 12 * entry + 8 <= sidx.end; entry++) {
    end += head.readUInt32BE(at + 4 + 12 * entry) & 0x7fffffff
    ticks += head.readUInt32BE(at + 4 + 12 * entry + 4)
  }
  return { seconds: timescale && ticks ? ticks / timescale : null, end }
}

function fragmentStart(head: Buffer, moof: Box, timescales: Map<number, number>): number | null {
  const [header, time] = [boxAt(head, moof, 'traf', 'tfhd'), boxAt(head, moof, 'traf', 'tfdt')]
  if (!header || !time || time.end > head.length) return null
  const timescale = timescales.get(head.readUInt32BE(header.body + 4))
  return timescale ? Number(leadingNumber(head, time)) / timescale : null
}
