import { UNKNOWN_FACTS, type MediaFacts } from '../media-facts.ts'

/** RFC 9639, section 8. ffprobe cannot read a head that ends within a large picture. */
export function flacFacts(head: Buffer, rest: number | null): MediaFacts | undefined {
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
export function streamInfo(head: Buffer): { block: number; hertz: number; samples: number } | undefined {
  const stream = 8
  if (head.toString('latin1', 0, 4) !== 'fLaC' || head.length < stream + 34) return undefined
  return {
    block: head.readUInt16BE(stream + 2),
    hertz: head.readUIntBE(stream + 10, 3) >>> 4,
    samples: (head.readUInt8(stream + 13) & 0x0f) * 2 ** 32 + head.readUInt32BE(stream + 14),
  }
}

/** Blocks with metadata come first, each with a flag, a type and its length. */
export function soundStart(head: Buffer): number {
  let at = 4
  for (let isLast = false; !isLast && at + 4 <= head.length;) {
    isLast = head.readUInt8(at) >= 0x80
    at += 4 + head.readUIntBE(at + 1, 3)
  }
  return at
}
