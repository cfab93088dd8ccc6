import { createWriteStream } from 'node:fs'
import { truncate, writeFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { Clip } from '#contract/clip.ts'
import { boxes, boxOf } from '#media/mp4/boxes.ts'
import { joinSpans, type Needed, type Span } from '#media/spans.ts'
import { elements, elementsIn, ids, childOf, unsigned, type Element } from '#media/matroska/ebml.ts'
import { pictureNumber } from '#media/matroska/spans.ts'
import type { MediaFacts } from '#media/media-facts.ts'
import { reading } from '../../process/reading-pool.ts'
import type { RangedFile } from '../sources/index-first.ts'

/** What a clip needs of one source. */
export type Excerpt = {
  /** null = unknown. */
  bytes: number | null
  /** Bytes that it will hardly exceed; null = unknown. */
  room: number | null
  /** The key frame from which it can be played, in seconds of the item, or a time before it. */
  earliest: number
  /** What the clock of the file shows at the start of the item; null: its first frame tells. */
  zero: number | null
  /** ffmpeg jumps to the clip by the index of the file. */
  isSought: boolean
  /** Parts of the source are missing in the file. */
  isPart: boolean
  save(path: string): Promise<void>
}

/** Four hours of 60 pictures a second have 14 MiB. */
const MAX_INDEX = 16 * 1024 ** 2

/** Null if the file does not say which of its bytes a clip needs. */
export async function excerptOf(source: RangedFile, facts: MediaFacts, clip: Clip): Promise<Excerpt | null> {
  if (!source.hasRanges || source.size === null) return null
  if (facts.kind === 'mp4') return mp4Excerpt(source, facts, clip)
  if (facts.kind === 'matroska') return matroskaExcerpt(source, facts, clip)
  const needed = await reading.read('frameSpan', [source.head, source.size, clip])
  return needed && { ...joined(source, [], needed, facts), zero: -needed.earliest }
}

async function mp4Excerpt(source: RangedFile, facts: MediaFacts, clip: Clip): Promise<Excerpt | null> {
  const { head, size } = source
  const top = [...boxes(head)]
  const media = top.find(({ type }) => type === 'mdat' || type === 'moof')
  let place = top.find(({ type }) => type === 'moov')
  const tail = !place && media && media.end < size! ? { start: media.end, end: size! } : null
  if (tail && tail.end - tail.start > MAX_INDEX) return null
  const after = tail && (await read(source, tail))
  const inTail = after && boxOf('moov', boxes(after))
  if (inTail) place = { ...inTail, start: tail.start + inTail.start, end: tail.start + inTail.end }
  if (!place || place.end - place.start > MAX_INDEX) return null
  const index = await read(source, place)
  const film = await reading.read('movieSpans', [index, clip])
  if (!film) return null
  if (!film.isFragmented) {
    const needed = within(size!, film.needed)
    return needed ? sparse(source, [place, ...(tail ? [tail] : [])], needed) : null
  }
  const sidx = top.find(({ type }) => type === 'sidx')
  if (!sidx || sidx.end > head.length) return null
  const needed = within(size!, await reading.read('indexSpans', [head, clip]))
  const start = top.find(({ type }) => type === 'ftyp')
  const head0 = start ? head.subarray(start.start, start.end) : Buffer.alloc(0)
  return needed ? joined(source, [head0, index], needed, facts) : null
}

function within(size: number, needed: Needed | null): Needed | null {
  return needed?.spans.every(({ start, end }) => start <= end && end < size) ? needed : null
}

async function matroskaExcerpt(source: RangedFile, facts: MediaFacts, clip: Clip): Promise<Excerpt | null> {
  const { head, size } = source
  const [header, segment] = [...elements(head)]
  if (header?.id !== ids.header || segment?.id !== ids.segment) return null
  const [info, tracks] = [ids.info, ids.tracks].map((id) => childOf(head, segment, id))
  if (!info || !tracks || tracks.end > head.length) return null
  const scaled = childOf(head, info, ids.timestampScale)
  const cues = await cuesOf(source, segment)
  const place = {
    segmentBody: segment.body,
    scale: scaled ? unsigned(head, scaled) : 1e6,
    size: size!,
    picture: pictureNumber(head, tracks),
  }
  const needed = cues && within(size!, await reading.read('cueSpans', [cues, place, clip]))
  if (!needed) return null
  const start = [
    head.subarray(header.start, header.end),
    SEGMENT_OF_ANY_LENGTH,
    head.subarray(info.start, info.end),
    head.subarray(tracks.start, tracks.end),
  ]
  return joined(source, start, needed, facts)
}

/** RFC 8794, section 6.2: a size of ones only is unknown. */
const SEGMENT_OF_ANY_LENGTH = Buffer.from('1853806701ffffffffffffff', 'hex')

async function cuesOf(source: RangedFile, segment: Element): Promise<Buffer | null> {
  const { head, size } = source
  const near = childOf(head, segment, ids.cues)
  const seeks = childOf(head, segment, ids.seekHead)
  const entry = seeks && [...elementsIn(head, seeks)].find((one) => seeksCues(head, one))
  const position = entry && childOf(head, entry, ids.seekPosition)
  const start = near?.start ?? (position && segment.body + unsigned(head, position))
  if (start === undefined || start >= size!) return null
  const end = near && near.end !== Infinity ? near.end : size!
  if (end - start > MAX_INDEX) return null
  return await read(source, { start, end })
}

function seeksCues(head: Buffer, entry: Element): boolean {
  const id = entry.id === ids.seek && childOf(head, entry, ids.seekId)
  return id !== false && id !== undefined && unsigned(head, id) === ids.cues
}

/** ffmpeg finds the samples by their offset, so each byte keeps its place and the rest stays a hole. */
function sparse(
  source: RangedFile,
  indexes: { start: number; end: number }[],
  { spans, earliest }: Needed,
): Excerpt {
  const head = { start: 0, end: source.head.length - 1 }
  const index = indexes.map(({ start, end }) => ({ start, end: end - 1 }))
  const all = joinSpans([head, ...index, ...spans])
  return {
    bytes: lengthOf(all),
    room: lengthOf(all),
    earliest,
    zero: 0,
    isSought: true,
    isPart: true,
    async save(path) {
      await writeFile(path, '')
      await truncate(path, source.size!)
      for (const span of all) await fetchInto(source, span, path, span.start)
    },
  }
}

/** Fragments and clusters carry their own times, so they can follow the start of the file directly. */
function joined(
  source: RangedFile,
  start: Buffer[],
  { spans, earliest }: Needed,
  facts: MediaFacts,
): Excerpt {
  return {
    bytes: source.head.length + lengthOf(spans),
    room: source.head.length + lengthOf(spans),
    earliest,
    zero: facts.start ?? 0,
    isSought: false,
    isPart: true,
    async save(path) {
      const beginning = Buffer.concat(start)
      await writeFile(path, beginning)
      let at = beginning.length
      for (const span of spans) {
        await fetchInto(source, span, path, at)
        at += span.end - span.start + 1
      }
    },
  }
}

async function fetchInto(source: RangedFile, { start, end }: Span, path: string, at: number): Promise<void> {
  await pipeline(source.slice(start, end + 1), createWriteStream(path, { flags: 'r+', start: at }))
}

const lengthOf = (spans: Span[]) => spans.reduce((sum, { start, end }) => sum + end - start + 1, 0)

async function read(source: RangedFile, { start, end }: { start: number; end: number }): Promise<Buffer> {
  if (end <= source.head.length) return source.head.subarray(start, end)
  const chunks: Buffer[] = []
  for await (const chunk of source.slice(start, end)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Kilobits per second of a list that states no rate; more than any usual film has. */
const HIGHEST_RATE = 50_000
/** The seconds of the longest usual parts at both ends of a clip. */
const EDGES = 30

export const likelyBytes = ({ tbr }: { tbr: number | null }, { start, end }: Clip): number =>
  Math.ceil((tbr ?? HIGHEST_RATE) * 125 * (end - start + EDGES))
