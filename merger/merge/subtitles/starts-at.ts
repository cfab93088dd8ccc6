import {
  CLOCK,
  isUnitStart,
  PACKET,
  payloadAt,
  presentationTime,
  SYNC,
} from '#media/transport-stream/packet.ts'
import type { OpenedRendition } from '../sources/open.ts'

/** Timestamp in seconds of the first frame on the clock of all sources; null if it is unknown. */
export function startOf(opened: OpenedRendition[]): number | null {
  const starts = opened
    .map(({ facts, feed }) => facts.start ?? firstTime(feed.head))
    .filter((start) => start !== null)
  return starts.length > 0 ? Math.min(...starts) : null
}

function firstTime(head: Buffer): number | null {
  let first = Infinity
  for (let at = 0; at + PACKET <= head.length && head[at] === SYNC; at += PACKET) {
    const time = isUnitStart(head, at) ? presentationTime(head, payloadAt(head, at), at + PACKET) : null
    if (time !== null) first = Math.min(first, time)
  }
  return first === Infinity ? null : first / CLOCK
}
