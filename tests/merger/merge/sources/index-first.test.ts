import { expect, test } from 'vitest'
import { indexFirst, type RangedFile } from '../../../../merger/merge/sources/index-first.ts'
import { box, fullBox, movieHeader, track, u32, u64 } from '../../../media/lib/boxes.ts'

const ftyp = box('ftyp', Buffer.from('isom'))
const media = Buffer.from('the samples of two tracks')
const MAX_TAIL = 64 * 1024 ** 2

const stco = (...offsets: number[]) => fullBox('stco', 0, u32(offsets.length), u32(...offsets))
const co64 = (...offsets: number[]) => fullBox('co64', 0, u32(offsets.length), u64(...offsets))
const moov = (...tables: Buffer[]) =>
  box('moov', movieHeader(600, 1_200), ...tables.map((one) => track({ tables: one })))

/**
 * Imitates a file whose first bytes, up to and including the header of the media box, have already been read.
 * Records the slices that are read later.
 */
function fileOf(bytes: Buffer, facts: Partial<RangedFile> = {}): RangedFile & { slices: number[][] } {
  const slices: number[][] = []
  return {
    head: bytes.subarray(0, ftyp.length + 8),
    size: bytes.length,
    hasRanges: true,
    slices,
    async *slice(start, end) {
      slices.push([start, end])
      // Two chunks, because a network never sends a file in one piece.
      const middle = Math.floor((start + end) / 2)
      yield bytes.subarray(start, middle)
      yield bytes.subarray(middle, end)
    },
    ...facts,
  }
}

/** Returns all bytes that a reader gets from the result of `indexFirst`; null if this result is null. */
async function bytesOf(file: RangedFile): Promise<Buffer | null> {
  const feed = await indexFirst(file)
  if (!feed) return null
  const chunks: Buffer[] = []
  for await (const chunk of feed.bytes()) chunks.push(chunk)
  const bytes = Buffer.concat(chunks)
  expect(bytes.subarray(0, feed.head.length)).toEqual(feed.head)
  expect(feed).toMatchObject({ size: file.size, isExact: true })
  return bytes
}

/** Builds an mp4 with its media before its index. */
const late = (index: Buffer) => Buffer.concat([ftyp, box('mdat', media), index])

test('moves the index to the front and shifts all offsets', async () => {
  const start = ftyp.length + 8
  const index = moov(stco(start, start + 5), co64(start + 9, 2 ** 40))
  const moved = index.length
  const shifted = moov(stco(start + moved, start + 5 + moved), co64(start + 9 + moved, 2 ** 40 + moved))
  expect(await bytesOf(fileOf(late(index)))).toEqual(Buffer.concat([ftyp, shifted, box('mdat', media)]))
})

test('reads the index at the end and the media once each', async () => {
  const bytes = late(moov(stco(20)))
  const file = fileOf(bytes)
  await bytesOf(file)
  const mediaEnd = ftyp.length + 8 + media.length
  expect(file.slices).toEqual([
    [mediaEnd, bytes.length],
    [ftyp.length, mediaEnd],
  ])
})

test('sends boxes between media and index after the media', async () => {
  const free = box('free', Buffer.from('unused'))
  const index = moov(stco(20))
  const bytes = await bytesOf(fileOf(Buffer.concat([ftyp, box('mdat', media), free, index])))
  expect(bytes).toEqual(Buffer.concat([ftyp, moov(stco(20 + index.length)), box('mdat', media), free]))
})

test('returns null for a chunk offset beyond 32 bits', async () => {
  const length = moov(stco(0)).length
  expect(await bytesOf(fileOf(late(moov(stco(0xffffffff - length)))))).not.toBeNull()
  expect(await bytesOf(fileOf(late(moov(stco(0xffffffff - length + 1)))))).toBeNull()
})

test('finds the index behind at most 999 boxes', async () => {
  const free = (count: number) => Buffer.concat(Array.from({ length: count }, () => box('free')))
  const withBoxes = (count: number) => Buffer.concat([ftyp, box('mdat', media), free(count), moov(stco(20))])
  expect(await bytesOf(fileOf(withBoxes(999)))).not.toBeNull()
  expect(await bytesOf(fileOf(withBoxes(1_000)))).toBeNull()
})

test.each<[string, RangedFile]>([
  ['has no media box in its first bytes', fileOf(Buffer.concat([ftyp, box('moov', media), box('free')]))],
  ['has an unknown size', fileOf(late(moov(stco(20))), { size: null })],
  ['comes from an origin without ranges', fileOf(late(moov(stco(20))), { hasRanges: false })],
  ['ends with its media', fileOf(Buffer.concat([ftyp, box('mdat', media)]))],
  ['has no index', fileOf(late(box('free', media)))],
  ['has an index that is cut off', fileOf(late(moov(stco(20))).subarray(0, -1))],
  ['has an index without tracks', fileOf(late(moov()))],
  ['has a track without a table of chunk offsets', fileOf(late(moov(stco(20), Buffer.alloc(0))))],
  ['has a table with fewer offsets than it announces', fileOf(late(moov(fullBox('stco', 0, u32(2, 20)))))],
  ['has 64-bit offsets that are cut off', fileOf(late(moov(fullBox('co64', 0, u32(1, 20)))))],
])('indexFirst returns null if an mp4 %s', async (_, file) => {
  expect(await bytesOf(file)).toBeNull()
})

test('returns null for more than 64 MiB after the media', async () => {
  const bytes = late(moov(stco(20)))
  const mediaEnd = ftyp.length + 8 + media.length
  const tail = bytes.subarray(mediaEnd)
  const withTail = (length: number) => {
    const file = fileOf(bytes, { size: mediaEnd + length })
    // Only the index is sent, not the padding after it. So the test does not need 64 MiB of memory.
    return Object.assign(file, {
      slice: async function* (start: number, end: number) {
        file.slices.push([start, end])
        yield tail
      },
    })
  }
  const longest = withTail(MAX_TAIL)
  expect(await indexFirst(longest)).not.toBeNull()
  expect(longest.slices).toEqual([[mediaEnd, mediaEnd + MAX_TAIL]])
  const tooLong = withTail(MAX_TAIL + 1)
  expect(await indexFirst(tooLong)).toBeNull()
  expect(tooLong.slices).toEqual([])
})
