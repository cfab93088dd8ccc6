import { FRAME_HEAD, mp3Frame, soundStart } from './mp3-frame.ts'
import type { HeadFacts } from './head-facts.ts'

/**
 * What the first bytes of an MP3 say; undefined for other files.
 * @param rest bytes from the first of these to the end of the file; null = unknown
 */
export function mp3Facts(head: Buffer, rest: number | null): HeadFacts | undefined {
  const start = soundStart(head)
  const isHere = start === 0 || start + FRAME_HEAD <= head.length
  if (!isHere || !mp3Frame(head, start)) return undefined
  return {
    duration: seconds(head, start, rest),
    tracks: [{ kind: 'audio', codec: 'mp3', width: null, height: null }],
    isAll: true,
    ...(rest !== null && { soundBytes: rest - start }),
  }
}

/** By its information frame, else by the mean rate of the frames that are here. */
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
