import { Failure } from '#contract/failure.ts'
import type { Feed } from '../../fetch/feed.ts'
import { isSoundId, isUnitStart, packetBytes, PACKET, payloadAt } from '#media/transport-stream/packet.ts'

/** Discs also give sound this id, as ISO/IEC 13818-1 allows for any kind of stream. */
const EXTENDED_ID = 0xfd

/** A transport stream whose declared sound has no packet. Fails if it has one after all. */
export function withoutSound(feed: Feed): Pick<Feed, 'bytes'> {
  const step = packetBytes(feed.head)
  return {
    async *bytes() {
      let rest: Buffer = Buffer.alloc(0)
      for await (const chunk of feed.bytes()) {
        const all = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
        const whole = all.length - (all.length % step)
        for (let at = step - PACKET; at < whole; at += step)
          if (isSound(all, at)) throw new Failure('unreadable', { cause: 'sound that begins too late' })
        rest = all.subarray(whole)
        yield chunk
      }
    },
  }
}

function isSound(bytes: Buffer, at: number): boolean {
  const body = payloadAt(bytes, at)
  if (!isUnitStart(bytes, at) || body + 4 > at + PACKET || bytes.readUIntBE(body, 3) !== 1) return false
  const id = bytes[body + 3]!
  return isSoundId(id) || id === EXTENDED_ID
}
