import { PACKET, SYNC } from '#media/transport-stream/packet.ts'

/** Some sites put a small picture before each segment, so that a host of pictures stores it. */
const PICTURES: [start: string, end: string, rest: number][] = [
  ['\x89PNG\r\n\x1a\n', 'IEND', 8],
  ['GIF8', '\x00;', 2],
  ['\xff\xd8\xff', '\xff\xd9', 2],
]
const MAX_PICTURE = 64 * 1024
const ENOUGH = 8

export async function* uncloaked(bytes: AsyncIterable<Buffer>, isStart: boolean): AsyncGenerator<Buffer> {
  let head: Buffer | null = isStart ? Buffer.alloc(0) : null
  for await (const chunk of bytes) {
    if (head === null) {
      yield chunk
      continue
    }
    head = head.length === 0 ? chunk : Buffer.concat([head, chunk])
    const end = head.length < ENOUGH ? undefined : pictureEnd(head)
    if (end === undefined) continue
    yield head.subarray(end)
    head = null
  }
  if (head?.length) yield head
}

/** undefined = more bytes are needed to know. */
function pictureEnd(head: Buffer): number | undefined {
  const picture = PICTURES.find(([start]) => head.toString('latin1', 0, start.length) === start)
  if (!picture) return 0
  const packets = firstPackets(head, picture[0].length)
  if (packets !== undefined) return packets
  const [, mark, rest] = picture
  for (let at = head.indexOf(mark, 0, 'latin1'); at >= 0; at = head.indexOf(mark, at + 1, 'latin1')) {
    const end = at + rest
    if (end + 4 > head.length) break
    if (isMedia(head, end)) return end
  }
  return head.length < MAX_PICTURE ? undefined : 0
}

/** Some sites fill the space between the picture and a transport stream. */
function firstPackets(head: Buffer, from: number): number | undefined {
  for (let at = head.indexOf(SYNC, from); at >= 0; at = head.indexOf(SYNC, at + 1))
    if (head[at + PACKET] === SYNC && head[at + 2 * PACKET] === SYNC) return at
  return undefined
}

const isMedia = (bytes: Buffer, at: number) =>
  bytes[at] === SYNC ||
  bytes.toString('latin1', at, at + 3) === 'ID3' ||
  bytes.toString('latin1', at + 4, at + 8) === 'ftyp'
