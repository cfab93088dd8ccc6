/** Builds a box of an ISO media file (ISO/IEC 14496-12). The size field of the box has 32 bits. */
export function box(type: string, ...content: Uint8Array[]): Buffer {
  const body = Buffer.concat(content)
  return Buffer.concat([u32(8 + body.length), Buffer.from(type, 'latin1'), body])
}

/** Builds a box whose content starts with the given version (one byte) and three zero bytes for the flags. */
export const fullBox = (type: string, version: number, ...content: Uint8Array[]): Buffer =>
  box(type, Buffer.from([version, 0, 0, 0]), ...content)

export function u16(...values: number[]): Buffer {
  const bytes = Buffer.alloc(2 * values.length)
  values.forEach((value, n) => bytes.writeUInt16BE(value, 2 * n))
  return bytes
}

export function u32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length)
  values.forEach((value, n) => bytes.writeUInt32BE(value >>> 0, 4 * n))
  return bytes
}

export function u64(...values: number[]): Buffer {
  const bytes = Buffer.alloc(8 * values.length)
  values.forEach((value, n) => bytes.writeBigInt64BE(BigInt(value), 8 * n))
  return bytes
}

/** Builds the content of `mvhd` and `mdhd` up to the duration. */
const times = (version: number, timescale: number, ticks: number) =>
  version === 1
    ? Buffer.concat([u64(0, 0), u32(timescale), u64(ticks)])
    : Buffer.concat([u32(0, 0), u32(timescale), u32(ticks)])

/** Builds the `mvhd` box of a movie. */
export const movieHeader = (timescale: number, ticks: number, version = 0): Buffer =>
  fullBox('mvhd', version, times(version, timescale, ticks), Buffer.alloc(80))

const H264_ENTRY = box('avc1', Buffer.alloc(24), u16(320, 180), Buffer.alloc(50))

export type TrackOptions = {
  id?: number
  /** Version of the boxes `tkhd` and `mdhd`. */
  version?: 0 | 1
  kind?: 'vide' | 'soun' | 'text'
  timescale?: number
  ticks?: number
  /** Whether the track has a `tkhd` box. */
  hasHeader?: boolean
  /** Whether the track has a sample description. */
  isDescribed?: boolean
  /** Boxes that follow the `tkhd` box, such as `edts`. */
  inTrack?: Buffer
  /** The sample description; by default, `kind` decides. */
  entry?: Buffer
  /** Boxes that follow the sample description in `stbl`. */
  tables?: Buffer
}

/**
 * Builds the `trak` box of a track. By default, the track lasts two seconds and is H.264 video with 320 × 180
 * pixels. If `kind` is not `vide`, the sample description is `mp4a`, without the `esds` box.
 */
export function track({
  id = 1,
  version = 0,
  kind = 'vide',
  timescale = 1_000,
  ticks = 2_000,
  hasHeader = true,
  isDescribed = true,
  inTrack = Buffer.alloc(0),
  entry = kind === 'vide' ? H264_ENTRY : box('mp4a', Buffer.alloc(28)),
  tables = Buffer.alloc(0),
}: TrackOptions = {}): Buffer {
  const long = version === 1
  const header = fullBox('tkhd', version, long ? u64(0, 0) : u32(0, 0), u32(id, 0), Buffer.alloc(64))
  const description = fullBox('stsd', 0, u32(1), entry)
  const media = box(
    'mdia',
    fullBox('mdhd', version, times(version, timescale, ticks), u32(0)),
    fullBox('hdlr', 0, u32(0), Buffer.from(kind), Buffer.alloc(13)),
    box('minf', box('stbl', isDescribed ? description : Buffer.alloc(0), tables)),
  )
  return box('trak', hasHeader ? header : Buffer.alloc(0), inTrack, media)
}
