import { FRAME_HEAD, mp3Frame, audioStart } from './mp3-frame.ts'
import { behindFalseTag, behindJunk } from './false-tag.ts'
import { UNKNOWN_FACTS, type MediaFacts } from '../media-facts.ts'

/** Some programs count the bytes of tags too. */
const INEXACT = 1.02

/** `head` starts at the beginning of the file, or at the audio after the tag. */
export function mp3Facts(head: Uint8Array, rest: number | null): MediaFacts | undefined {
  const tagged = behindFalseTag(head) || audioStart(head)
  const start = tagged > 0 || mp3Frame(head) ? tagged : behindJunk(head)
  const isHere = start === 0 || start + FRAME_HEAD <= head.length
  const first = isHere ? mp3Frame(head, start) : undefined
  if (!first) return undefined
  const bytes = first.info?.bytes
  return {
    ...UNKNOWN_FACTS,
    duration: seconds(head, start, rest),
    start: 0,
    tracks: [{ kind: 'audio', codec: first.codec, width: null, height: null, duration: null, fps: null }],
    isAll: true,
    stated: bytes ? start + bytes / INEXACT : null,
    soundBytes: rest === null ? null : rest - start,
  }
}

/** Without the Xing/Info header, computes it from the mean bit rate of the frames in `head`. */
function seconds(head: Uint8Array, start: number, rest: number | null): number | null {
  const first = mp3Frame(head, start)
  if (first?.info?.frames) return first.info.frames * first.seconds
  let [at, lasting] = [start, 0]
  for (let frame = first; frame?.length; frame = mp3Frame(head, at)) {
    at += frame.length
    lasting += frame.seconds
  }
  return lasting > 0 && rest !== null ? ((rest - start) * lasting) / (at - start) : null
}
