/** `start` and `end` in seconds; `lines` of plain text, without markup. */
export type Cue = { start: number; end: number; lines: string[] }

/** Four hours with more than three cues a second. What comes after them is not read. */
export const MAX_CUES = 50_000
/** Nobody reads more at once. Hostile texts have megabytes in one cue. */
export const MAX_CUE_SOURCE = 20_000
const MAX_LINES = 20

const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  lrm: '\u200e',
  rlm: '\u200f',
}

/** Of ASS, such as `{\an8}`, which tools leave in other forms. */
const STYLES = /\{\\[^{}]*\}/g

/** Text of VTT, SRT, TTML or SRV without tags and entities. */
export function plainLines(markup: string): string[] {
  return withoutTags(markup.slice(0, MAX_CUE_SOURCE).replace(STYLES, ''))
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{1,8}));/gi, (whole, decimal, hex, name) => {
      if (name !== undefined) return ENTITIES[(name as string).toLowerCase()] ?? whole
      const code = decimal === undefined ? Number.parseInt(hex as string, 16) : Number(decimal)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
    })
    .split(/\r?\n/)
    .map((line) => line.replace(/[\p{Cc}\ufeff]/gu, ' ').trim())
    .filter((line) => line !== '')
}

/** Of HTML, or a time of WebVTT; not "<3" or "a < b". */
const TAG = /^<(?:\/?[a-z]|[!?]|\d+:\d\d|\/?>)/i

/** One at a time: a hostile text has millions of them. */
export function* linesOf(text: string): Generator<string, void> {
  for (let start = 0; start <= text.length;) {
    let end = start
    while (end < text.length && text[end] !== '\n' && text[end] !== '\r') end++
    yield text.slice(start, end)
    start = end + (text.startsWith('\r\n', end) ? 2 : 1)
  }
}

/** Linear in the length of the text: each `<` is looked for from where the last tag ended. */
function withoutTags(text: string): string {
  let plain = ''
  for (let at = 0; at < text.length;) {
    const open = text.indexOf('<', at)
    const close = open < 0 ? -1 : text.indexOf('>', open)
    if (close < 0) return plain + text.slice(at)
    const isTag = TAG.test(text.slice(open, open + 9))
    plain += text.slice(at, isTag ? open : open + 1)
    if (/^<br\b/i.test(text.slice(open, open + 4))) plain += '\n'
    at = isTag ? close + 1 : open + 1
  }
  return plain
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

/**
 * Automatic captions roll: each cue repeats the last line of the one before. Only new lines are kept, and a
 * cue ends where the next one begins.
 */
export function withoutRepeats(cues: Cue[]): Cue[] {
  const kept: Cue[] = []
  let before: string[] = []
  for (const cue of cues) {
    const lines = cue.lines.filter((line) => !before.includes(line))
    before = cue.lines
    if (lines.length > 0) kept.push({ ...cue, lines })
  }
  return kept.map((cue, at) => ({ ...cue, end: Math.min(cue.end, kept[at + 1]?.start ?? cue.end) }))
}
