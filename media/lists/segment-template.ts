import { limits, tooBig } from './limits.ts'

/** The link of one segment. */
export type SegmentTemplate = (number: number, time: number) => string

type Piece = (number: number, time: number) => string

const VARIABLE = /\$(\w{0,20})(?:%0(\d{1,9})d)?\$/g

/**
 * ISO/IEC 23009-1, section 5.3.9.4.4. The text is read once, because a track has thousands of segments.
 * @param fixed values that all segments share
 */
export function segmentTemplate(text: string, fixed: Record<string, string>): SegmentTemplate {
  const pieces: Piece[] = []
  let [constant, length, at] = ['', 0, 0]
  const say = (words: string) => {
    length += words.length
    if (length > limits.url) throw tooBig('an address')
    constant += words
  }
  const vary = (piece: Piece) => {
    const before = constant
    pieces.push((number, time) => before + piece(number, time))
    constant = ''
  }
  for (const { index, 0: all, 1: name = '', 2: width = '0' } of text.matchAll(VARIABLE)) {
    say(text.slice(at, index))
    at = index + all.length
    const digits = Number(width)
    if (digits > limits.numberWidth) throw tooBig('the width of a number')
    if (name === '') say('$')
    else if (name === 'Number') vary((number) => String(number).padStart(digits, '0'))
    else if (name === 'Time') vary((_, time) => String(time).padStart(digits, '0'))
    else if (Object.hasOwn(fixed, name)) say(fixed[name]!.padStart(digits, '0'))
    else say(all)
  }
  say(text.slice(at))
  const end = constant
  return (number, time) => pieces.map((piece) => piece(number, time)).join('') + end
}
