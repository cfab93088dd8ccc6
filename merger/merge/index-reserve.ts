import type { MergePlan } from '#contract/engine/merge.ts'
import { MAX_DURATION_SECONDS, PART_BYTES } from '#contract/limits.ts'

/** Facts from which the maximum size of a file's index is computed. */
export type IndexFacts = {
  /** Duration in seconds. */
  duration: number
  /** Video frames per second; 0 without video. */
  fps: number
  /** Audio packets per second; 0 without audio. */
  packets: number
  /** Size of the cover image in bytes. Like the index, the cover is stored before the media. */
  cover: number
}

/** Maximum bytes of an index that `proveMp4` accepts. */
export const MAX_INDEX_BYTES = 256 * 1024 ** 2
const TAG_BYTES = 65_536
/**
 * An mp4 index needs at most:
 * - `FRAME_BYTES` for each video frame
 * - `PACKET_BYTES` for each audio packet
 * - `CHUNK_BYTES` for each second of media, which has two video chunks and two audio chunks
 */
const FRAME_BYTES = 24
const PACKET_BYTES = 12
const CHUNK_BYTES = 80

/**
 * Returns the number of bytes to reserve at the start of a file for its index, tags and cover. Returns at
 * least `hinted`, but at most `MAX_INDEX_BYTES`.
 * @param hinted number of bytes that is necessary according to a failed attempt; 0 = unknown
 */
export function indexReserveFor(container: MergePlan['container'], facts: IndexFacts, hinted = 0): number {
  return Math.min(Math.max(neededBytes(container, facts), hinted), MAX_INDEX_BYTES)
}

function neededBytes(container: MergePlan['container'], facts: IndexFacts): number {
  if (container === 'mp4' || container === 'm4a') return mp4IndexBytes(facts)
  if (container === 'webm' || container === 'mkv') return cueBytes(facts)
  // An MP3 has no index. The reserve is for its tags, its cover and the Xing/Info header, which come first.
  return TAG_BYTES + facts.cover
}

/**
 * Returns an upper bound for the mp4 index (moov) in bytes. If the index were larger than the reserved space,
 * it would overwrite the media.
 */
function mp4IndexBytes(facts: IndexFacts): number {
  const seconds = facts.duration + 2
  const bytesPerSecond = FRAME_BYTES * facts.fps + PACKET_BYTES * facts.packets + CHUNK_BYTES
  return TAG_BYTES + facts.cover + Math.ceil(seconds * bytesPerSecond)
}

/**
 * The cues (index) of WebM and Matroska take about 30 bytes for each key frame. The reserve is large enough
 * for two key frames per second.
 */
function cueBytes(facts: IndexFacts): number {
  return 16_384 + Math.ceil((facts.duration + 2) * 64)
}

/**
 * Returns the offset of the first final byte of the output file. ffmpeg never changes a byte that it has
 * written at or after this offset. It may rewrite the bytes before the offset, for example to write the
 * index.
 *
 * The offset is `indexReserve` (the bytes reserved for the index) plus 64 bytes for two headers. These are
 * the file type box before the reserved space, and the header of the media box after it. The sum is rounded
 * up to a multiple of `PART_BYTES`, because the edge uploads the file to R2 in parts of this size.
 */
export function firstFinalByte(indexReserve: number): number {
  return Math.ceil((indexReserve + 64) / PART_BYTES) * PART_BYTES
}

/**
 * Estimates the duration in seconds of a source whose duration is unknown. The estimate assumes the low bit
 * rate of 64 kbit/s, so it is usually too long. It is at most the maximum duration of an item. When the size
 * is also unknown, returns one hour.
 */
export function guessedDuration(size: number | null): number {
  return size === null ? 3_600 : Math.min(size / 8_000, MAX_DURATION_SECONDS)
}
