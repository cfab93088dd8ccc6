import { inOrder, linesOf, MAX_CUE_SOURCE, MAX_CUES, plainLines, type Cue } from './cue.ts'
import { fromJson } from './json.ts'

/** Undefined for a text in no known form. */
export function readSubtitles(source: string): Cue[] | undefined {
  const text = source.replace(/^\ufeff/, '').trimStart()
  const cues = readerOf(text)?.(text)
  return cues && inOrder(cues)
}

function readerOf(text: string): ((text: string) => Cue[]) | undefined {
  if (text.startsWith('{')) return fromJson
  if (/^\[script info\]/i.test(text)) return fromAss
  if (text.startsWith('<'))
    return /<(?:timedtext|transcript)\b/i.test(text.slice(0, 500)) ? fromSrv : fromTtml
  return text.startsWith('WEBVTT') || text.includes('-->') ? fromBlocks : undefined
}

const CLOCK = /^(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})(?:[.,](\d{1,9}))?$/

/** `01:02:03.450` of WebVTT, SRT and ASS; NaN for anything else. */
export function clock(text: string): number {
  const found = CLOCK.exec(text.trim())
  if (!found) return Number.NaN
  const [, hours = 0, minutes, seconds, fraction = ''] = found
  return Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds) + Number(`0.${fraction || 0}`)
}

/** WebVTT (W3C, section 4) and SRT: a line of times, then text up to an empty line. */
function fromBlocks(text: string): Cue[] {
  const cues: Cue[] = []
  let cue: { start: number; end: number; text: string[] } | null = null
  const finish = () => {
    if (cue) cues.push({ start: cue.start, end: cue.end, lines: plainLines(cue.text.join('\n')) })
    cue = null
  }
  for (const line of linesOf(text)) {
    if (cues.length >= MAX_CUES) break
    const arrow = line.indexOf('-->')
    if (arrow >= 0) {
      finish()
      const [end = ''] = line
        .slice(arrow + 3)
        .trim()
        .split(/\s/)
      cue = { start: clock(line.slice(0, arrow)), end: clock(end), text: [] }
    } else if (line.trim() === '') finish()
    else cue?.text.push(line)
  }
  finish()
  return cues
}

/** The format of ASS has ten. */
const MAX_FIELDS = 50

function fromAss(text: string): Cue[] {
  let places = { start: -1, end: -1, text: -1 }
  const cues: Cue[] = []
  for (const line of linesOf(text)) {
    if (cues.length >= MAX_CUES) break
    const [, kind, rest = ''] = /^(Format|Dialogue):(.*)$/i.exec(line.slice(0, MAX_CUE_SOURCE)) ?? []
    if (kind?.toLowerCase() === 'format') {
      const fields = rest.split(',', MAX_FIELDS).map((name) => name.trim().toLowerCase())
      places = { start: fields.indexOf('start'), end: fields.indexOf('end'), text: fields.indexOf('text') }
    }
    if (kind?.toLowerCase() !== 'dialogue') continue
    const parts = rest.split(',')
    const spoken = parts.slice(places.text).join(',')
    const plain = spoken
      .replace(/\{[^{}]*\}/g, '')
      .replace(/\\[Nn]/g, '\n')
      .replace(/\\h/g, ' ')
    const [start, end] = [parts[places.start] ?? '', parts[places.end] ?? '']
    cues.push({ start: clock(start), end: clock(end), lines: plainLines(plain) })
  }
  return cues
}

type Element = { attributes: string; content: string }

/** The elements of one name that have an end tag. Linear: the text is read once. */
function* elements(text: string, name: string): Generator<Element> {
  const open = new RegExp(String.raw`<(?:\w+:)?${name}(?=[\s>])`, 'gi')
  let count = 0
  for (let found = open.exec(text); found && count < MAX_CUES; found = open.exec(text)) {
    const close = text.indexOf('>', found.index)
    if (close < 0) return
    if (text[close - 1] === '/') continue
    const prefix = /^<(\w+:)?/.exec(found[0])?.[1] ?? ''
    const end = text.indexOf(`</${prefix}${name}`, close)
    if (end < 0) return
    count++
    yield { attributes: text.slice(found.index, close), content: text.slice(close + 1, end) }
    open.lastIndex = end
  }
}

type AttributeReader = (attributes: string) => string | undefined

function attribute(name: string): AttributeReader {
  const pattern = new RegExp(String.raw`\s(?:\w+:)?${name}\s*=\s*["']([^"']*)["']`)
  return (attributes) => pattern.exec(attributes)?.[1]
}

/** YouTube's XML: `text` with seconds, or `p` with milliseconds. */
function fromSrv(text: string): Cue[] {
  const read = (name: string, from: AttributeReader, length: AttributeReader, scale: number) =>
    [...elements(text, name)].map(({ attributes, content }) => {
      const start = Number(from(attributes)) / scale
      return { start, end: start + Number(length(attributes)) / scale, lines: plainLines(content) }
    })
  const old = read('text', attribute('start'), attribute('dur'), 1)
  return old.length > 0 ? old : read('p', attribute('t'), attribute('d'), 1_000)
}

const BEGIN = attribute('begin')
const END = attribute('end')
const DURATION = attribute('dur')
const UNITS: Record<string, number> = { h: 3_600, m: 60, s: 1, ms: 0.001 }

/** TTML 2, section 12.3: clock time with a fraction or frames, or a number with a unit. */
function ttmlTime(text: string | undefined, rates: { frame: number; tick: number }): number {
  if (text === undefined) return Number.NaN
  const frames = /^(\d{2,4}:\d\d:\d\d):(\d+)/.exec(text)
  if (frames) return clock(frames[1]!) + Number(frames[2]) / rates.frame
  const offset = /^(\d+(?:\.\d+)?)(h|ms|m|s|f|t)$/.exec(text)
  if (!offset) return clock(text)
  const [, amount, unit] = offset
  if (unit === 'f') return Number(amount) / rates.frame
  return unit === 't' ? Number(amount) / rates.tick : Number(amount) * UNITS[unit!]!
}

function fromTtml(text: string): Cue[] {
  const root = text.slice(0, text.indexOf('>', text.search(/<(?:\w+:)?tt\b/)) + 1)
  const frame = Number(attribute('frameRate')(root)) || 30
  const rates = { frame, tick: Number(attribute('tickRate')(root)) || frame }
  return [...elements(text, 'p')].map(({ attributes, content }) => {
    const start = ttmlTime(BEGIN(attributes), rates)
    const end = ttmlTime(END(attributes), rates)
    const lasts = ttmlTime(DURATION(attributes), rates)
    return { start, end: Number.isNaN(end) ? start + lasts : end, lines: plainLines(content) }
  })
}
