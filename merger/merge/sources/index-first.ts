import { boxes, type Box } from '#media/mp4/boxes.ts'
import { moveOffsets } from '#media/mp4/change.ts'
import { readIndex } from '#media/mp4/moov.ts'
import { orUndefined } from '#media/out-of-range.ts'
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
  if (!orUndefined(() => moveOffsets(readIndex(index, boxes(index).next().value), index.length))) return null
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
