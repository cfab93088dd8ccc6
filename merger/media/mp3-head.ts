import { FRAME_HEAD, mp3Frame, audioStart } from './mp3-frame.ts'
import { UNKNOWN_FACTS, type MediaFacts } from './media-facts.ts'

/**
 * Reads the properties of an MP3, such as its duration. `head` starts at the beginning of the file, or at the
 * audio after the tag. Returns undefined when `head` contains no MP3 frame at the start of the audio.
 * @param rest number of bytes from the start of `head` to the end of the file; null = unknown
 */
export function mp3Facts(head: Buffer, rest: number | null): MediaFacts | undefined {
  const start = audioStart(head)
  const isHere = start === 0 || start + FRAME_HEAD <= head.length
  if (!isHere || !mp3Frame(head, start)) return undefined
  return {
    ...UNKNOWN_FACTS,
    duration: seconds(head, start, rest),
    start: 0,
    tracks: [{ kind: 'audio', codec: 'mp3', width: null, height: null, duration: null, fps: null }],
    isAll: true,
    soundBytes: rest === null ? null : rest - start,
  }
}

/**
 * Returns the duration according to the Xing/Info header. Without that header, computes it from the mean bit
 * rate of the frames in `head`.
 */
function seconds(head: Buffer, start: number, rest: number | null): number | null {
  const first = mp3Frame(head, start)
  if (first?.info?.frames) return first.info.frames * first.seconds
  let [at, lasting] = [start, 0]
  for (let frame = first; frame?.length; frame = mp3Frame(head, at)) {
    at += frame.length
    lasting += frame.seconds
  }
  return lasting > 0 && rest !== null ? ((rest - start) * lasting) / (at - start) : null
}
