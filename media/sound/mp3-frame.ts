import { isAt, u32 } from '../bytes.ts'

/** ISO/IEC 11172-3 and 13818-3, section 2.4.2.3. `first` is for MPEG-1, `second` is for MPEG-2 and 2.5. */
const KBPS = {
  first: [
    [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
    [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
    [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  ],
  second: [
    [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
    [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
    [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  ],
} as const
const CODECS = ['mp1', 'mp2', 'mp3'] as const
const HERTZ = [44_100, 48_000, 32_000]
/** The frame header and the first fields of a Xing/Info header. */
export const FRAME_HEAD = 256

type Mp3Frame = {
  /** By the layer of MPEG audio. */
  codec: 'mp1' | 'mp2' | 'mp3'
  /** null for a frame in the free format, which states no bit rate. */
  kbps: number | null
  length: number | null
  seconds: number
  /** From the Xing/Info header in this frame. null when this frame has no such header. */
  info: { frames: number | null; bytes: number | null } | null
}

export function mp3Frame(bytes: Uint8Array, at = 0): Mp3Frame | undefined {
  if (at + 4 > bytes.length) return undefined
  const word = u32(bytes, at)
  const [version, layerBits, rateBits, hertzBits] = [
    (word >>> 19) & 3,
    (word >>> 17) & 3,
    (word >>> 12) & 15,
    (word >>> 10) & 3,
  ]
  const hertz = HERTZ[hertzBits]
  if (word >>> 21 !== 0x7ff || version === 1 || layerBits === 0 || rateBits === 15 || !hertz) return undefined
  const [isFirst, layer] = [version === 3, 3 - layerBits]
  const samples = layer === 0 ? 384 : layer === 1 || isFirst ? 1_152 : 576
  const isMono = ((word >>> 6) & 3) === 3
  const sideInfo = isFirst ? (isMono ? 17 : 32) : isMono ? 9 : 17
  const seconds = samples / (hertz / (isFirst ? 1 : version === 2 ? 2 : 4))
  const kbps = KBPS[isFirst ? 'first' : 'second'][layer]?.[rateBits - 1] ?? null
  // In MPEG audio layer I, the length of a frame is a multiple of four bytes.
  const slot = layer === 0 ? 4 : 1
  const padding = (word >>> 9) & 1
  return {
    codec: CODECS[layer]!,
    kbps,
    length: kbps && (Math.floor((kbps * 125 * seconds) / slot + 1e-6) + padding) * slot,
    seconds,
    info: information(bytes, at + 4 + sideInfo),
  }
}

function information(bytes: Uint8Array, at: number): Mp3Frame['info'] {
  if (at + 16 > bytes.length || !(isAt(bytes, 'Xing', at) || isAt(bytes, 'Info', at))) return null
  const flags = u32(bytes, at + 4)
  const [hasFrames, hasBytes] = [(flags & 1) !== 0, (flags & 2) !== 0]
  const bytesAt = at + (hasFrames ? 12 : 8)
  return {
    frames: hasFrames ? u32(bytes, at + 8) : null,
    bytes: hasBytes ? u32(bytes, bytesAt) : null,
  }
}

/** The tag stores its length as 28 bits in four bytes (ID3v2.3, section 3.1). */
export function audioStart(bytes: Uint8Array): number {
  if (bytes.length < 10 || !isAt(bytes, 'ID3', 0)) return 0
  return 10 + bytes.subarray(6, 10).reduce((value, byte) => value * 128 + (byte & 0x7f), 0)
}
