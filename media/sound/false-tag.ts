import { containerOfBytes, SIGNATURE_BYTES } from '#contract/media-signature.ts'
import { adtsLength } from './aac-frame.ts'
import { audioStart, mp3Frame } from './mp3-frame.ts'

/** In a picture inside a tag, as many frames in a row do not occur by chance. */
const ENOUGH_FRAMES = 8

/**
 * Where the sound begins if the ID3 tag before it states a length that reaches into the sound or behind the
 * end of the file; 0 otherwise.
 */
export function behindFalseTag(head: Uint8Array): number {
  const stated = audioStart(head)
  if (stated === 0 || isOther(head.subarray(stated)) || framesFrom(head, stated) > 0) return 0
  return firstOfMany(head, 10, Math.min(stated, head.length))
}

/** Bytes without a signature can stand before the sound, such as the rest of a stream. 0: there is none. */
export const behindJunk = (head: Uint8Array): number =>
  containerOfBytes(head.subarray(0, SIGNATURE_BYTES)) === undefined ? firstOfMany(head, 1, head.length) : 0

function firstOfMany(head: Uint8Array, from: number, end: number): number {
  const failed = new Set<number>()
  for (let at = head.indexOf(0xff, from); at >= 0 && at < end; at = head.indexOf(0xff, at + 1))
    if (framesFrom(head, at, failed) >= ENOUGH_FRAMES) return at
  return 0
}

/** Frames have no signature: the bytes inside one can look like the start of another. */
function isOther(bytes: Uint8Array): boolean {
  const found = containerOfBytes(bytes.subarray(0, SIGNATURE_BYTES))
  return found !== undefined && found !== 'mp3' && found !== 'aac'
}

/**
 * Zero if the frames do not follow each other up to the end of `head`. A crafted file could have thousands of
 * starts, each with thousands of frames, so none is followed twice.
 */
function framesFrom(head: Uint8Array, from: number, failed = new Set<number>()): number {
  let [at, count] = [from, 0]
  for (; at + 7 <= head.length; count++) {
    const length = failed.has(at) ? undefined : (adtsLength(head, at) ?? mp3Frame(head, at)?.length)
    failed.add(at)
    if (!length) return 0
    at += length
  }
  return count
}
