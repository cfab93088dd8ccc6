import type { MediaTrack, Run } from './timeline.ts'

/** The track without its marked advertisements, and their seconds; null if nothing or all of it is marked. */
export function withoutAdvertisements(track: MediaTrack): { track: MediaTrack; leftOut: number } | null {
  const kept = track.runs.filter(({ isAdvertisement }) => !isAdvertisement)
  if (kept.length === 0 || kept.length === track.runs.length) return null
  let leftOut: number | null = 0
  const runs: Run[] = []
  for (const run of track.runs) {
    if (run.isAdvertisement) leftOut = sum(leftOut, secondsOf(run))
    else runs.push({ ...run, start: run.start === null || leftOut === null ? null : run.start - leftOut })
  }
  const { expected } = track
  return {
    leftOut: leftOut ?? 0,
    track: {
      ...track,
      runs,
      expected: expected && leftOut !== null ? { ...expected, seconds: expected.seconds - leftOut } : null,
    },
  }
}

const secondsOf = ({ parts, gaps }: Run) =>
  parts.reduce<number | null>((total, { seconds }) => sum(total, seconds), gaps)

const sum = (a: number | null, b: number | null) => (a === null || b === null ? null : a + b)
