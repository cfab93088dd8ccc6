import { decodeHTMLStrict } from 'entities'
import { MAX_CUE_SOURCE } from './cue.ts'

/** Of ASS, such as `{\an8}`, which tools leave in other forms. */
const STYLES = /\{\\[^{}]*\}/g

/** Elements that captions have in any form. Other words in brackets are those of the film. */
const ELEMENTS = new Set(
  'b i u s em strong strike font span p div br c v lang ruby rb rt rp small big center tt sub sup script'.split(
    ' ',
  ),
)
/** A name with the classes of WebVTT, and what stands behind them. */
const ELEMENT = /^<(\/?)([a-z]\w{0,9})(?:\.[^\s>]*)?(\s[^>]*)?\/?>$/i
/** A time of WebVTT, a comment of HTML, a tag without a name. */
const OTHER_MARK = /^<(?:[!?]|\d+:\d\d|\/?>)/
const HAS_ATTRIBUTE = /^\s+[\w:-]+=/
/** A voice has a name, and a language a code. */
const ANNOTATED = new Set(['v', 'lang'])
const LONGEST_TAG = 500

type Tag = { name: string; isEnd: boolean; annotation: string }

/** Undefined for words. Nobody says an end tag. */
function tagOf(text: string): Tag | undefined {
  if (OTHER_MARK.test(text)) return { name: '', isEnd: false, annotation: '' }
  const [, slash, name = '', annotation = ''] = ELEMENT.exec(text) ?? []
  const tag = { name: name.toLowerCase(), isEnd: slash === '/', annotation: annotation.trim() }
  if (tag.isEnd) return tag
  const isAnnotated = tag.annotation !== '' && !ANNOTATED.has(tag.name)
  const isElement = isAnnotated ? HAS_ATTRIBUTE.test(annotation) : ELEMENTS.has(tag.name)
  return isElement ? tag : undefined
}

type Voice = { name: string; at: number }

/** `speaker`: present if one voice speaks all of it. Names of several voices stand before their words. */
type Spoken = { lines: string[]; speaker?: string }

/** Plain text of VTT, SRT, ASS, TTML or SRV without tags and entities. */
export const plainLines = (markup: string): string[] => linesIn(withoutTags(sourceOf(markup)).text)

/** With the voices of WebVTT (W3C, section 4.2.2). */
export function spoken(markup: string): Spoken {
  const { text, voices } = withoutTags(sourceOf(markup))
  const [first] = voices
  if (!first) return { lines: linesIn(text) }
  const isAlone = voices.every(({ name }) => name === first.name) && text.slice(0, first.at).trim() === ''
  if (isAlone) return { lines: linesIn(text), speaker: linesIn(first.name).join(' ') }
  const starts = [0, ...voices.map(({ at }) => at), text.length]
  const pieces = starts.slice(1).map((end, at) => text.slice(starts[at], end))
  return { lines: linesIn(pieces.map((piece, at) => named(piece, voices[at - 1])).join('')) }
}

const named = (words: string, voice: Voice | undefined) => (voice ? `${voice.name}: ${words}` : words)

const sourceOf = (markup: string) => markup.slice(0, MAX_CUE_SOURCE).replace(STYLES, '')

const linesIn = (text: string): string[] => linesOfWords(decodeHTMLStrict(text.replaceAll('&nbsp;', ' ')))

/** Of a text that has neither tags nor entities. */
export function linesOfWords(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.replace(/[\p{Cc}\ufeff]/gu, ' ').trim())
    .filter((line) => line !== '')
}

const READING = { rt: ['(', ')'], rp: ['', ''] }

/**
 * Readings beside words stand in brackets behind them. Linear in the length of the text: each `<` is looked
 * for from where the last tag ended.
 */
function withoutTags(source: string): { text: string; voices: Voice[] } {
  let text = ''
  let isSkipped = false
  let closing = ''
  const voices: Voice[] = []
  const say = (words: string) => {
    if (!isSkipped) text += words
  }
  for (let at = 0; at < source.length;) {
    const open = source.indexOf('<', at)
    const close = open < 0 ? -1 : source.indexOf('>', open)
    if (close < 0) {
      say(source.slice(at))
      break
    }
    say(source.slice(at, open))
    const tag = close - open < LONGEST_TAG ? tagOf(source.slice(open, close + 1)) : undefined
    at = tag ? close + 1 : open + 1
    if (!tag) say('<')
    else if (tag.name === 'br') say('\n')
    else if (tag.name === 'v' && !tag.isEnd && tag.annotation !== '')
      voices.push({ name: tag.annotation, at: text.length })
    else if (tag.name in READING || tag.name === 'ruby' || tag.name === 'rb') {
      text += closing
      const [before = '', after = ''] = tag.isEnd ? [] : (READING[tag.name as keyof typeof READING] ?? [])
      text += before
      closing = after
      isSkipped = tag.name === 'rp' && !tag.isEnd
    }
  }
  return { text: text + closing, voices }
}
