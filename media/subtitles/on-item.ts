import { MAX_DURATION_SECONDS } from '#contract/limits.ts'
import type { Cue } from './cue.ts'

const HOUR = 3_600
/** Seconds: pages round the length of an item. */
const SLACK = 1

/**
 * Studios count from a whole hour, such as 10:00:00. Subtitles that lie behind the end of their item are
 * moved by whole hours if more of them then lie inside it.
 * @param seconds length of the item; null = unknown
 */
export function onItem(cues: Cue[], seconds: number | null): Cue[] {
  const last = (seconds ?? MAX_DURATION_SECONDS) + SLACK
  const first = cues[0]?.start ?? 0
  const insideAt = (hours: number) =>
    cues.filter(({ start }) => start >= hours * HOUR - SLACK && start - hours * HOUR < last).length
  const hours = [0, Math.floor(first / HOUR), Math.ceil(first / HOUR)]
  const best = hours.reduce((found, one) => (insideAt(one) > insideAt(found) ? one : found))
  return best === 0 ? cues : cues.flatMap((cue) => earlier(cue, best * HOUR))
}

function earlier(cue: Cue, by: number): Cue[] {
  const moved = { ...cue, start: Math.max(0, cue.start - by), end: cue.end - by }
  return moved.end > moved.start ? [moved] : []
}
