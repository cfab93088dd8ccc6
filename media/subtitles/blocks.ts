import { clock } from '#contract/time-text.ts'
import { linesOf, MAX_CUES, MAX_CUE_SOURCE, type Cue } from './cue.ts'
import { spoken } from './words.ts'

/** With the marks of direction that some tools put before each line. */
const NUMBER = /^[\s\u200e\u200f\u202a-\u202e]*\d+\s*$/
const ARROW = /-{1,3}>|[–—]>|--&gt;/
const ARROW_BETWEEN_TIMES = /\d\s*(?:-{1,3}>|[–—]>|--&gt;)\s*-?\d/

export const isInBlocks = (text: string) => text.startsWith('WEBVTT') || ARROW_BETWEEN_TIMES.test(text)

type Open = { start: number; end: number; text: string[]; length: number }

/**
 * WebVTT (W3C, section 4) and SRT: a line of times, then text. In WebVTT an empty line ends the text; SRT has
 * texts with empty lines, and cues without an empty line or a number between them.
 */
export function fromBlocks(text: string): Cue[] {
  const isVtt = text.startsWith('WEBVTT')
  let isNumbered = false
  let before = ''
  const cues: Cue[] = []
  let cue: Open | null = null
  const finish = () => {
    const words = cue?.text.join('\n').replaceAll('\\N', '\n') ?? ''
    if (cue) cues.push({ start: cue.start, end: cue.end, ...spoken(words) })
    cue = null
  }
  for (const line of linesOf(text)) {
    if (cues.length >= MAX_CUES) break
    const times = timesOf(line)
    if (times) {
      if (cues.length === 0 && !cue) isNumbered = NUMBER.test(before)
      if (isNumbered && cue) withoutNumber(cue)
      finish()
      cue = { ...times, text: [], length: 0 }
    } else if (isVtt && line.trim() === '') finish()
    else if (cue && cue.length < MAX_CUE_SOURCE) {
      cue.text.push(line.slice(0, MAX_CUE_SOURCE - cue.length))
      cue.length += line.length + 1
    }
    if (line.trim() !== '') before = line
  }
  finish()
  return cues
}

/** That of the next cue, which may stand behind or before empty lines. */
function withoutNumber({ text }: Open): void {
  const at = text.findLastIndex((line) => line.trim() !== '')
  if (NUMBER.test(text[at] ?? '')) text.length = at
}

function timesOf(line: string): Pick<Cue, 'start' | 'end'> | null {
  const arrow = ARROW.exec(line)
  if (!arrow) return null
  const start = clock(line.slice(0, arrow.index).replace(/[\u200e\u200f\u202a-\u202e]/g, ''))
  const behind = line.slice(arrow.index + arrow[0].length)
  const end = /^\s*(-?[\d:.,;]+(?:\s[\d:.,;]+){0,6})/.exec(behind)?.[1] ?? ''
  if (arrow[0] !== '-->' && Number.isNaN(start)) return null
  return { start, end: [clock(end), clock(end.split(/\s/, 1)[0]!)].find(Number.isFinite) ?? Number.NaN }
}
