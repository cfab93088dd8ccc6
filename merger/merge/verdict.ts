import type { Mux } from './ffmpeg.ts'

/** What ffmpeg 7 and 5 say at the end of a stream that is declared, but has no packet. */
const NO_FRAME = /Could not open encoder before EOF|Value inf for parameter 'time_base'/

/** If a playlist states no codecs, only this report shows that the stream is missing. */
export function missingStream(
  stderr: string,
  mux: Pick<Mux, 'video' | 'audio' | 'isAudioCertain'>,
): 'no_sound' | 'no_picture' | undefined {
  if (mux.video === null && NO_FRAME.test(stderr)) return 'no_sound'
  const found = /Stream map '(?:\d+:([aV]):0)?' matches no streams/.exec(stderr)
  if (!found) return undefined
  if (found[1] !== undefined) return found[1] === 'a' ? 'no_sound' : 'no_picture'
  // The message of ffmpeg 7.1 does not name the missing stream.
  if (mux.video === null) return 'no_sound'
  return mux.audio === null || !mux.isAudioCertain ? 'no_picture' : undefined
}

/** It reads only the packets of mapped streams. */
const CUT_OFF = /^\[[\w,]+ @ \w+\] \[\w+\] (?:stream \d+, offset (\w+): partial file|File ended prematurely)/
/** ffmpeg leaves out what its decoder lacks, for example the half of a WMA Voice file. */
const NOT_DECODED =
  /^(?:\[[^\]]*\] )*Error (?:while decoding stream|submitting packet to decoder).*Not yet implemented/

/** The exit code of ffmpeg is 0 although a part of the source is missing in the file. */
export function missingPartSign(stderr: string): string | undefined {
  return stderr.split('\n').find((line) => CUT_OFF.test(line) || NOT_DECODED.test(line))
}

/** Returns whether ffmpeg may have failed only because it cannot seek back in a pipe. */
export function mayNeedSeeking(stderr: string, sourceBytes: number | null): boolean {
  if (stderr.includes('Invalid data found when processing input')) return true
  const offset = Number(CUT_OFF.exec(missingPartSign(stderr) ?? '')?.[1])
  return offset < (sourceBytes ?? Infinity)
}

/** ffmpeg names each context by its address in memory, which differs in each run. */
export const withoutAddresses = (line: string): string => line.replace(/0x[\da-f]{6,}/g, '')
