import type { MergePlan } from '#contract/engine/merge.ts'
import { MAX_DURATION_SECONDS, PART_BYTES } from '#contract/limits.ts'

export type IndexFacts = {
  duration: number
  fps: number
  /** Audio packets per second; 0 without audio. */
  packets: number
  /** Bytes of the cover image and the chapters. Like the index, they are stored before the media. */
  extras: number
  /** Cues of the subtitles in the file. */
  cues?: number
}

export const MAX_INDEX_BYTES = 256 * 1024 ** 2
const TAG_BYTES = 65_536
/** `CHUNK_BYTES` for each second of media, which has two video chunks and two audio chunks. */
const FRAME_BYTES = 24
const PACKET_BYTES = 12
const CHUNK_BYTES = 80
/** A cue and the pause before it, each with a chunk of its own. */
const CUE_BYTES = 96

/** @param hinted number of bytes that is necessary according to a failed attempt; 0 = unknown */
export function indexReserveFor(container: MergePlan['container'], facts: IndexFacts, hinted = 0): number {
  return Math.min(Math.max(neededBytes(container, facts), hinted), MAX_INDEX_BYTES)
}

function neededBytes(container: MergePlan['container'], facts: IndexFacts): number {
  if (container === 'mp4' || container === 'm4a') return mp4IndexBytes(facts)
  if (container === 'webm' || container === 'mkv') return cueBytes(facts)
  // An MP3 has no index. The reserve is for its tags, its cover and the Xing/Info header, which come first.
  return TAG_BYTES + facts.extras
}

/** If the index were larger than the reserved space, it would overwrite the media. */
function mp4IndexBytes(facts: IndexFacts): number {
  const seconds = facts.duration + 2
  const bytesPerSecond = FRAME_BYTES * facts.fps + PACKET_BYTES * facts.packets + CHUNK_BYTES
  return TAG_BYTES + facts.extras + (facts.cues ?? 0) * CUE_BYTES + Math.ceil(seconds * bytesPerSecond)
}

/** Cues take about 30 bytes for each key frame. The reserve is large enough for two per second. */
function cueBytes(facts: IndexFacts): number {
  return 16_384 + (facts.cues ?? 0) * CUE_BYTES + Math.ceil((facts.duration + 2) * 64)
}

/**
 * ffmpeg never changes a byte that it has written at or after this offset. The 64 bytes are for two headers:
 * the file type box before the reserved space, and the header of the media box after it. The sum is rounded
 * up, because the edge uploads the file to R2 in parts of this size.
 */
export function firstFinalByte(indexReserve: number): number {
  return Math.ceil((indexReserve + 64) / PART_BYTES) * PART_BYTES
}

/** The estimate assumes the low bit rate of 64 kbit/s, so it is usually too long. */
export function guessedDuration(size: number | null): number {
  return size === null ? 3_600 : Math.min(size / 8_000, MAX_DURATION_SECONDS)
}
