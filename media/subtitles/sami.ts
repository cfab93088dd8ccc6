import { MAX_CUES, type Cue } from './cue.ts'
import { attribute, tags } from './markup.ts'
import { plainLines } from './words.ts'

const START = attribute('start')
const CLASS = attribute('class')

/** Each SYNC shows its text until the next one. Of several languages, the first is taken. */
export function fromSami(source: string): Cue[] {
  const cues: (Cue & { text: string })[] = []
  let [language, current] = ['', '']
  for (const { name, attributes, isEnd, text } of tags(source)) {
    if (cues.length >= MAX_CUES) break
    const last = cues.at(-1)
    if (name === 'sync' && !isEnd) {
      const start = Number.parseInt(START(attributes) ?? '', 10) / 1_000
      if (last) last.end = start
      cues.push({ start, end: Number.NaN, lines: [], text })
      continue
    }
    if (name === 'p' && !isEnd) {
      current = CLASS(attributes)?.toLowerCase() ?? ''
      language ||= last ? current : ''
    }
    if (last && current === language) last.text += name === 'br' ? `\n${text}` : text
  }
  return cues.map(({ start, end, text }) => ({ start, end, lines: plainLines(text) }))
}
