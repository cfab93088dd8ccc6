import { clock } from '#contract/time-text.ts'
import { indexOf, leU32 } from '../bytes.ts'
import type { Chapter } from './chapter.ts'

const ENTRY = /^CHAPTER(\d{1,3})(NAME)?=([^]*)$/i
const MAX_COMMENTS = 5_000

/** "CHAPTER001=00:01:02.500" and "CHAPTER001NAME=…" (wiki.xiph.org/Chapter_Extension). */
export function fromComments(bytes: Uint8Array): Chapter[] {
  const found = new Map<string, Partial<Chapter>>()
  for (const comment of commentsIn(bytes)) {
    const [, number = '', isName, value = ''] = ENTRY.exec(comment) ?? []
    if (number === '') continue
    found.set(number, { ...found.get(number), ...(isName ? { title: value } : { start: clock(value) }) })
  }
  return [...found.values()].flatMap(({ start, title = '' }) =>
    start !== undefined && Number.isFinite(start) ? [{ start, title }] : [],
  )
}

/** Behind the mark of its form: a vendor, a count, and comments, each with its length before it. */
function* commentsIn(bytes: Uint8Array): Generator<string> {
  const at = startIn(bytes)
  if (at === undefined) return
  let place = at + 4 + leU32(bytes, at)
  const count = Math.min(MAX_COMMENTS, leU32(bytes, place))
  place += 4
  for (let n = 0; n < count && place + 4 <= bytes.length; n++) {
    const length = leU32(bytes, place)
    if (place + 4 + length > bytes.length) return
    yield new TextDecoder().decode(bytes.subarray(place + 4, place + 4 + length))
    place += 4 + length
  }
}

const MARKS = ['\x03vorbis', 'OpusTags']
const FLAC_BLOCK = 4

function startIn(bytes: Uint8Array): number | undefined {
  for (const mark of MARKS) {
    const at = indexOf(bytes, mark)
    if (at >= 0) return at + mark.length
  }
  return flacStart(bytes)
}

/** The block of type 4 (RFC 9639, section 8.6). */
function flacStart(bytes: Uint8Array): number | undefined {
  if (indexOf(bytes.subarray(0, 4), 'fLaC') !== 0) return undefined
  for (let at = 4; at + 4 <= bytes.length;) {
    const type = bytes[at]! & 0x7f
    const length = (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!
    if (type === FLAC_BLOCK) return at + 4
    at += 4 + length
  }
  return undefined
}
