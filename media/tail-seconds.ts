import { isAt, lastIndexOf, latin1, leU16, leU32, leU64, u24, u8 } from './bytes.ts'
import { orUndefined } from './out-of-range.ts'
import {
  CLOCK,
  firstTimes,
  isTs,
  PACKET,
  packetBytes,
  ticksBetween,
  times,
} from './transport-stream/packet.ts'

/** Formats that state no duration, but whose last packets have a time. */
export const hasTimedTail = (head: Uint8Array): boolean => isAt(head, 'OggS', 0) || isTs(head)

/** @param tail the last bytes of the file; it may overlap `head` */
export function tailSeconds(head: Uint8Array, tail: Uint8Array, size: number): number | null {
  const seconds = orUndefined(() => (isTs(head) ? tsSeconds(head, tail, size) : oggSeconds(head, tail)))
  return seconds && Number.isFinite(seconds) && seconds > 0 ? seconds : null
}

/** RFC 3533, section 6. */
export const PAGE_HEADER = 27

function oggSeconds(head: Uint8Array, tail: Uint8Array): number | null {
  for (let at = 0; at + PAGE_HEADER < head.length && isAt(head, 'OggS', at);) {
    const count = u8(head, at + 26)
    const body = at + PAGE_HEADER + count
    if (body > head.length) return null
    const clock = oggClock(head.subarray(body, body + 64))
    if (clock) {
      const last = lastGranule(tail, leU32(head, at + 14))
      return last === null ? null : (last - clock.skipped) / clock.rate
    }
    at = body + head.subarray(at + PAGE_HEADER, body).reduce((sum, length) => sum + length, 0)
  }
  return null
}

/** Samples per second, and the samples before the first audible one. */
function oggClock(packet: Uint8Array): { rate: number; skipped: number } | undefined {
  const name = latin1(packet, 0, 8)
  if (packet.length < 40 && !name.startsWith('OpusHead') && !name.startsWith('\x01vorbis')) return undefined
  if (name.startsWith('\x01vorbis')) return { rate: leU32(packet, 12), skipped: 0 }
  if (name === 'OpusHead') return { rate: 48_000, skipped: leU16(packet, 10) }
  if (name === 'Speex   ') return { rate: leU32(packet, 36), skipped: 0 }
  return name.startsWith('\x7fFLAC') ? { rate: u24(packet, 27) >>> 4, skipped: 0 } : undefined
}

function lastGranule(tail: Uint8Array, serial: number): number | null {
  for (let at = lastIndexOf(tail, 'OggS'); at >= 0; at = at > 0 ? lastIndexOf(tail, 'OggS', at - 1) : -1) {
    if (at + PAGE_HEADER > tail.length || leU32(tail, at + 14) !== serial) continue
    const granule = leU64(tail, at + 6)
    // -1: no packet ends on this page.
    if (granule < 2 ** 63) return granule
  }
  return null
}

function tsSeconds(head: Uint8Array, tail: Uint8Array, size: number): number | null {
  const bytes = packetBytes(head)
  const first = firstTimes(head)
  const from = size - tail.length
  const ahead = (bytes - (from % bytes)) % bytes
  let longest = 0
  for (const { pid, time } of times(tail, ahead + bytes - PACKET, bytes)) {
    const start = first.get(pid)
    if (start !== undefined) longest = Math.max(longest, ticksBetween(start, time))
  }
  return longest / CLOCK
}
