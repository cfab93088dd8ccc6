import type { Clip } from '#contract/clip.ts'
import type { Span } from '../../fetch/byte-range.ts'
import { boxAt, boxesIn, type Box } from '#media/mp4/boxes.ts'
import { timeHeader, trackFacts } from '#media/mp4/track.ts'

/** Seconds. A frame is decoded up to this long before it is shown. */
const REORDER = 1
/** Ranges with a smaller gap are fetched as one. */
const MAX_GAP = 256 * 1024
/** Each is a request to the site. */
const MAX_SPANS = 100

/** `earliest`: the key frame from which the spans can be played, in seconds of the item. */
export type Needed = { spans: Span[]; earliest: number }

/** The bytes of a file with one index for all its samples; null if its tables do not say. */
export function sampleSpans(index: Buffer, moov: Box, clip: Clip): Needed | null {
  const header = boxAt(index, moov, 'mvhd')
  const movie = header ? timeHeader(index, header).timescale : 0
  const tracks = [...boxesIn(index, moov)].filter((box) => box.type === 'trak')
  const kinds = tracks.map((trak) => ({ trak, facts: trackFacts(index, trak) }))
  const picture = kinds.find(({ facts }) => facts?.kind === 'video')
  const sounds = kinds.filter(({ facts }) => facts?.kind === 'audio')
  const first = picture ? new Samples(index, picture.trak, movie).range(clip) : null
  if (picture && !first) return null
  const earliest = first?.time ?? clip.start
  const all = sounds.map(({ trak }) => new Samples(index, trak, movie).range({ ...clip, start: earliest }))
  if (all.some((one) => one === null)) return null
  const spans = [first, ...all].flatMap((one) => one?.spans ?? [])
  const joined = joinSpans(spans)
  return joined.length > 0 && joined.length <= MAX_SPANS ? { spans: joined, earliest } : null
}

/** ISO/IEC 14496-12, section 8.16.3. */
export function fragmentSpans(index: Buffer, sidx: Box, clip: Clip): Needed | null {
  const isLong = index[sidx.body] !== 0
  const timescale = index.readUInt32BE(sidx.body + 8)
  const times = sidx.body + 12
  let time = isLong ? Number(index.readBigUInt64BE(times)) : index.readUInt32BE(times)
  const skipped = isLong ? Number(index.readBigUInt64BE(times + 8)) : index.readUInt32BE(times + 4)
  const entries = times + (isLong ? 16 : 8) + 4
  const count = index.readUInt16BE(entries - 2)
  let at = sidx.end + skipped
  const first = time
  const found: (Span & { time: number })[] = []
  for (let entry = entries; entry < entries + 12 * count; entry += 12) {
    const size = index.readUInt32BE(entry)
    // A reference to another index.
    if (size >= 2 ** 31) return null
    const from = (time - first) / timescale
    time += index.readUInt32BE(entry + 4)
    if ((time - first) / timescale > clip.start && from < clip.end + REORDER)
      found.push({ start: at, end: at + size - 1, time: from })
    at += size
  }
  return found.length > 0 && timescale > 0 ? { spans: joinSpans(found), earliest: found[0]!.time } : null
}

export function joinSpans(spans: Span[]): Span[] {
  const joined: Span[] = []
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    const last = joined.at(-1)
    if (last && start <= last.end + MAX_GAP) last.end = Math.max(last.end, end)
    else joined.push({ start, end })
  }
  return joined
}

/** The tables of one track (ISO/IEC 14496-12, section 8.6 and 8.7). */
class Samples {
  readonly #bytes: Buffer
  readonly #trak: Box
  readonly #timescale: number
  /** Ticks from the time in the item to the time in the media. */
  readonly #shift: number

  constructor(bytes: Buffer, trak: Box, movieTimescale: number) {
    this.#bytes = bytes
    this.#trak = trak
    this.#timescale = trackFacts(bytes, trak)?.timescale ?? 1
    this.#shift = this.#edit(movieTimescale)
  }

