import { latin1, u16, u32, u64 } from '../bytes.ts'
import type { Track } from '../media-facts.ts'
import { boxesIn, childrenOf, isWide, leadingNumber, type Box } from './boxes.ts'
import { codecOf } from './codec.ts'
import { readEdits, type Edit } from './edits.ts'
import type { Tables } from './samples.ts'

export type Mp4Track = {
  id: number
  /** Name of the kind of media, such as `soun`. */
  handler: string
  kind: Track['kind']
  codec: string
  /** The sample entry. */
  entry: Box
  width: number | null
  height: number | null
  timescale: number
  /** 0 = unknown. */
  ticks: number
  edits: Edit[]
  tables: Tables
  /** `tkhd`, `edts` and the others, to change them. */
  boxes: ReadonlyMap<string, Box>
  /** What a fragment does not state (`trex`). */
  usual: { ticks: number; bytes: number }
}

/** The parsed `moov` of a file. */
export type Mp4Index = {
  bytes: Uint8Array
  box: Box
  header: Box | undefined
  timescale: number
  /** 0 = unknown. */
  ticks: number
  isFragmented: boolean
  tracks: Mp4Track[]
  /** Each track of the file is among `tracks`. */
  isAll: boolean
}

/** @param most tracks that are read; a crafted index could have hundreds of thousands */
export function readIndex(bytes: Uint8Array, moov: Box, most = 1_000): Mp4Index {
  const fields = childrenOf(bytes, moov)
  const header = fields.get('mvhd')
  const { timescale, ticks } = header ? timeHeader(bytes, header) : UNTIMED
  const extended = fields.get('mvex')
  const extensions = extended ? childrenOf(bytes, extended) : null
  const whole = extensions?.get('mehd')
  const fragmented = whole && whole.end <= bytes.length ? leadingNumber(bytes, whole) : 0
  const usual = extended ? usualOf(bytes, extended) : new Map<number, Mp4Track['usual']>()
  const traks = [...boxesIn(bytes, moov)].filter(({ type }) => type === 'trak')
  const tracks = traks.slice(0, most).map((trak) => readTrack(bytes, trak, usual))
  const found = tracks.filter((track) => track !== undefined)
  return {
    bytes,
    box: moov,
    header,
    timescale,
    ticks: extended ? fragmented : ticks,
    isFragmented: extended !== undefined,
    tracks: found,
    isAll: moov.end <= bytes.length && found.length === traks.length,
  }
}

const KINDS: Record<string, Track['kind']> = { vide: 'video', soun: 'audio' }
const NOTHING_USUAL = { ticks: 0, bytes: 0 }

/** Undefined if it is cut off, or describes nothing. */
function readTrack(
  bytes: Uint8Array,
  trak: Box,
  usual: ReadonlyMap<number, Mp4Track['usual']>,
): Mp4Track | undefined {
  const fields = childrenOf(bytes, trak)
  const media = childrenOf(bytes, fields.get('mdia'))
  const tables = childrenOf(bytes, childrenOf(bytes, media.get('minf')).get('stbl'))
  const [own, header, handler] = [fields.get('tkhd'), media.get('mdhd'), media.get('hdlr')]
  const descriptions = tables.get('stsd')
  if (!header || !handler || !descriptions || descriptions.end > bytes.length) return undefined
  const { timescale, ticks } = timeHeader(bytes, header)
  const entry = boxesIn(bytes, descriptions, 8).next().value
  if (!entry || !timescale) return undefined
  const type = latin1(bytes, handler.body + 8, handler.body + 12)
  const kind = KINDS[type] ?? 'other'
  const hasSize = kind === 'video' && entry.body + 28 <= entry.end
  const id = own ? u32(bytes, own.body + (isWide(bytes, own) ? 20 : 12)) : 0
  const list = childrenOf(bytes, fields.get('edts')).get('elst')
  return {
    id,
    handler: type,
    kind,
    codec: codecOf(bytes, entry),
    entry,
    width: hasSize ? u16(bytes, entry.body + 24) : null,
    height: hasSize ? u16(bytes, entry.body + 26) : null,
    timescale,
    ticks,
    edits: list ? readEdits(bytes, list) : [],
    tables,
    boxes: list ? new Map([...fields, ['elst', list]]) : fields,
    usual: usual.get(id) ?? NOTHING_USUAL,
  }
}

const UNTIMED = { timescale: 0, ticks: 0 }

/** ISO/IEC 14496-12, sections 8.2.2 and 8.4.2. */
function timeHeader(bytes: Uint8Array, box: Box): { timescale: number; ticks: number } {
  const isLong = isWide(bytes, box)
  const at = box.body + (isLong ? 20 : 12)
  if (at + 12 > bytes.length) return UNTIMED
  const ticks = isLong ? u64(bytes, at + 4) : u32(bytes, at + 4)
  // A duration with all bits set means "unknown" (ISO/IEC 14496-12, section 8.2.2).
  return { timescale: u32(bytes, at), ticks: ticks === 0xffffffff || ticks > 2 ** 53 ? 0 : ticks }
}

function usualOf(bytes: Uint8Array, extended: Box): Map<number, Mp4Track['usual']> {
  const found = new Map<number, Mp4Track['usual']>()
  for (const box of boxesIn(bytes, extended))
    if (box.type === 'trex' && box.body + 20 <= bytes.length)
      found.set(u32(bytes, box.body + 4), {
        ticks: u32(bytes, box.body + 12),
        bytes: u32(bytes, box.body + 16),
      })
  return found
}
