import { clock } from '#contract/time-text.ts'
import { linesOf, MAX_CUES, MAX_CUE_SOURCE, type Cue } from './cue.ts'
import { plainLines } from './words.ts'

/** The format of ASS has ten. */
const MAX_FIELDS = 50
/** Of Advanced SubStation Alpha, and of the older form. */
const USUAL = { start: 1, end: 2, text: 9 }

export function fromAss(text: string): Cue[] {
  let places = USUAL
  const cues: Cue[] = []
  const seen = new Set<string>()
  for (const line of linesOf(text)) {
    if (cues.length >= MAX_CUES) break
    const [, kind, rest = ''] = /^(Format|Dialogue):(.*)$/i.exec(line.slice(0, MAX_CUE_SOURCE)) ?? []
    if (kind?.toLowerCase() === 'format') {
      const fields = rest.split(',', MAX_FIELDS).map((name) => name.trim().toLowerCase())
      const found = {
        start: fields.indexOf('start'),
        end: fields.indexOf('end'),
        text: fields.indexOf('text'),
      }
      if (Math.min(...Object.values(found)) >= 0) places = found
    }
    if (kind?.toLowerCase() !== 'dialogue') continue
    const parts = rest.split(',')
    const [start = '', end = ''] = [parts[places.start], parts[places.end]]
    const lines = assLines(parts.slice(places.text).join(','))
    // Shadows and borders are the same words in another layer.
    const key = `${start} ${lines.join('\n')}`
    if (!seen.has(key)) cues.push({ start: clock(start), end: clock(end), lines })
    seen.add(key)
  }
  return cues
}

export const assLines = (text: string): string[] => plainLines(spoken(text.slice(0, MAX_CUE_SOURCE)))

/** Without styles, and without the drawings between `\p1` and `\p0`. */
function spoken(text: string): string {
  let isDrawing = false
  const words = text.split(/(\{[^{}]*\})/).map((piece, at) => {
    if (at % 2 === 0) return isDrawing ? '' : piece
    const scale = [...piece.matchAll(/\\p(\d)/g)].at(-1)?.[1]
    if (scale !== undefined) isDrawing = scale !== '0'
    return ''
  })
  return words
    .join('')
    .replace(/\\[Nn]/g, '\n')
    .replace(/\\h/g, ' ')
}
