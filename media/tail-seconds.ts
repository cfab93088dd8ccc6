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
export const hasTimedTail = (head: Buffer): boolean => head.toString('latin1', 0, 4) === 'OggS' || isTs(head)

/** @param tail the last bytes of the file; it may overlap `head` */
export function tailSeconds(head: Buffer, tail: Buffer, size: number): number | null {
  const seconds = orUndefined(() => (isTs(head) ? tsSeconds(head, tail, size) : oggSeconds(head, tail)))
  return seconds && Number.isFinite(seconds) && seconds > 0 ? seconds : null
}

/** RFC 3533, section 6. */
export const PAGE_HEADER = 27

function oggSeconds(head: Buffer, tail: Buffer): number | null {
  for (let at = 0; at + PAGE_HEADER < head.length && head.toString('latin1', at, at + 4) === 'OggS';) {
    const count = head.readUInt8(at + 26)
    const body = at + PAGE_HEADER + count
    if (body > head.length) return null
    const clock = oggClock(head.subarray(body, body + 64))
    if (clock) {
      const last = lastGranule(tail, head.readUInt32LE(at + 14))
      return last === null ? null : (last - clock.skipped) / clock.rate
    }
    at = body + head.subarray(at + PAGE_HEADER, body).reduce((sum, length) => sum + length, 0)
  }
  return null
}

/** Samples per second, and the samples before the first audible one. */
function oggClock(packet: Buffer): { rate: number; skipped: number } | undefined {
  const name = packet.toString('latin1', 0, 8)
  if (packet.length < 40 && !name.startsWith('OpusHead') && !name.startsWith('\x01vorbis')) return undefined
  if (name.startsWith('\x01vorbis')) return { rate: packet.readUInt32LE(12), skipped: 0 }
  if (name === 'OpusHead') return { rate: 48_000, skipped: packet.readUInt16LE(10) }
  if (name === 'Speex   ') return { rate: packet.readUInt32LE(36), skipped: 0 }
  return name.startsWith('\x7fFLAC') ? { rate: packet.readUIntBE(27, 3) >>> 4, skipped: 0 } : undefined
}

function lastGranule(tail: Buffer, serial: number): number | null {
  for (let at = tail.lastIndexOf('OggS'); at >= 0; at = at > 0 ? tail.lastIndexOf('OggS', at - 1) : -1) {
    if (at + PAGE_HEADER > tail.length || tail.readUInt32LE(at + 14) !== serial) continue
    const granule = tail.readBigInt64LE(at + 6)
    // -1: no packet ends on this page.
    if (granule >= 0n) return Number(granule)
  }
  return null
}

function tsSeconds(head: Buffer, tail: Buffer, size: number): number | null {
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
