import { PART_BYTES } from '#contract/limits.ts'

export type Length = {
  /** Seconds. */
  duration: number
  /** Frames a second of the picture; 0 without one. */
  fps: number
  /** Packets a second of the sound; 0 without one. */
  packets: number
  /** Bytes of the cover, which stands in the same place. */
  cover: number
}

const FOR_TAGS = 65_536
/** Bytes a frame, a packet and a second of chunks (two a second) take at most in an mp4 index. */
const FRAME = 24
const PACKET = 12
const CHUNKS = 80

/**
 * Bytes to keep free at the front of an mp4 for its index: an upper bound, because an index that does not fit would be
 * written over the media.
 */
export function indexBytes(length: Length): number {
  const seconds = length.duration + 2
  const rate = FRAME * length.fps + PACKET * length.packets + CHUNKS
  return FOR_TAGS + length.cover + Math.ceil(seconds * rate)
}

/** The same for the cues of WebM and Matroska: about 30 bytes a key frame, of which we expect less than two a second. */
export function cueBytes(length: Length): number {
  return 16_384 + Math.ceil((length.duration + 2) * 64)
}

/**
 * Where the part of a growing file begins that never changes. The 64 bytes are the file type before the reserve and the
 * size of the media box behind it; whole parts, because a part is stored as one.
 */
export function settledFrom(reserve: number): number {
  return Math.ceil((reserve + 64) / PART_BYTES) * PART_BYTES
}

/** Seconds a stream lasts at most when nobody says: from its size at 64 kbit/s, else an hour. */
export function guessDuration(size: number | null): number {
  return size === null ? 3_600 : size / 8_000
}