  range({ start, end }: Clip): { spans: Span[]; time: number } | null {
    const [from, to] = [this.#at(start - REORDER), this.#at(end + REORDER)]
    const key = this.#keyBefore(from.sample)
    const spans = this.#spans(key, to.sample)
    return spans && { spans, time: Math.max(0, this.#timeOf(key)) }
  }

  #table(type: string): { at: number; end: number } | null {
    const box = boxAt(this.#bytes, this.#trak, 'mdia', 'minf', 'stbl', type)
    return box ? { at: box.body + 4, end: Math.min(box.end, this.#bytes.length) } : null
  }

  #edit(movieTimescale: number): number {
    const list = boxAt(this.#bytes, this.#trak, 'edts', 'elst')
    if (!list || movieTimescale === 0) return 0
    const isLong = this.#bytes[list.body] === 1
    let delay = 0
    for (let at = list.body + 8; at + (isLong ? 20 : 12) <= list.end; at += isLong ? 20 : 12) {
      const ticks = isLong ? Number(this.#bytes.readBigUInt64BE(at)) : this.#bytes.readUInt32BE(at)
      const media = isLong ? Number(this.#bytes.readBigInt64BE(at + 8)) : this.#bytes.readInt32BE(at + 4)
      if (media >= 0) return media - delay
      delay += (ticks / movieTimescale) * this.#timescale
    }
    return 0
  }

  #at(seconds: number): { sample: number } {
    const wanted = seconds * this.#timescale + this.#shift
    let [sample, ticks] = [0, 0]
    for (const [count, delta] of this.#times()) {
      if (delta > 0 && ticks + count * delta > wanted)
        return { sample: sample + Math.max(0, Math.floor((wanted - ticks) / delta)) }
      sample += count
      ticks += count * delta
    }
    return { sample }
  }

  #timeOf(wanted: number): number {
    let [sample, ticks] = [0, 0]
    for (const [count, delta] of this.#times()) {
      if (sample + count > wanted) return (ticks + (wanted - sample) * delta - this.#shift) / this.#timescale
      sample += count
      ticks += count * delta
    }
    return (ticks - this.#shift) / this.#timescale
  }

  *#times(): Generator<[count: number, delta: number]> {
    const table = this.#table('stts')
    if (!table) return
    const entries = this.#bytes.readUInt32BE(table.at)
    for (let entry = 0, at = table.at + 4; entry < entries && at + 8 <= table.end; entry++, at += 8)
      yield [this.#bytes.readUInt32BE(at), this.#bytes.readUInt32BE(at + 4)]
  }

  /** Without a table, each sample is a key frame. */
  #keyBefore(sample: number): number {
    const table = this.#table('stss')
    if (!table) return sample
    const entries = this.#bytes.readUInt32BE(table.at)
    let key = 0
    for (let entry = 0, at = table.at + 4; entry < entries && at + 4 <= table.end; entry++, at += 4) {
      const number = this.#bytes.readUInt32BE(at) - 1
      if (number > sample) break
      key = number
    }
    return key
  }

  /** Of the samples [first, last]. */
  #spans(first: number, last: number): Span[] | null {
    const [sizes, runs, short] = [this.#table('stsz'), this.#table('stsc'), this.#table('stco')]
    const offsets = short ?? this.#table('co64')
    if (!sizes || !runs || !offsets) return null
    const bytes = this.#bytes
    const [fixed, count] = [bytes.readUInt32BE(sizes.at), bytes.readUInt32BE(sizes.at + 4)]
    const bytesOf = (from: number, to: number): number => {
      if (fixed > 0) return (to - from) * fixed
      let sum = 0
      for (let sample = from; sample < to; sample++) sum += bytes.readUInt32BE(sizes.at + 8 + 4 * sample)
      return sum
    }
    const width = short ? 4 : 8
    const chunks = Math.min(bytes.readUInt32BE(offsets.at), (offsets.end - offsets.at - 4) / width)
    const offsetOf = (chunk: number) => {
      const at = offsets.at + 4 + width * chunk
      return short ? bytes.readUInt32BE(at) : Number(bytes.readBigUInt64BE(at))
    }
    const entries = bytes.readUInt32BE(runs.at)
    const listed = fixed > 0 ? count : Math.min(count, (sizes.end - sizes.at - 8) / 4)
    const until = Math.min(last + 1, Math.floor(listed))
    const spans: Span[] = []
    const add = (start: number, end: number) => {
      const before = spans.at(-1)
      if (before && start >= before.start && start <= before.end + MAX_GAP)
        before.end = Math.max(before.end, end)
      else spans.push({ start, end })
    }
    let [sample, chunk] = [0, 0]
    for (let entry = 0, at = runs.at + 4; entry < entries && at + 12 <= runs.end; entry++, at += 12) {
      const each = bytes.readUInt32BE(at + 4)
      const next = entry + 1 < entries ? bytes.readUInt32BE(at + 12) - 1 : chunks
      if (each === 0) return null
      for (; chunk < Math.min(next, chunks) && sample < until; chunk++, sample += each) {
        if (sample + each <= first) continue
        const from = Math.max(first, sample)
        const start = offsetOf(chunk) + bytesOf(sample, from)
        add(start, start + bytesOf(from, Math.min(sample + each, until)) - 1)
        if (spans.length > MAX_SPANS) return null
      }
    }
    return spans
  }
}
