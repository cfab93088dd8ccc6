import { f64, indexOf, lastIndexOf, latin1, u24, u32, u8 } from './bytes.ts'
import { orUndefined } from './out-of-range.ts'
import { endsInFrame } from './sound/flac-end.ts'
import { isPossibleLength, isShorter } from './shorter.ts'
import { PAGE_HEADER } from './tail-seconds.ts'
import { isTs, PACKET, packetBytes, SYNC } from './transport-stream/packet.ts'

/** What the last bytes of a file show; `tail` may overlap `head`. */
type Ending = (head: Uint8Array, tail: Uint8Array, size: number) => boolean

const endings: Record<string, Ending> = {
  OggS: (_, tail) => endsInPage(tail),
  fLaC: endsInFrame,
  'FLV\x01': endsInTag,
}

const endingOf = (head: Uint8Array): Ending | undefined =>
  isTs(head) ? endsInPacket : endings[latin1(head, 0, 4)]

/** Whether the last bytes of such a file show if something is missing behind them. */
export const hasTellingEnd = (head: Uint8Array): boolean => endingOf(head) !== undefined

export const endsShort: Ending = (head, tail, size) =>
  orUndefined(() => endingOf(head)?.(head, tail, size)) ?? false

function endsInPacket(head: Uint8Array, tail: Uint8Array, size: number): boolean {
  const bytes = packetBytes(head)
  const rest = size % bytes
  return rest > 0 && tail.at(Math.min(-1, bytes - PACKET - rest)) === SYNC
}

/** Recorders of a stream set no mark of the end, so a missing one shows nothing. */
function endsInPage(tail: Uint8Array): boolean {
  const at = lastIndexOf(tail, 'OggS\0')
  if (at < 0) return false
  const table = at + PAGE_HEADER
  const count = tail[table - 1]
  if (count === undefined || table + count > tail.length) return true
  const end = table + count + tail.subarray(table, table + count).reduce((sum, length) => sum + length, 0)
  const rest = latin1(tail, end)
  return end > tail.length || (rest !== '' && 'OggS\0'.startsWith(rest))
}

const TAG_HEADER = 11
const isTag = (type: number | undefined): boolean => type === 8 || type === 9 || type === 18

/** Adobe FLV, annex E.3: the length of each tag follows it once more. */
function endsInTag(head: Uint8Array, tail: Uint8Array, size: number): boolean {
  for (let at = tail.length - 4; at >= TAG_HEADER; at--) {
    const length = u32(tail, at)
    const start = at - length
    if (length < TAG_HEADER || start < 0 || !isTag(tail[start])) continue
    if (u24(tail, start + 1) !== length - TAG_HEADER) continue
    const next = at + 4
    const seconds = (u24(tail, start + 4) + u8(tail, start + 7) * 2 ** 24) / 1_000
    if (isShorter(seconds, flvSeconds(head, size))) return true
    if (!isTag(tail[next])) return false
    // Some programs leave out the length of the last tag.
    return next + TAG_HEADER > tail.length || next + TAG_HEADER + u24(tail, next + 1) > tail.length
  }
  // All of it is inside a tag, or is the end of one.
  return tail.length >= 4 && u32(tail, tail.length - 4) > size
}

const DURATION = 'duration\0'

/** A number of the script data at the start. Recorders of a stream leave it out or at zero. */
function flvSeconds(head: Uint8Array, size: number): number {
  const at = indexOf(head, DURATION)
  const seconds = at < 0 ? 0 : f64(head, at + DURATION.length)
  return isPossibleLength(seconds, size) ? seconds : 0
}
