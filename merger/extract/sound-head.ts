import { FRAME_HEAD, mp3Frame, soundStart } from '../merge/mp3-frame.ts'
import type { HeadFacts } from './head.ts'

/**
 * What the first bytes of a file of sound alone say (MP3, FLAC, WAV); undefined for others.
 * @param rest bytes from the first of these to the end of the file; null = unknown
 */
export function soundFacts(head: Buffer, rest: number | null): HeadFacts | undefined {
  const signature = head.toString('latin1', 0, 4)
  if (signature === 'fLaC') return sound('flac', flacSeconds(head))
  if (signature === 'RIFF' && head.toString('latin1', 8, 12) === 'WAVE') return wav(head)
  const start = soundStart(head)
  const isHere = start === 0 || start + FRAME_HEAD <= head.length
  if (!isHere || !mp3Frame(head, start)) return undefined
  return {
    ...sound('mp3', mp3Seconds(head, start, rest)),
    ...(rest !== null && { soundBytes: rest - start }),
  }
}

const sound = (codec: string, duration: number | null): HeadFacts => ({
  duration,
  tracks: [{ kind: 'audio', codec, width: null, height: null }],
  isAll: true,
})

/** By its information frame, else by the mean rate of the frames that are here. */
function mp3Seconds(head: Buffer, start: number, rest: number | null): number | null {
  const first = mp3Frame(head, start)
  if (first?.info?.frames) return first.info.frames * first.seconds
  let [at, seconds] = [start, 0]
  for (let frame = first; frame?.length; frame = mp3Frame(head, at)) {
    at += frame.length
    seconds += frame.seconds
  }
  return seconds > 0 && rest !== null ? ((rest - start) * seconds) / (at - start) : null
}

/** Samples and their rate stand at the end of STREAMINFO, the first block (RFC 9639, 8.2). */
function flacSeconds(head: Buffer): number | null {
  if (head.length < 26) return null
  const packed = head.readBigUInt64BE(18)
  const [hertz, samples] = [Number(packed >> 44n), Number(packed & 0xfffffffffn)]
  return hertz && samples ? samples / hertz : null
}

/** Chunks of RIFF: "fmt " says bytes a second, "data" how many there are. */
function wav(head: Buffer): HeadFacts {
  let rate = 0
  for (let at = 12; at + 20 <= head.length;) {
    const [name, size] = [head.toString('latin1', at, at + 4), head.readUInt32LE(at + 4)]
    if (name === 'fmt ') rate = head.readUInt32LE(at + 16)
    // Written to a pipe, its length is unknown.
    if (name === 'data') return sound('pcm', rate && size < 0xffffff00 ? size / rate : null)
    at += 8 + size + (size % 2)
  }
  return sound('pcm', null)
}
