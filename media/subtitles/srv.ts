import { MAX_CUES, type Cue } from './cue.ts'
import { attribute, tags } from './markup.ts'
import { plainLines } from './words.ts'

const [START, DURATION, T, D] = ['start', 'dur', 't', 'd'].map(attribute)

/** The oldest form escapes the entities of HTML. */
const ESCAPED_TWICE = /&amp;(?=#?\w{1,8};)/g

/** YouTube's XML: `start` and `dur` in seconds, or `t` and `d` in milliseconds. */
export function fromSrv(source: string): Cue[] {
  const cues: Cue[] = []
  let cue: { start: number; end: number; text: string } | null = null
  const finish = () => {
    if (cue)
      cues.push({ start: cue.start, end: cue.end, lines: plainLines(cue.text.replace(ESCAPED_TWICE, '&')) })
    cue = null
  }
  for (const { name, attributes, isEnd, text } of tags(source)) {
    if (cues.length >= MAX_CUES) break
    const isCue = name === 'text' || name === 'p'
    if (isCue) finish()
    if (isCue && !isEnd) {
      const seconds = START!(attributes)
      const scale = seconds === undefined ? 1_000 : 1
      const start = Number(seconds ?? T!(attributes)) / scale
      cue = { start, end: start + Number(DURATION!(attributes) ?? D!(attributes)) / scale, text }
    } else if (cue) cue.text += name === 'br' ? `\n${text}` : text
  }
  finish()
  return cues
}
