import type { MergePlan } from '#contract/engine.ts'
import { MAX_DURATION_SECONDS, PART_BYTES } from '#contract/limits.ts'

/** The facts of a merge that decide how large the index of its file can become. */
export type IndexFacts = {
  /** Seconds. */
  duration: number
  /** Video frames per second; 0 without video. */
  fps: number
  /** Audio packets per second; 0 without audio. */
  packets: number
  /** Bytes of the cover image, which is stored in front of the media too. */
  cover: number
}

/** The largest index that `proveMp4` accepts. */
export const MAX_INDEX_BYTES = 256 * 1024 ** 2
const TAG_BYTES = 65_536
/** The most bytes that a frame, a packet, and a second of chunks (two per second) take in an mp4 index. */
const FRAME_BYTES = 24
const PACKET_BYTES = 12
const CHUNK_BYTES = 80

/**
 * Bytes to reserve at the start of a file of this container for its index, tags and cover; at least `hinted`,
 * and at most `MAX_INDEX_BYTES`, whatever the facts claim.
 */
export function indexReserveFor(container: MergePlan['container'], facts: IndexFacts, hinted = 0): number {
  return Math.min(Math.max(neededBytes(container, facts), hinted), MAX_INDEX_BYTES)
}

function neededBytes(container: MergePlan['container'], facts: IndexFacts): number {
  if (container === 'mp4' || container === 'm4a') return mp4IndexBytes(facts)
  if (container === 'webm' || container === 'mkv') return cueBytes(facts)
  // The tags and the information frame of an MP3 are at its start.
  return TAG_BYTES + facts.cover
}

/** An upper bound of the mp4 index (moov): an index that does not fit would overwrite the media. */
function mp4IndexBytes(facts: IndexFacts): number {
  const seconds = facts.duration + 2
  const bytesPerSecond = FRAME_BYTES * facts.fps + PACKET_BYTES * facts.packets + CHUNK_BYTES
  return TAG_BYTES + facts.cover + Math.ceil(seconds * bytesPerSecond)
}

/**
 * The cues of WebM and Matroska take about 30 bytes per key frame. We expect fewer than two key frames per
 * second.
 */
function cueBytes(facts: IndexFacts): number {
  return 16_384 + Math.ceil((facts.duration + 2) * 64)
}

/**
 * Offset of the first byte of a growing file that never changes. 64 bytes more than the reserve, for the file
 * type box before it and the header of the media box behind it. Rounded up to whole parts, because R2 stores
 * whole parts.
 */
export function firstFinalByte(indexReserve: number): number {
  return Math.ceil((indexReserve + 64) / PART_BYTES) * PART_BYTES
}

/**
 * A generous duration in seconds for a source that does not say its own: its size at 64 kbit/s, at most the
 * longest item that is accepted; one hour when the size is unknown too.
 */
export function guessedDuration(size: number | null): number {
  return size === null ? 3_600 : Math.min(size / 8_000, MAX_DURATION_SECONDS)
}
