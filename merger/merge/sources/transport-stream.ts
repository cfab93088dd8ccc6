import type { Shown } from './run-clock.ts'
import {
  CLOCK,
  isSoundId,
  isUnitStart,
  PACKET,
  payloadAt,
  pidOf,
  presentationTime,
} from '#media/transport-stream/packet.ts'

const LONGEST_FRAME = CLOCK / 5
const SHORTEST_FRAME = CLOCK / 1_000

/**
 * Joins transport streams whose times continue each other (ISO/IEC 13818-1). Encoders write a little more
 * sound than picture, so the sound of two runs overlaps. Players count samples: without a cut, the sound
 * would come later with each run.
 */
export class TransportStream {
  readonly #counters = new Map<number, number>()
  #last: number | null = null
  #frame = 0
  /** How much later than its time a player that counts samples plays a frame. */
  #lag = 0
  #isRunStart = true
  #isCut = false
  #sound = -1

  #shown: Shown | null = null
  /** Before the first and after the last picture that can be shown. */
  #hides: 'before' | 'after' | null = null
  #picturePid = -1

  #picture: { first: number; last: number; count: number } | null = null

  /** Where the picture ends, or the sound of a stream without one, in seconds. */
  get end(): number | null {
    if (this.#picture) {
      const { first, last, count } = this.#picture
      return (last + (last - first) / Math.max(1, count - 1)) / CLOCK
    }
    return this.#last === null ? null : (this.#last + this.#frame) / CLOCK
  }

  async *append(run: AsyncIterable<Buffer>, shown: Shown | null): AsyncGenerator<Buffer> {
    this.#shown = shown
    this.#hides = shown && shown.from > -Infinity ? 'before' : null
    this.#isRunStart = true
    this.#picture = null
    let rest = Buffer.alloc(0)
    for await (const chunk of run) {
      const bytes = Buffer.concat([rest, chunk])
      const whole = bytes.length - (bytes.length % PACKET)
      let kept = 0
      for (let at = 0; at < whole; at += PACKET) {
        if (!this.#keeps(bytes.subarray(at, at + PACKET))) continue
        bytes.copyWithin(kept, at, at + PACKET)
        kept += PACKET
      }
      if (kept > 0) yield bytes.subarray(0, kept)
      rest = Buffer.from(bytes.subarray(whole))
    }
  }

  #keeps(packet: Buffer): boolean {
    const pid = pidOf(packet, 0)
    const isStart = isUnitStart(packet, 0)
    const body = payloadAt(packet, 0)
    const kind = isStart ? kindOf(packet, body) : null
    if (kind === 'picture') this.#picturePid = pid
    if (pid === this.#picturePid && !this.#shows(packet, kind === 'picture' ? body : null)) return false
    const isSound = isStart ? kind === 'sound' : this.#sound === pid
    if (isSound && isStart) {
      this.#sound = pid
      const time = presentationTime(packet, body, PACKET)
      if (time !== null) this.#isCut = !this.#isInside(time, this.#frame) || !this.#plays(time)
    }
    if (isSound && this.#isCut) return false
    this.#count(packet, pid)
    return true
  }

  #isInside(time: number, length = SHORTEST_FRAME): boolean {
    return (
      !this.#shown || (time >= this.#shown.from * CLOCK - 1 && time + length <= this.#shown.to * CLOCK + 1)
    )
  }

  /** As in a browser's buffer: from the first key frame inside on, to the first picture behind the end. */
  #shows(packet: Buffer, body: number | null): boolean {
    const time = body === null ? null : presentationTime(packet, body, PACKET)
    if (time !== null) {
      const isInside = this.#isInside(time)
      if (this.#hides === 'before' && isInside && isRandomAccess(packet)) this.#hides = null
      else if (this.#hides === null && !isInside && time > this.#shown!.from * CLOCK) this.#hides = 'after'
      if (this.#hides === null) this.#see(time)
    }
    return this.#hides === null
  }

  #see(time: number): void {
    const { first, last, count } = this.#picture ?? { first: time, last: time, count: 0 }
    this.#picture = { first: Math.min(first, time), last: Math.max(last, time), count: count + 1 }
  }

  #plays(time: number): boolean {
    const end = (this.#last ?? time - this.#frame) + this.#frame + this.#lag
    if (this.#isRunStart && this.#last !== null) {
      if (time < end - this.#frame / 2) return false
      this.#lag = time > end + LONGEST_FRAME ? 0 : end - time
    } else if (this.#last !== null && time > this.#last && time - this.#last < LONGEST_FRAME) {
      this.#frame = time - this.#last
    }
    this.#isRunStart = false
    this.#last = time
    return true
  }

  #count(packet: Buffer, pid: number): void {
    const before = this.#counters.get(pid)
    const hasPayload = (packet[3]! & 0x10) !== 0
    const counter = before === undefined ? packet[3]! & 0x0f : (before + Number(hasPayload)) & 0x0f
    this.#counters.set(pid, counter)
    packet[3] = (packet[3]! & 0xf0) | counter
  }
}

/** ISO/IEC 13818-1, section 2.4.3.5: the flag in the adaptation field. */
const isRandomAccess = (packet: Buffer) =>
  (packet[3]! & 0x20) !== 0 && packet[4]! > 0 && (packet[5]! & 0x40) !== 0

function kindOf(packet: Buffer, body: number): 'picture' | 'sound' | null {
  if (body + 4 > PACKET || packet.readUIntBE(body, 3) !== 1) return null
  const id = packet[body + 3]!
  if (id >= 0xe0 && id <= 0xef) return 'picture'
  return isSoundId(id) ? 'sound' : null
}
