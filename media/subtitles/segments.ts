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
 * these clocks on which most cues lie in their segments is theirs.
 */
export function joinSegments(segments: Segment[]): Cue[] {
  if (segments.every(({ cues }) => cues === undefined)) throw new Failure('no_subtitles')
  const mapped = segments.find(({ shift }) => shift !== null)
  const placed = [...new Set(segments.map(({ run }) => run))].flatMap((run) => {
    const own = segments.filter((one) => one.run === run)
    const clocks = clocksOf(run, own, mapped)
    const missed = clocks.map((by) => own.filter((one) => isMissed(one, by(one))).length)
    const by = clocks[missed.indexOf(Math.min(...missed))]!
    return own.flatMap((one) => (one.cues ?? []).map((cue) => later(cue, by(one))))
  })
  return inOrder(withoutSeams(placed))
}

const later = (cue: Cue, by: number): Cue => ({ ...cue, start: cue.start + by, end: cue.end + by })

function clocksOf(
  run: Run,
  segments: Segment[],
  mapped: Segment | undefined,
): ((segment: Segment) => number)[] {
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
