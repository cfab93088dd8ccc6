import { u16 } from '../bytes.ts'
import {
  CLOCK,
  isSoundId,
  isUnitStart,
  PACKET,
  payloadAt,
  pidOf,
  presentationTime,
  ticksBetween,
} from './packet.ts'

/** Of one stream in one part; times in ticks. */
type Stream = {
  isSound: boolean
  first: number
  last: number
  count: number
  /** Bytes that its last PES packet still lacks; 0 if it states no length. */
  lacks: number
}
type Counter = { first: number; last: number; startsUnit: boolean }

/** The times and counters of a transport stream that say whether the next part continues it. */
export class TsTrace {
  readonly #streams = new Map<number, Stream>()
  readonly #counters = new Map<number, Counter>()

  see(packet: Uint8Array): void {
    const pid = pidOf(packet, 0)
    if ((packet[3]! & 0x10) === 0 || pid === 0x1fff) return
    const isStart = isUnitStart(packet, 0)
    const counter = packet[3]! & 15
    const known = this.#counters.get(pid)
    if (known) known.last = counter
    else this.#counters.set(pid, { first: counter, last: counter, startsUnit: isStart })
    const body = Math.min(payloadAt(packet, 0), PACKET)
    if (isStart) this.#begin(packet, pid, body)
    else {
      const stream = this.#streams.get(pid)
      if (stream) stream.lacks = Math.max(0, stream.lacks - (PACKET - body))
    }
  }

  #begin(packet: Uint8Array, pid: number, body: number): void {
    const time = presentationTime(packet, body, PACKET)
    const id = packet[body + 3] ?? 0
    const isSound = isSoundId(id)
    if (time === null || (!isSound && (id < 0xe0 || id > 0xef))) return
    const length = u16(packet, body + 4)
    const lacks = length === 0 ? 0 : Math.max(0, 6 + length - (PACKET - body))
    const { first, last, count } = this.#streams.get(pid) ?? { first: time, last: time, count: 0 }
    const latest = ticksBetween(last, time) > 0 ? time : last
    this.#streams.set(pid, { isSound, first, last: latest, count: count + 1, lacks })
  }

  /** A frame of sound is missing its end, and the next part does not have it. */
  isSoundOpen(next: TsTrace | undefined): boolean {
    return [...this.#streams].some(
      ([pid, { isSound, lacks }]) =>
        isSound && lacks > 0 && (!next || next.#counters.get(pid)?.startsUnit !== false),
    )
  }

  /** null if no stream is in both. */
  isCounted(next: TsTrace): boolean | null {
    const shared = [...this.#streams.keys()].filter((pid) => next.#counters.has(pid))
    if (shared.length === 0) return null
    return shared.every(
      (pid) => next.#counters.get(pid)!.first === ((this.#counters.get(pid)!.last + 1) & 15),
    )
  }

  /** Seconds between the end of this part and the next, in the stream with the least. */
  holeBefore(next: TsTrace): number {
    const holes = [...this.#streams].flatMap(([pid, { first, last, count }]) => {
      const after = next.#streams.get(pid)?.first
      if (after === undefined || count < 2) return []
      return ticksBetween(last, after) - ticksBetween(first, last) / (count - 1)
    })
    return holes.length > 0 ? Math.min(...holes) / CLOCK : 0
  }

  get seconds(): number {
    const spans = [...this.#streams.values()].map(
      ({ first, last, count }) => (ticksBetween(first, last) * count) / Math.max(1, count - 1),
    )
    return Math.max(0, ...spans) / CLOCK
  }
}
