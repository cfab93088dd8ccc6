import { limits, tooBig } from './limits.ts'

/** At most one line is in memory besides the text. */
export function* linesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length;) {
    const newline = text.indexOf('\n', start)
    const end = newline < 0 ? text.length : newline
    if (end - start > limits.line) throw tooBig('line')
    const line = text.slice(start, end).trim()
    if (line !== '') yield line
    start = end + 1
  }
}
