/** `start` and `end` in seconds; `lines` of plain text, without markup. */
export type Cue = { start: number; end: number; lines: string[] }

/** Four hours with more than three cues a second. What comes after them is not read. */
export const MAX_CUES = 50_000
/** Nobody reads more at once. Hostile texts have megabytes in one cue. */
export const MAX_CUE_SOURCE = 20_000
const MAX_LINES = 20

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** Text of VTT, SRT, TTML or SRV without tags and entities. */
export function plainLines(markup: string): string[] {
  return withoutTags(markup.slice(0, MAX_CUE_SOURCE))
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{1,8}));/gi, (whole, decimal, hex, name) => {
      if (name !== undefined) return ENTITIES[(name as string).toLowerCase()] ?? whole
      const code = decimal === undefined ? Number.parseInt(hex as string, 16) : Number(decimal)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
    })
    .split(/\r?\n/)
    .map((line) => line.replace(/[\p{Cc}\ufeff]/gu, ' ').trim())
    .filter((line) => line !== '')
}

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
    plain += text.slice(at, open)
    if (/^<(?:br|tt:br)\b/i.test(text.slice(open, open + 7))) plain += '\n'
    at = close + 1
  }
  return plain
}

/** A player draws all cues of a moment at once, and effects of ASS have thousands. */
const MOST_A_SECOND = 20

/** In order of time, each with a positive length, none empty. */
export function inOrder(cues: Cue[]): Cue[] {
  const sorted = cues
    .filter(({ start, end, lines }) => start >= 0 && end > start && Number.isFinite(end) && lines.length > 0)
    .toSorted((a, b) => a.start - b.start)
  let [second, count] = [-1, 0]
  const readable = sorted.filter(({ start }) => {
    count = Math.floor(start) === second ? count + 1 : 1
    second = Math.floor(start)
    return count <= MOST_A_SECOND
  })
  return readable.map((cue) => ({ ...cue, lines: cue.lines.slice(0, MAX_LINES) }))
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
