import { isAt, u16, u24, u32, u8 } from '../bytes.ts'
import { UNKNOWN_FACTS, type MediaFacts } from '../media-facts.ts'

/** RFC 9639, section 8. ffprobe cannot read a head that ends within a large picture. */
export function flacFacts(head: Uint8Array, rest: number | null): MediaFacts | undefined {
  const stream = streamInfo(head)
  if (!stream) return undefined
  const { hertz, samples } = stream
  return {
    ...UNKNOWN_FACTS,
    duration: hertz && samples ? samples / hertz : null,
    start: 0,
    tracks: [{ kind: 'audio', codec: 'flac', width: null, height: null, duration: null, fps: null }],
    isAll: true,
    stated: soundStart(head),
    soundBytes: rest === null ? null : Math.max(0, rest - soundStart(head)),
  }
}

/** `block`: samples of each frame but the last, unless frames vary. `samples`: zero if unknown. */
export function streamInfo(
  head: Uint8Array,
): { block: number; hertz: number; bits: number; samples: number } | undefined {
  const stream = 8
  if (!isAt(head, 'fLaC', 0) || head.length < stream + 34) return undefined
  return {
    block: u16(head, stream + 2),
    hertz: u24(head, stream + 10) >>> 4,
    bits: ((u16(head, stream + 12) >>> 4) & 0x1f) + 1,
    samples: (u8(head, stream + 13) & 0x0f) * 2 ** 32 + u32(head, stream + 14),
  }
}

/** Blocks with metadata come first, each with a flag, a type and its length. */
export function soundStart(head: Uint8Array): number {
  let at = 4
  for (let isLast = false; !isLast && at + 4 <= head.length;) {
    isLast = u8(head, at) >= 0x80
    at += 4 + u24(head, at + 1)
  }
  return at
}
