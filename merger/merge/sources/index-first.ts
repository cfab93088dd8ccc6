import { boxAt, boxes, type Box } from '../../media/boxes.ts'
import type { Feed } from '../../fetch/feed.ts'
import type { Source } from '../../fetch/http-source.ts'

/** What stands behind the media is an index and little else; a file with more than this there is read from disk instead. */
const MAX_BEHIND = 64 * 1024 ** 2

/**
 * An mp4 whose index stands behind its media, given as if the index came first: it is fetched before all else and its
 * offsets are moved by its own length. Null when the file is built otherwise.
 */
export async function indexFirst(source: Source): Promise<Feed | null> {
  const { head, size } = source
  const mdat = [...boxes(head)].find((box) => box.type === 'mdat')
  if (!mdat || size === null || !source.hasRanges || mdat.end >= size || size - mdat.end > MAX_BEHIND)
    return null
  const chunks: Buffer[] = []
  for await (const chunk of source.slice(mdat.end, size)) chunks.push(chunk)
  const behind = Buffer.concat(chunks)
  const moov = [...boxes(behind)].find((box) => box.type === 'moov')
  if (!moov || moov.end > behind.length) return null
  const index = Buffer.from(behind.subarray(moov.start, moov.end))
  if (!moveOffsets(index, index.length)) return null
  const mediaEnd = mdat.end + moov.start
  const front = Buffer.concat([head.subarray(0, mdat.start), index])
  return {
    head: front,
    size,
    isExact: true,
    async *bytes() {
      yield front
      yield* source.slice(mdat.start, mediaEnd)
    },
  }
}

/** Adds to every chunk offset of an index, in place; false when one no longer fits. */
function moveOffsets(index: Buffer, by: number): boolean {
  const [moov] = boxes(index)
  const tracks = moov ? [...boxes(index, moov.body, moov.end)].filter((box) => box.type === 'trak') : []
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
