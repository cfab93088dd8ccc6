import type { Clip } from '#contract/clip.ts'
import { Failure } from '#contract/failure.ts'
import type { MediaTrack, Run } from './timeline.ts'

/** Seconds. Lists round the lengths of their parts, and frames may stand behind later ones. */
const SLACK = 0.5

/**
 * The parts that a clip needs. `startsAt`: where the first of them begins in the item. The whole track if the
 * list does not say where its parts lie.
 */
export function windowOf(track: MediaTrack, clip: Clip): { track: MediaTrack; startsAt: number } {
  if (!track.runs.every(isTimed)) return { track, startsAt: 0 }
  const runs = track.runs.map((run) => within(run, clip)).filter(({ parts }) => parts.length > 0)
  const [first] = runs
  if (!first) throw new Failure('bad_clip', { cause: 'no part of the list' })
  return { track: { ...track, runs }, startsAt: first.start ?? 0 }
}

const isTimed = ({ start, parts, gaps }: Run) =>
  start !== null && gaps === 0 && parts.every(({ seconds }) => seconds !== null)

function within(run: Run, { start, end }: Clip): Run {
  let at = run.start ?? 0
  let begin = at
  const parts = run.parts.filter((part) => {
    const from = at
    at += part.seconds ?? 0
    if (at <= start - SLACK) begin = at
    return at > start - SLACK && from < end + SLACK
  })
  const before = begin - (run.start ?? 0)
  const zero = run.zero === null ? null : run.zero + before
  const seconds = run.seconds === undefined ? {} : { seconds: run.seconds - before }
  return { ...run, parts, start: begin, zero, ...seconds }
}
