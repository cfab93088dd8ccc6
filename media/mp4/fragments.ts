import { i32, u24, u32, u64 } from '../bytes.ts'
import { boxesIn, childrenOf, leadingNumber, type Box } from './boxes.ts'
import type { Mp4Track } from './moov.ts'

/** What one fragment holds of one track (`traf`). */
export type TrackFragment = {
  id: number
  /** `tfdt`, to move it. */
  clock: Box | undefined
  /** Ticks of decoding of its first sample; null = not stated. */
  start: number | null
  /** Where offsets of `runs` are counted from. */
  base: number
  /** What a sample does not state; null: the index of the file says. */
  ticks: number | null
  bytes: number | null
  runs: Box[]
}

/** ISO/IEC 14496-12, section 8.8. */
export function* trackFragments(bytes: Uint8Array, moof: Box): Generator<TrackFragment> {
  for (const traf of boxesIn(bytes, moof)) {
    if (traf.type !== 'traf') continue
    const fields = childrenOf(bytes, traf)
    const [header, clock] = [fields.get('tfhd'), fields.get('tfdt')]
    if (!header) continue
    const read = optional(bytes, header.body + 8, u24(bytes, header.body + 1))
    const base = read(0x1, 8) ?? moof.start
    read(0x2)
    yield {
      id: u32(bytes, header.body + 4),
      clock,
      start: clock && clock.body + 8 <= bytes.length ? leadingNumber(bytes, clock) : null,
      base,
      ticks: read(0x8),
      bytes: read(0x10),
      runs: fields.has('trun') ? [...boxesIn(bytes, traf)].filter(({ type }) => type === 'trun') : [],
    }
  }
}

/** Reads fields in their order; null where the flags say that one is absent. */
function optional(bytes: Uint8Array, from: number, flags: number) {
  let at = from
  return (flag: number, width: 4 | 8 = 4): number | null => {
    if ((flags & flag) === 0) return null
    at += width
    return width === 8 ? u64(bytes, at - 8) : u32(bytes, at - 4)
  }
}

const FIELDS = { ticks: 0x100, bytes: 0x200, flags: 0x400, offset: 0x800 } as const

function runOf(bytes: Uint8Array, run: Box) {
  const flags = u24(bytes, run.body + 1)
  const offset = (flags & 0x1) === 0 ? null : i32(bytes, run.body + 8)
  const fields = Object.values(FIELDS).filter((flag) => flags & flag)
  const at = run.body + 8 + (offset === null ? 0 : 4) + (flags & 0x4 ? 4 : 0)
  const width = 4 * fields.length
  const place = (flag: number) => (flags & flag ? 4 * fields.indexOf(flag as never) : null)
  const stated = u32(bytes, run.body + 4)
  const room = Math.max(0, Math.floor((Math.min(run.end, bytes.length) - at) / width))
  return { at, width, offset, count: width > 0 ? Math.min(stated, room) : stated, place }
}

/** The seconds that the tracks of a fragment play. A track that is unknown or states no time is left out. */
export function playedIn(
  bytes: Uint8Array,
  moof: Box,
  tracks: readonly Mp4Track[],
): { start: number; end: number }[] {
  return [...trackFragments(bytes, moof)].flatMap((fragment) => {
    const track = tracks.find(({ id }) => id === fragment.id)
    if (!track || fragment.start === null) return []
    const end = fragment.start + ticksIn(bytes, fragment, track.usual)
    return [{ start: fragment.start / track.timescale, end: end / track.timescale }]
  })
}

function ticksIn(bytes: Uint8Array, { runs, ticks }: TrackFragment, usual: Mp4Track['usual']): number {
  let sum = 0
  for (const box of runs) {
    const { at, width, count, place } = runOf(bytes, box)
    const own = place(FIELDS.ticks)
    if (own === null) sum += count * (ticks ?? usual.ticks)
    else for (let sample = 0; sample < count; sample++) sum += u32(bytes, at + sample * width + own)
  }
  return sum
}

/** `start`: ticks of the time at which it is shown. */
type FragmentSample = { start: number; ticks: number; at: number; bytes: number }

/** @param moofEnd after which the media box of the fragment begins */
export function* samplesIn(
  bytes: Uint8Array,
  fragment: TrackFragment,
  { usual, moofEnd, time }: { usual: Mp4Track['usual']; moofEnd: number; time: number },
): Generator<FragmentSample> {
  let clock = fragment.start ?? time
  let next = moofEnd + 8
  for (const box of fragment.runs) {
    const { at, width, count, offset, place } = runOf(bytes, box)
    if (offset !== null) next = fragment.base + offset
    const fields = [FIELDS.ticks, FIELDS.bytes, FIELDS.offset].map(place)
    for (let sample = 0; sample < count; sample++) {
      const entry = at + sample * width
      const [ticks, size, shown] = fields.map((field) => (field === null ? null : i32(bytes, entry + field)))
      const lasts = ticks === null ? (fragment.ticks ?? usual.ticks) : ticks! >>> 0
      const length = size === null ? (fragment.bytes ?? usual.bytes) : size! >>> 0
      yield { start: clock + (shown ?? 0), ticks: lasts, at: next, bytes: length }
      clock += lasts
      next += length
    }
  }
}
