import { boxAt, boxes, boxesIn, type Box } from '#media/mp4/boxes.ts'
import type { Feed } from '../../fetch/feed.ts'
import type { RangeReader } from '../../fetch/range-reader.ts'

/** Usually only the index follows the media. If more bytes than this follow, the mp4 is saved to disk. */
const MAX_TAIL = 64 * 1024 ** 2

/** Real files have fewer than ten top-level boxes; a crafted file may have millions of empty boxes. */
const MAX_BOXES = 1_000

export type RangedFile = Pick<RangeReader, 'head' | 'size' | 'hasRanges' | 'slice'>

/** In the feed, the offset of the media is larger by the length of the index. */
export async function indexFirst(source: RangedFile): Promise<Feed | null> {
  const { head, size } = source
  const mdat = firstBox(head, 'mdat')
  if (!mdat || size === null || !source.hasRanges || mdat.end >= size || size - mdat.end > MAX_TAIL)
    return null
  const chunks: Buffer[] = []
  for await (const chunk of source.slice(mdat.end, size)) chunks.push(chunk)
  const tail = Buffer.concat(chunks)
  const moov = firstBox(tail, 'moov')
  if (!moov || moov.end > tail.length) return null
  const index = Buffer.from(tail.subarray(moov.start, moov.end))
  if (!moveOffsets(index, index.length)) return null
  const mediaEnd = mdat.end + moov.start
  const start = Buffer.concat([head.subarray(0, mdat.start), index])
  return {
    head: start,
    size,
    isExact: true,
    async *bytes() {
      yield start
      yield* source.slice(mdat.start, mediaEnd)
    },
  }
}

function firstBox(bytes: Buffer, type: string): Box | undefined {
  let count = 0
  for (const box of boxes(bytes)) {
    if (box.type === type) return box
    if (++count === MAX_BOXES) return undefined
  }
  return undefined
}

/** Returns false when a new offset does not fit into its field, or when a table is missing or cut off. */
function moveOffsets(index: Buffer, by: number): boolean {
  const [moov] = boxes(index)
  const tracks = moov ? [...boxesIn(index, moov)].filter((box) => box.type === 'trak') : []
  return tracks.length > 0 && tracks.every((trak) => moveTrack(index, trak, by))
}

function moveTrack(index: Buffer, trak: Box, by: number): boolean {
  const table = (type: string) => boxAt(index, trak, 'mdia', 'minf', 'stbl', type)
  const [short, long] = [table('stco'), table('co64')]
  const box = short ?? long
  if (!box) return false
  const width = short ? 4 : 8
  const count = index.readUInt32BE(box.body + 4)
  if (box.body + 8 + count * width > box.end) return false
  for (let entry = 0, at = box.body + 8; entry < count; entry++, at += width) {
    if (!short) index.writeBigUInt64BE(index.readBigUInt64BE(at) + BigInt(by), at)
    else if (index.readUInt32BE(at) + by > 0xffffffff) return false
    else index.writeUInt32BE(index.readUInt32BE(at) + by, at)
  }
  return true
}
