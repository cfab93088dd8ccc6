import { joined } from './bytes.ts'
import { adtsLength } from './sound/aac-frame.ts'
import { boxes } from './mp4/boxes.ts'
import { audioStart } from './sound/mp3-frame.ts'
import { PACKET, SYNC } from './transport-stream/packet.ts'

const BOX = /^(ftyp|styp|sidx|ssix|prft|emsg|moov|moof|mdat|mfra|free|skip)$/

/** Bytes of the unit that begins there, undefined if none does. `header`: bytes that it takes to know. */
type Form = { lengthOf: (bytes: Uint8Array, at: number) => number | undefined; header: number }

const packets: Form = { lengthOf: (bytes, at) => (bytes[at] === SYNC ? PACKET : undefined), header: 1 }
const frames: Form = { lengthOf: adtsLength, header: 7 }
const mp4: Form = {
  lengthOf: (bytes, at) => {
    const box = boxes(bytes, at).next().value
    return box && BOX.test(box.type) ? box.end - box.start : undefined
  },
  header: 16,
}
const NONE = new Uint8Array(0)
const ENOUGH = 3 * PACKET
/** Longer tags in front are not walked: until the form is known, all bytes are kept. */
const MAX_TAG = 256 * 1024

/** Follows units that state their length: packets of MPEG-TS, boxes of MP4, frames of AAC. */
export class Units {
  #form: Form | null | undefined
  #rest: Uint8Array = NONE
  #left = 0
  readonly #onPacket: (packet: Uint8Array) => void

  /** `onPacket` gets each packet of a transport stream. */
  constructor(onPacket: (packet: Uint8Array) => void) {
    this.#onPacket = onPacket
  }

  /** The first byte begins a unit, and so does each byte behind one. */
  get isWalked(): boolean {
    return this.#form !== undefined && this.#form !== null
  }

  /** The bytes end inside a unit. */
  get isInside(): boolean {
    return this.#form === packets ? this.#rest[0] === SYNC : this.isWalked && this.#left > 0
  }

  read(chunk: Uint8Array): void {
    if (this.#form === null) return
    const skipped = Math.min(this.#left, chunk.length)
    this.#left -= skipped
    const fresh = chunk.subarray(skipped)
    const bytes = this.#rest.length > 0 ? joined([this.#rest, fresh]) : fresh
    const at = this.#form === undefined ? this.#begin(bytes) : 0
    this.#rest = at === undefined ? bytes : this.#walk(bytes, at)
  }

  /** Undefined when more bytes are needed to know the form. */
  #begin(bytes: Uint8Array): number | undefined {
    const at = audioStart(bytes)
    if (at > MAX_TAG) {
      this.#form = null
      return bytes.length
    }
    if (bytes.length < at + ENOUGH) return undefined
    this.#form = [packets, mp4, frames].find(({ lengthOf }) => {
      const length = lengthOf(bytes, at)
      return (
        length !== undefined && (at + length >= bytes.length || lengthOf(bytes, at + length) !== undefined)
      )
    })
    this.#form ??= null
    return at
  }

  #walk(bytes: Uint8Array, from: number): Uint8Array {
    let at = from
    while (this.#form && at + this.#form.header <= bytes.length) {
      const length = this.#form.lengthOf(bytes, at)
      // What follows is no media, such as a tag.
      if (length === undefined) this.#form = null
      else if (this.#form === packets) {
        if (at + length > bytes.length) break
        this.#onPacket(bytes.subarray(at, at + length))
        at += length
      } else if (at + length > bytes.length) {
        this.#left = at + length - bytes.length
        return NONE
      } else at += length
    }
    return bytes.subarray(at)
  }
}
