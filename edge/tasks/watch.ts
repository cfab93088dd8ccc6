import { COPY_IS_OVER } from '#contract/copy-list.ts'
import { mergeId } from '#contract/engine/merge.ts'
import { FIRST_FRAGMENTS, watchListSchema, watchPath, type WatchList } from '#contract/engine/watch.ts'
import { Failure } from '#contract/failure.ts'
import { mergerFor } from '../mergers/client.ts'
import { taskOf } from './merge-task.ts'
import type { Watched } from './task.ts'

const ATTEMPT_WAIT_MS = 5_000
/** Most attempts begin at once; each look is a call of the task. */
const [FIRST_LOOK_MS, LONGEST_LOOK_MS] = [50, 250]
/** Many tasks may wait for a place, each for minutes. */
const QUEUED_LOOK_MS = 1_000

/**
 * Waits some seconds for an attempt.
 * @param wanted number of the attempt; another one has other bytes
 * @throws `not_found` if nothing is being made, or not by this attempt
 */
export async function watchedAttempt(
  env: Env,
  nonce: string,
  wanted: string | undefined,
  signal: AbortSignal,
): Promise<Watched | 'waiting'> {
  const until = Date.now() + ATTEMPT_WAIT_MS
  for (let pause = FIRST_LOOK_MS; ; pause = Math.min(LONGEST_LOOK_MS, pause * 1.5)) {
    const watched = await taskOf(env, nonce).watched()
    if (watched === null) throw new Failure('not_found')
    if (watched === 'queued') {
      await scheduler.wait(QUEUED_LOOK_MS)
      return 'waiting'
    }
    if (watched !== 'waiting' && wanted !== undefined && wanted !== String(watched.attempt))
      throw new Failure('not_found')
    if (watched !== 'waiting' || Date.now() > until || signal.aborted) return watched
    await scheduler.wait(pause)
  }
}

/** Null if the attempt has ended at its merger, of which the task has not heard yet. */
export async function watchList(env: Env, watched: Watched, signal: AbortSignal): Promise<WatchList | null> {
  const path = watchPath(mergeId(watched.name, watched.attempt))
  const answer = await mergerFor(env, watched.merger)(path, { signal }).catch((error: unknown) => {
    if (error instanceof Failure && error.code === 'not_found') return null
    throw error
  })
  return answer && watchListSchema.parse(await answer.json())
}

type Segment = { start: number; end: number; seconds: number }

/** With little more bandwidth than a film needs, a request for each half second would be too many. */
const LATER_FRAGMENTS = 5

function segmentsOf({ fragments, is_over }: WatchList): Segment[] {
  const segments: Segment[] = []
  for (let at = 0; at < fragments.length;) {
    const wanted = at < 2 * FIRST_FRAGMENTS ? FIRST_FRAGMENTS : LATER_FRAGMENTS
    const group = fragments.slice(at, at + wanted)
    // A segment may not change after it was listed (RFC 8216, section 6.2.1).
    if (group.length < wanted && !is_over) break
    const seconds = group.reduce((sum, one) => sum + one.seconds, 0)
    segments.push({ start: group[0]!.start, end: group.at(-1)!.end, seconds })
    at += wanted
  }
  return segments
}

/** An HLS playlist (RFC 8216) whose segments are ranges of `media`. */
export function playlistOf(list: WatchList, media: string): string {
  const segments = segmentsOf(list)
  const longest = Math.max(1, ...segments.map(({ seconds }) => Math.round(seconds)))
  const range = ({ start, end }: { start: number; end: number }) => `${end - start}@${start}`
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${longest}`,
    '#EXT-X-PLAYLIST-TYPE:EVENT',
    '#EXT-X-START:TIME-OFFSET=0,PRECISE=YES',
    // Browsers send requests for one address one after the other, so the first two have two addresses.
    `#EXT-X-MAP:URI="${media}&init",BYTERANGE="${range({ start: 0, end: list.init })}"`,
    ...segments.flatMap((one) => [
      `#EXTINF:${one.seconds.toFixed(6)},`,
      `#EXT-X-BYTERANGE:${range(one)}`,
      media,
    ]),
    // Behind the beginning of a film, a player waits for the file. After an end it would begin again.
    ...(list.is_over ? [list.is_whole ? '#EXT-X-ENDLIST' : COPY_IS_OVER] : []),
    '',
  ].join('\n')
}
