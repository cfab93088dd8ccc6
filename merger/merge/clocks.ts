import type { OpenedRendition } from './sources/open.ts'

export type Clocks = {
  /**
   * `kept`: after the shifts, all inputs use the clock of the item. `shifted`: all inputs use the same clock
   * but start later. `separate`: the inputs use different clocks.
   */
  mode: 'kept' | 'shifted' | 'separate'
  /** Seconds that are added to the clock of each input. */
  shifts: number[]
}

/** Seconds. Sound begins before its zero by its priming, and a list rounds. */
const EARLY = 0.5
const AT_START = 0.1

export function clocksOf(opened: OpenedRendition[]): Clocks {
  const shifts = opened.map(() => 0)
  // With `-copyts`, ffmpeg would not correct jumps in the timestamps.
  if (opened.some((one) => one.hasDiscontinuity)) return { mode: 'separate', shifts }
  const zeros = opened.map(zeroOf).filter((zero) => zero !== null)
  if (zeros.length === opened.length && zeros.some((zero) => zero !== 0))
    return { mode: 'kept', shifts: zeros.map((zero) => -zero) }
  const known = opened.map((one) => one.facts.start).filter((at) => at !== null)
  // A transport stream starts at an arbitrary timestamp, so its timestamps cannot be compared with those of a
  // source that starts at zero.
  if (known.length > 0 && known.length < opened.length) return { mode: 'separate', shifts }
  if (Math.max(...known) - Math.min(...known) >= shortest(opened)) return { mode: 'separate', shifts }
  return { mode: known.length > 0 && Math.min(...known) <= AT_START ? 'kept' : 'shifted', shifts }
}

/** A list is believed where the first frame of the source lies inside the item by its word. */
function zeroOf({ zero, facts, expected }: OpenedRendition): number | null {
  if (zero === undefined || zero === null || facts.start === null) return null
  const begins = facts.start - zero
  return begins > -EARLY && begins < (expected?.seconds ?? EARLY) ? zero : null
}

/** Of two sources on one clock, none begins after the other has ended. */
const shortest = (opened: OpenedRendition[]) =>
  Math.min(...opened.map(({ expected }) => expected?.seconds ?? Infinity))
