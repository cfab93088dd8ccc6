/** `start` and `end` in seconds; `lines` of plain text, without markup. */
export type Cue = { start: number; end: number; lines: string[]; speaker?: string }

/** Four hours with more than three cues a second. What comes after them is not read. */
export const MAX_CUES = 50_000
/** Nobody reads more at once. Hostile texts have megabytes in one cue. */
export const MAX_CUE_SOURCE = 20_000
export const MAX_LINES = 20

/** One at a time: a hostile text has millions of them. */
export function* linesOf(text: string): Generator<string, void> {
  for (let start = 0; start <= text.length;) {
    let end = start
    while (end < text.length && text[end] !== '\n' && text[end] !== '\r') end++
    yield text.slice(start, end)
    start = end + (text.startsWith('\r\n', end) ? 2 : 1)
  }
}

/** A player draws all cues of a moment at once, and effects of ASS have thousands. */
const MOST_A_SECOND = 20

/** In order of time, each with a positive length, none empty. */
export function inOrder(cues: Cue[]): Cue[] {
  const sorted = withEnds(
    cues
      .filter(({ start, end }) => Number.isFinite(start) && (start >= 0 || end > 0))
      .map((cue) => (cue.start < 0 ? { ...cue, start: 0 } : cue))
      .toSorted((a, b) => a.start - b.start),
  ).filter(({ lines }) => lines.length > 0)
  let [second, count] = [-1, 0]
  const readable = sorted.filter(({ start }) => {
    count = Math.floor(start) === second ? count + 1 : 1
    second = Math.floor(start)
    return count <= MOST_A_SECOND
  })
  return readable.map((cue) => ({ ...cue, lines: cue.lines.slice(0, MAX_LINES) }))
}

/** Seconds to read a cue that has no usable end. */
const READING = 2
const READING_CHARACTER = 0.06
const MAX_READING = 8

/** A cue without a usable end stays until the next one begins, or until it is read. */
function withEnds(sorted: Cue[]): Cue[] {
  let [next, at] = [Infinity, Infinity]
  const ended = sorted.toReversed().map((cue) => {
    if (cue.start < at) [next, at] = [at, cue.start]
    if (cue.end > cue.start && cue.end < Infinity) return cue
    const characters = cue.lines.reduce((sum, line) => sum + line.length, 0)
    const reading = Math.min(MAX_READING, READING + READING_CHARACTER * characters)
    return { ...cue, end: Math.min(next, cue.start + reading) }
  })
  return ended.toReversed()
}

/** Seconds: a cue that begins here has still the one before beside it, with times that were rounded. */
export const SEAM = 0.05

const isSame = (some: string[], others: string[]) => some.every((line, at) => line === others[at])

const follows = (before: Cue | undefined, { start }: Cue, pause: number): before is Cue =>
  before !== undefined && start <= before.end + pause

/** How many of the last lines of a cue the next one shows first. */
function carried(before: Cue, { lines }: Cue): number {
  const most = Math.min(before.lines.length, lines.length)
  const counts = Array.from({ length: most }, (_, at) => most - at)
  return counts.find((count) => isSame(before.lines.slice(-count), lines)) ?? 0
}

/** Whether a cue adds a line below those that stay. */
function addsLines(before: Cue, cue: Cue): boolean {
  const count = carried(before, cue)
  return count > 0 && count < cue.lines.length
}

/** Lines that are still on the screen. Above a new line, they are also those of a cue that has just ended. */
function repeated(before: Cue | undefined, cue: Cue): number {
  if (!follows(before, cue, READING)) return 0
  return follows(before, cue, SEAM) || addsLines(before, cue) ? carried(before, cue) : 0
}

/** Of the cues that follow the one before at once. */
const ROLLING_SHARE = 0.25

/**
 * Automatic captions roll: each cue repeats the last lines of the one before. Only new lines are kept, and a
 * cue ends where the next one begins. Other tracks say again what is said again.
 */
export function withoutRepeats(cues: Cue[]): Cue[] {
  const pairs = cues.map((cue, at) => ({ cue, before: cues[at - 1] }))
  const joined = pairs.filter(({ cue, before }) => follows(before, cue, SEAM))
  const added = joined.filter(({ cue, before }) => addsLines(before!, cue))
  const isRolling = added.length > joined.length * ROLLING_SHARE
  const kept = pairs
    .map(({ cue, before }) => ({
      ...cue,
      lines: isRolling ? cue.lines.slice(repeated(before, cue)) : cue.lines,
    }))
    .filter(({ lines }) => lines.length > 0)
  return kept.map((cue, at) => ({ ...cue, end: Math.min(cue.end, kept[at + 1]?.start ?? cue.end) }))
}
