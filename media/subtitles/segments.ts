import { Failure } from '#contract/failure.ts'
import type { Run } from '../lists/timeline.ts'
import { inOrder, SEAM, type Cue } from './cue.ts'
import { clock } from '#contract/time-text.ts'

export type Segment = {
  run: Run
  /** On the clock of the item; null = the list does not say. */
  start: number | null
  seconds: number | null
  /** Undefined for bytes that are no subtitles. */
  cues: Cue[] | undefined
  /** From the clock of the cues to that of the stream; null = the segment does not say. */
  shift: number | null
  /** The first time in the samples of a fragment. */
  first: number | null
}

/**
 * Packagers begin the times of cues with the item, the period, the segment or the broadcast. The first of
 * these clocks on which all cues lie in their segments, or at least most, is theirs.
 */
export function joinSegments(segments: Segment[]): Cue[] {
  if (segments.every(({ cues }) => cues === undefined)) throw new Failure('no_subtitles')
  const mapped = segments.find(({ shift }) => shift !== null)
  const placed = [...new Set(segments.map(({ run }) => run))].flatMap((run) => {
    const own = segments.filter((one) => one.run === run)
    const clocks = clocksOf(run, own, mapped)
    const exact = exactClock(clocks, own, knownShifts(segments, run, mapped))
    const by = exact ?? likeliestClock(clocks, own)
    return own.flatMap((one) => (one.cues ?? []).map((cue) => later(cue, by(one))))
  })
  return inOrder(withoutSeams(placed))
}

type Clock = (segment: Segment) => number

/** Seconds: many packagers let the clock of a picture in transport streams begin here. */
const PICTURE_START = 10

/**
 * Subtitles on the clock of the picture are later than the item by its first time. Those on the clock of the
 * film alone are earlier by the inserted parts, where nobody speaks.
 */
function knownShifts(segments: Segment[], run: Run, mapped: Segment | undefined): number[] {
  const silent = [...new Set(segments.map((one) => one.run))]
    .filter((other) => (other.start ?? 0) < (run.start ?? 0))
    .map((other) => segments.filter((one) => one.run === other))
    .filter((own) => own.every(({ cues = [] }) => cues.length === 0))
  const inserted = silent.flat().reduce((sum, { seconds }) => sum + (seconds ?? 0), 0)
  return mapped ? [inserted, -PICTURE_START] : [inserted]
}

/** Seconds: a cue may stand a little outside its segment. A clock that is moved has no such excuse. */
const OVERHANG = 0.5

/** The first clock, as it is or moved, on which each cue lies in its segment. */
function exactClock(clocks: Clock[], segments: Segment[], shifts: number[]): Clock | undefined {
  const isExact = (by: Clock, slack: number) => segments.every((one) => isInSegment(one, by(one), slack))
  const movedBy =
    (shift: number) =>
    (by: Clock): Clock =>
    (one) =>
      by(one) + shift
  const moved = shifts.flatMap((shift) => clocks.map(movedBy(shift)))
  return clocks.find((by) => isExact(by, OVERHANG)) ?? moved.find((by) => isExact(by, 0))
}

function isInSegment({ start, seconds, cues = [] }: Segment, by: number, slack: number): boolean {
  if (start === null || seconds === null) return false
  const [from, to] = [start - slack - by, start + seconds + slack - by]
  return cues.every((cue) => cue.end >= from && cue.start <= to)
}

/** Lists round the lengths of their segments. */
function likeliestClock(clocks: Clock[], segments: Segment[]): Clock {
  const missed = clocks.map((by) => segments.filter((one) => isMissed(one, by(one))).length)
  return clocks[missed.indexOf(Math.min(...missed))]!
}

const later = (cue: Cue, by: number): Cue => ({ ...cue, start: cue.start + by, end: cue.end + by })

function clocksOf(run: Run, segments: Segment[], mapped: Segment | undefined): Clock[] {
  const start = run.start ?? 0
  const ofSegment = (one: Segment) => one.start ?? 0
  const sampled = segments.find(({ first }) => first !== null)
  const zero = run.zero ?? (sampled ? sampled.first! - ofSegment(sampled) + start : null)
  if (zero !== null) return [() => start - zero, () => start, () => 0, ofSegment]
  const onMap = ({ shift }: Segment) => (shift === null ? 0 : unwrapped(shift - mapped!.shift!))
  const begin = mapped?.start ?? 0
  return [onMap, (one) => onMap(one) + begin, (one) => onMap(one) + start, ofSegment]
}

/** Lists round the lengths of their segments, so the error grows with the time. */
const slackAt = (seconds: number) => 1 + seconds / 10

function isMissed({ start, seconds, cues = [] }: Segment, by: number): boolean {
  if (start === null || seconds === null || cues.length === 0) return false
  const slack = slackAt(start)
  return cues.every((cue) => cue.end + by < start - slack || cue.start + by > start + seconds + slack)
}

/** A cue that spans two segments is in both, whole or in parts. */
export function withoutSeams(cues: Cue[]): Cue[] {
  const last = new Map<string, Cue>()
  const whole: Cue[] = []
  for (const cue of cues.toSorted((a, b) => a.start - b.start)) {
    const text = cue.lines.join('\n')
    const before = last.get(text)
    if (before && cue.start <= before.end + SEAM) before.end = Math.max(before.end, cue.end)
    else {
      const copy = { ...cue }
      last.set(text, copy)
      whole.push(copy)
    }
  }
  return whole
}

/** Ticks of MPEG-TS: 90,000 a second in 33 bits. */
const TICKS = 90_000
const PERIOD = 2 ** 33 / TICKS

const unwrapped = (seconds: number) => (seconds < -PERIOD / 2 ? seconds + PERIOD : seconds)

/** What X-TIMESTAMP-MAP says (RFC 8216, section 3.5). */
export function shiftOf(text: string): number | null {
  const map = /^X-TIMESTAMP-MAP\s*=(.{1,200})$/im.exec(text.slice(0, 500))?.[1]
  const ticks = /MPEGTS:\s*(\d{1,16})/i.exec(map ?? '')?.[1]
  if (map === undefined || ticks === undefined) return null
  const local = clock(/LOCAL:\s*([\d:.]{1,20})/i.exec(map)?.[1] ?? '')
  return Number(ticks) / TICKS - (local || 0)
}
