import { clock, MAX_TIME } from '#contract/time-text.ts'
import { MAX_CUES, type Cue } from './cue.ts'
import { attribute, tags } from './markup.ts'
import { plainLines } from './words.ts'

const BEGIN = attribute('begin')
const END = attribute('end')
const DURATION = attribute('dur')
const CONTAINER = attribute('timeContainer')
const SPACE = attribute('space')
const RUBY = attribute('ruby')
const FRAME_RATE = attribute('frameRate')
const MULTIPLIER = attribute('frameRateMultiplier')
const TICK_RATE = attribute('tickRate')
const UNITS: Record<string, number> = { h: 3_600, m: 60, s: 1, ms: 0.001 }

type Rates = { frame: number; tick: number }

/** TTML 2, section 12.3: clock time with a fraction or frames, or a number with a unit. */
function timeOf(text: string | undefined, rates: Rates): number | null {
  const time = text?.trim() ?? ''
  if (time.length > MAX_TIME) return null
  const frames = /^(\d{2,4}:\d\d:\d\d)[:;](\d+)/.exec(time)
  if (frames) return clock(frames[1]!) + Number(frames[2]) / rates.frame
  const offset = /^(\d+(?:\.\d+)?)\s*(h|ms|m|s|f|t)?$/.exec(time)
  if (!offset) return Number.isFinite(clock(time)) ? clock(time) : null
  const [, amount, unit = 's'] = offset
  if (unit === 'f') return Number(amount) / rates.frame
  return unit === 't' ? Number(amount) / rates.tick : Number(amount) * UNITS[unit]!
}

/** TTML 2, section 6.2. */
function ratesOf(root: string): Rates {
  const rate = Number(FRAME_RATE(root)) || 30
  const [times = 1, by = 1] = (MULTIPLIER(root) ?? '').slice(0, MAX_TIME).match(/\d+/g)?.map(Number) ?? []
  const frame = (rate * times) / (by || 1) || rate
  return { frame, tick: Number(TICK_RATE(root)) || frame }
}

type Open = {
  name: string
  start: number
  end: number
  /** An element without times and without such around it is never shown. */
  isTimed: boolean
  isSequence: boolean
  /** Where the next child of a sequence begins. */
  next: number
  isKept: boolean
  isText: boolean
  isShown: boolean
  /** A reading beside the words before it. */
  isReading: boolean
}

const MAX_DEPTH = 100
const UNSHOWN = new Set(['head', 'metadata', 'title', 'desc', 'copyright', 'agent'])

/** The times of an element are relative to those of the element around it (TTML 2, section 12.2). */
export function fromTtml(source: string): Cue[] {
  const cues: Cue[] = []
  let rates = ratesOf('')
  const root: Open = {
    name: '',
    start: 0,
    end: Infinity,
    isTimed: false,
    isSequence: false,
    next: 0,
    isKept: false,
    isText: false,
    isShown: true,
    isReading: false,
  }
  const open = [root]
  let pieces: { start: number; end: number; text: string }[] = []
  const finish = () => {
    for (const { start, end, text } of pieces) cues.push({ start, end, lines: plainLines(text) })
    pieces = []
  }
  const say = (text: string) => {
    const { start, end, isTimed, isKept, isText, isShown } = open.at(-1)!
    if (!isTimed || !isText || !isShown || end <= start) return
    const last = pieces.at(-1)
    const words = isKept ? text : text.replace(/\s+/g, ' ')
    if (last?.start === start && last.end === end) last.text += words
    else if (words.trim() !== '') pieces.push({ start, end, text: words })
  }
  for (const { name, attributes, isEnd, isEmpty, text } of tags(source)) {
    if (cues.length >= MAX_CUES) break
    if (name === 'tt' && !isEnd) rates = ratesOf(attributes)
    if (name === 'br') {
      if (!isEnd && pieces.length > 0) pieces.at(-1)!.text += '\n'
    } else if (isEnd) {
      const at = open.findLastIndex((one) => one.name === name)
      if (at > 0 && open[at]!.isReading) say(')')
      if (at > 0) open.length = at
      if (name === 'p') finish()
    } else if (!isEmpty && open.length < MAX_DEPTH) {
      open.push(child(open.at(-1)!, name, attributes, rates))
      if (open.at(-1)!.isReading) say('(')
    }
    say(text)
  }
  finish()
  return cues
}

function child(parent: Open, name: string, attributes: string, rates: Rates): Open {
  const [begin, end, lasts] = [BEGIN, END, DURATION].map((read) => timeOf(read(attributes), rates))
  const base = parent.isSequence ? parent.next : parent.start
  const start = base + (begin ?? 0)
  const ends = [parent.end, end === null ? Infinity : base + end!, lasts === null ? Infinity : start + lasts!]
  const stop = Math.min(...ends)
  if (parent.isSequence && Number.isFinite(stop)) parent.next = stop
  const [space, ruby] = [SPACE(attributes), RUBY(attributes)]
  return {
    name,
    start,
    end: stop,
    isTimed: parent.isTimed || begin !== null || end !== null || lasts !== null,
    isSequence: CONTAINER(attributes) === 'seq',
    next: start,
    isKept: space === undefined ? parent.isKept : space === 'preserve',
    isText: parent.isText || name === 'p',
    isShown: parent.isShown && !UNSHOWN.has(name) && ruby !== 'delimiter',
    isReading: ruby === 'text',
  }
}
