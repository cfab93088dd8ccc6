import { limits, tooBig } from './limits.ts'

/** At most one line is in memory besides the text. A line ends with LF, CR LF, or CR alone. */
export function* linesOf(text: string): Generator<string> {
  const breaks = /[\r\n]+/g
  let count = 0
  for (let start = 0; start < text.length;) {
    breaks.lastIndex = start
    const end = breaks.exec(text)?.index ?? text.length
    if (end - start > limits.line) throw tooBig('line')
    if (++count > limits.lines) throw tooBig('lines')
    const line = text.slice(start, end).trim()
    if (line !== '') yield line
    start = breaks.lastIndex || text.length
  }
}
