import type { PartRequests } from '../../fetch/part-requests.ts'
import { reading } from '../../process/reading-pool.ts'
import { orUndefined } from '#media/out-of-range.ts'
import { CLOCK, firstTimes, isTs, ticksBetween } from '#media/transport-stream/packet.ts'
import type { Address, MediaTrack, Part, Run } from '#media/lists/timeline.ts'

const START_BYTES = 64 * 1024
const LANES = 4
const MAX_PARTS = 2_000
/** Shares of the listed, inexact lengths; `atMost` in seconds. Beyond them, the clock has jumped. */
const OF_ONE = { least: 0.25, atMost: 0.5, most: 4 }
/** Beyond these, each part is worth a look. */
const OF_ALL = { least: 0.7, atMost: Infinity, most: 1.5 }
const SLACK_SECONDS = 10

/** Ticks by stream. */
type Clock = Map<number, number>

/**
 * The clocks of the first, second and last part of a run show what a list may state wrongly: its length, and
 * that the clock of a transport stream starts again in each segment.
 */
export async function byOwnClocks(
  track: MediaTrack,
  requests: PartRequests,
  signal: AbortSignal,
): Promise<MediaTrack> {
  const split: Split[] = []
  for (let at = 0; at < track.runs.length; at += LANES)
    split.push(
      ...(await Promise.all(track.runs.slice(at, at + LANES).map((run) => splitOf(run, requests, signal)))),
    )
  const runs = split.flatMap((one) => one.runs)
  if (runs.length > 1) return { ...track, runs, isSpliced: true }
  return lasting(track, split[0]!.toLast, runs[0]!.parts)
}

/** `toLast`: seconds from the start of the first part to that of the last one. */
type Split = { runs: Run[]; toLast: number | null }

async function splitOf(run: Run, requests: PartRequests, signal: AbortSignal): Promise<Split> {
  const { parts, map } = run
  if (run.gaps > 0 || parts.length < 2) return { runs: [run], toLast: null }
  const head = (one: Address) => requests.start(one, START_BYTES, signal)
  const index = map ? await head(map) : null
  const clockOf = async (part: Part) => await clockIn(await head(part), index)
  const [first, second, last] = await Promise.all([parts[0]!, parts[1]!, parts.at(-1)!].map(clockOf))
  const toLast = secondsBetween(first!, last!)
  const isSteady =
    !jumps(first!, second!, parts[0]!.seconds, OF_ONE) &&
    !jumps(first!, last!, secondsOf(parts.slice(0, -1)), OF_ALL)
  if (isSteady || map || parts.length > MAX_PARTS) return { runs: [run], toLast }
  const clocks: Clock[] = []
  for (let at = 0; at < parts.length; at += LANES)
    clocks.push(...(await Promise.all(parts.slice(at, at + LANES).map(clockOf))))
  return { runs: runsOf(run, clocks), toLast }
}

async function clockIn(head: Buffer, index: Buffer | null): Promise<Clock> {
  if (isTs(head)) return orUndefined(() => firstTimes(head)) ?? new Map()
  const start = index && (await reading.read('mediaFacts', [Buffer.concat([index, head]), null])).start
  return start === null ? new Map() : new Map([[0, start * CLOCK]])
}

/** A last part may be this much longer than the others. */
const LONG_LAST = 1.5

/**
 * How long the last part lasts is still the list's word, in the measure of the parts before it; a list that
 * is far off there has no word.
 */
function lasting(track: MediaTrack, toLast: number | null, parts: Part[]): MediaTrack {
  if (toLast === null || toLast <= 0) return track
  const average = toLast / (parts.length - 1)
  const [before, last] = [secondsOf(parts.slice(0, -1)), parts.at(-1)!.seconds]
  const scaled = before && last !== null ? (last * toLast) / before : average
  const isFar = before !== null && !(toLast > before * OF_ALL.least && toLast < before * OF_ALL.most)
  const hasNoWord = isFar || scaled > LONG_LAST * average
  const expected = {
    ...(hasNoWord
      ? { seconds: toLast + average / 2, slack: average / 2 + 1 }
      : { seconds: toLast + scaled, slack: 1 + Math.abs((last ?? scaled) - scaled) }),
    // A part that lasts longer than its list says lacks nothing.
    atMost: toLast + Math.max(scaled, average),
  }
  return { ...track, expected }
}

function runsOf(run: Run, clocks: Clock[]): Run[] {
  const runs: Run[] = []
  let start = run.start
  for (const [at, part] of run.parts.entries()) {
    const before = run.parts[at - 1]
    if (!before || jumps(clocks[at - 1]!, clocks[at]!, before.seconds, OF_ONE))
      runs.push({ ...run, parts: [part], start })
    else runs.at(-1)!.parts.push(part)
    start = start === null || part.seconds === null ? null : start + part.seconds
  }
  return runs
}

const secondsOf = (parts: Part[]) =>
  parts.reduce<number | null>(
    (sum, { seconds }) => (sum === null || seconds === null ? null : sum + seconds),
    0,
  )

function secondsBetween(from: Clock, to: Clock): number | null {
  const stream = [...from.keys()].find((one) => to.has(one))
  return stream === undefined ? null : ticksBetween(from.get(stream)!, to.get(stream)!) / CLOCK
}

/** `listed`: seconds from the start of one part to that of the other. */
function jumps(from: Clock, to: Clock, listed: number | null, share: typeof OF_ONE): boolean {
  const seconds = secondsBetween(from, to)
  if (seconds === null) return false
  if (seconds <= Math.min((listed ?? 0) * share.least, share.atMost)) return true
  return listed !== null && seconds > listed * share.most + SLACK_SECONDS
}
