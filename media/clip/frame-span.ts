import type { Clip } from '#contract/clip.ts'
import { indexOf } from '../bytes.ts'
import { audioStart, mp3Frame } from '../sound/mp3-frame.ts'
import type { Needed } from '../spans.ts'

/** Seconds. A frame of sound can use bits of the frames before it. */
const RESERVOIR = 1
/** Behind the header of the frame and its side information. */
const NAME_WITHIN = 40

/** Only the name `Info` of the first frame states that all frames of an MP3 have one bit rate. */
export function frameSpan(head: Uint8Array, size: number, { start, end }: Clip): Needed | null {
  const at = audioStart(head)
  const named = mp3Frame(head, at)
  if (!named?.length || indexOf(head.subarray(at, at + NAME_WITHIN), 'Info') < 0) return null
  const first = at + named.length
  const frame = mp3Frame(head, first)
  if (!frame?.kbps) return null
  const bytes = frame.kbps * 125 * frame.seconds
  const from = Math.max(0, Math.floor((start - RESERVOIR) / frame.seconds))
  const to = Math.ceil((end + RESERVOIR) / frame.seconds)
  const span = {
    start: first + Math.floor(from * bytes),
    end: Math.min(size, first + Math.ceil(to * bytes)) - 1,
  }
  return span.start < span.end ? { spans: [span], earliest: from * frame.seconds } : null
}
