import { clock } from '#contract/time-text.ts'
import { linesOf, MAX_CUES, MAX_CUE_SOURCE, type Cue } from './cue.ts'
import { plainLines } from './words.ts'

type Reader = (line: string, scale: Scale) => Cue[]
/** Pictures a second, and seconds by which the words of a song come later. */
type Scale = { rate: number; delay: number }

/** A text without an end is shown until the next one. */
const OPEN = Number.NaN
const endAt = (text: string | undefined, scale: number) => (text ? Number(text) / scale : OPEN)
const wordsOf = (text: string) => plainLines(text.replaceAll('|', '\n'))

/** MicroDVD counts pictures. Without a rate in its first line, films have this one. */
const FILM_RATE = 24_000 / 1_001
const MICRO_DVD = /^\{(\d{1,9})\}\{(\d{0,9})\}(.*)$/
const RATE = /^\{[01]\}\{[01]\}([\d.]+)\s*$/m

const microDvd: Reader = (line, { rate }) => {
  const [, from, to, text = ''] = MICRO_DVD.exec(line) ?? []
  if (from === undefined || RATE.test(line)) return []
  return [
    { start: Number(from) / rate, end: endAt(to, rate), lines: wordsOf(text.replace(/\{[^{}]*\}/g, '')) },
  ]
}

/** Tenths of a second; a slash marks cursive lines. */
const MPL2 = /^\[(\d{1,8})\]\[(\d{0,8})\](.*)$/

const mpl2: Reader = (line) => {
  const [, from, to, text = ''] = MPL2.exec(line) ?? []
  if (from === undefined) return []
  return [
    { start: Number(from) / 10, end: endAt(to, 10), lines: wordsOf(text.replace(/(^|\|)\s*\//g, '$1')) },
  ]
}

/** The words of a song. A line that is sung again has several times. */
const LRC = /^((?:\[\d{1,3}:\d{2}(?:[.:]\d{1,3})?\]\s*){1,50})(.*)$/

/** Milliseconds; a positive number shows the words earlier. */
const LRC_OFFSET = /^\[offset:\s*([+-]?\d{1,7})\s*\]/im

const lrc: Reader = (line, { delay }) => {
  const [, times = '', text = ''] = LRC.exec(line) ?? []
  const lines = plainLines(text.replace(/<[\d:.]+>/g, ''))
  return Array.from(times.matchAll(/\[([^\]]+)\]/g), ([, time = '']) => ({
    start: clock(time) + delay,
    end: OPEN,
    lines,
  }))
}

/** Its text stands in the line below the times. */
const SUBVIEWER = /^(\d{1,2}:\d\d:\d\d\.\d{1,3}),(\d{1,2}:\d\d:\d\d\.\d{1,3})[ \t]*$/

const FORMS: readonly [pattern: RegExp, read: Reader][] = [
  [MICRO_DVD, microDvd],
  [MPL2, mpl2],
  [LRC, lrc],
]

const formOf = (head: string) =>
  FORMS.find(([pattern]) => [...linesOf(head)].some((line) => pattern.test(line)))

/** @param head the first characters */
export const isInLines = (head: string) =>
  formOf(head) !== undefined || [...linesOf(head)].some((line) => SUBVIEWER.test(line))

/** MicroDVD, MPL2, LRC and SubViewer. */
export function fromLines(text: string): Cue[] {
  const [, read] = formOf(text.slice(0, 2_000)) ?? []
  const scale = {
    rate: Number(RATE.exec(text.slice(0, 200))?.[1]) || FILM_RATE,
    delay: -Number(LRC_OFFSET.exec(text.slice(0, 2_000))?.[1] ?? 0) / 1_000,
  }
  const cues: Cue[] = []
  let before = ''
  for (const line of linesOf(text)) {
    if (cues.length >= MAX_CUES) break
    cues.push(...(read ? read(line.slice(0, MAX_CUE_SOURCE).trim(), scale) : subViewer(before, line)))
    before = line
  }
  return cues
}

function subViewer(times: string, words: string): Cue[] {
  const [, from, to] = SUBVIEWER.exec(times) ?? []
  if (from === undefined) return []
  return [{ start: clock(from), end: clock(to!), lines: plainLines(words.replaceAll('[br]', '\n')) }]
}
