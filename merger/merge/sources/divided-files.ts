import type { MediaTrack, Run } from '#media/lists/timeline.ts'
import type { PartRequests } from '../../fetch/part-requests.ts'
import { boxAt, boxes, boxOf } from '#media/mp4/boxes.ts'

const START_BYTES = 64 * 1024
const USUAL_NAME = /\.(ts|aac|m4s)$/

/**
 * Some programs divide a film into MP4 files, each with an index and a clock of its own. A list of them has
 * no map, and each file is a run.
 */
export async function dividedFiles(
  track: MediaTrack,
  requests: PartRequests,
  signal: AbortSignal,
  trustsNames: boolean,
): Promise<MediaTrack> {
  const [first] = track.runs.flatMap(({ map, parts }) => (map ? [] : parts.slice(0, 1)))
  const count = track.runs.reduce((sum, { parts }) => sum + parts.length, 0)
  if (!first || count < 2) return track
  if (trustsNames && USUAL_NAME.test(new URL(first.urls[0]!).pathname)) return track
  if (!isWhole(await requests.start(first, START_BYTES, signal))) return track
  return { ...track, isSpliced: true, runs: track.runs.flatMap(divided) }
}

function isWhole(head: Buffer): boolean {
  const index = boxOf('moov', boxes(head))
  return index !== undefined && index.end <= head.length && !boxAt(head, index, 'mvex')
}

function divided(run: Run): Run[] {
  if (run.map) return [run]
  let start = run.start
  return run.parts.map((part, index) => {
    const one = { ...run, parts: [part], start, gaps: index === 0 ? run.gaps : 0 }
    start = start === null || part.seconds === null ? null : start + part.seconds
    return one
  })
}
