import { orUndefined } from './out-of-range.ts'
import { endsInFrame } from './sound/flac-end.ts'
import { isPossibleLength, isShorter } from './shorter.ts'
import { PAGE_HEADER } from './tail-seconds.ts'
import { isTs, PACKET, packetBytes, SYNC } from './transport-stream/packet.ts'

/** What the last bytes of a file show; `tail` may overlap `head`. */
type Ending = (head: Buffer, tail: Buffer, size: number) => boolean

const endings: Record<string, Ending> = {
  OggS: (_, tail) => endsInPage(tail),
  fLaC: endsInFrame,
  'FLV\x01': endsInTag,
}

const endingOf = (head: Buffer): Ending | undefined =>
  isTs(head) ? endsInPacket : endings[head.toString('latin1', 0, 4)]

/** Whether the last bytes of such a file show if something is missing behind them. */
export const hasTellingEnd = (head: Buffer): boolean => endingOf(head) !== undefined

export const endsShort: Ending = (head, tail, size) =>
  orUndefined(() => endingOf(head)?.(head, tail, size)) ?? false

function endsInPacket(head: Buffer, tail: Buffer, size: number): boolean {
  const bytes = packetBytes(head)
  const rest = size % bytes
  return rest > 0 && tail.at(Math.min(-1, bytes - PACKET - rest)) === SYNC
}

/** Recorders of a stream set no mark of the end, so a missing one shows nothing. */
function endsInPage(tail: Buffer): boolean {
  const at = tail.lastIndexOf('OggS\0')
  if (at < 0) return false
  const table = at + PAGE_HEADER
  const count = tail[table - 1]
  if (count === undefined || table + count > tail.length) return true
  const end = table + count + tail.subarray(table, table + count).reduce((sum, length) => sum + length, 0)
  const rest = tail.toString('latin1', end)
  return end > tail.length || (rest !== '' && 'OggS\0'.startsWith(rest))
}

const TAG_HEADER = 11
const isTag = (type: number | undefined): boolean => type === 8 || type === 9 || type === 18

/** Adobe FLV, annex E.3: the length of each tag follows it once more. */
function endsInTag(head: Buffer, tail: Buffer, size: number): boolean {
  for (let at = tail.length - 4; at >= TAG_HEADER; at--) {
    const length = tail.readUInt32BE(at)
    const start = at - length
    if (length < TAG_HEADER || start < 0 || !isTag(tail[start])) continue
    if (tail.readUIntBE(start + 1, 3) !== length - TAG_HEADER) continue
    const next = at + 4
    const seconds = (tail.readUIntBE(start + 4, 3) + tail.readUInt8(start + 7) * 2 ** 24) / 1_000
    if (isShorter(seconds, flvSeconds(head, size))) return true
    if (!isTag(tail[next])) return false
    // Some programs leave out the length of the last tag.
    return next + TAG_HEADER > tail.length || next + TAG_HEADER + tail.readUIntBE(next + 1, 3) > tail.length
  }
  // All of it is inside a tag, or is the end of one.
  return tail.length >= 4 && tail.readUInt32BE(tail.length - 4) > size
}

const DURATION = Buffer.from('duration\0')

/** A number of the script data at the start. Recorders of a stream leave it out or at zero. */
function flvSeconds(head: Buffer, size: number): number {
  const at = head.indexOf(DURATION)
  const seconds = at < 0 ? 0 : head.readDoubleBE(at + DURATION.length)
  return isPossibleLength(seconds, size) ? seconds : 0
}
