import { expect, test } from 'vitest'
import { Readable } from 'node:stream'
import { mediaFacts } from '#media/media-head.ts'
import { readPackets } from '../../../merger/merge/clip/cut.ts'
import { excerptOf } from '../../../merger/merge/clip/excerpt.ts'
import { openingLength } from '../../../merger/merge/clip/opening.ts'
import { box, u32 } from '../../media/lib/boxes.ts'
import { FAR, filmOf, TEN } from '../../media/lib/film.ts'

test.each([
  ['inside', 30_000_000, true],
  ['behind the end of', 10_000_000, false],
])('takes bytes %s the file', async (_, size, isTaken) => {
  const film = filmOf({ ...TEN, runs: [1, 2, 1], offsets: FAR })
  const head = Buffer.concat([box('ftyp', Buffer.from('isom'), u32(0)), film])
  const source = { head, size, hasRanges: true, slice: () => Readable.from([]) }
  const excerpt = await excerptOf(source as never, mediaFacts(head, size), { start: 3, end: 4 })
  expect(excerpt !== null).toBe(isTaken)
})

const MIB = 1024 ** 2
const START = box('ftyp', Buffer.from('isom'), u32(0))
const bigBox = (type: string, size: number) =>
  Buffer.concat([u32(size), Buffer.from(type), Buffer.alloc(100)])
const tag = (size: number) => Buffer.from([0x49, 0x44, 0x33, 3, 0, 0, 0, 0, size >> 7, size & 0x7f])

test.each([
  ['media follow the index', 'mp4', Buffer.concat([START, box('moov'), bigBox('mdat', 9e6)]), 132],
  ['the index goes on', 'mp4', Buffer.concat([START, bigBox('moov', 200_000)]), 200_016 + 16_384],
  ['the index is large', 'mp4', Buffer.concat([START, bigBox('moov', 9e6)]), MIB],
  ['something else goes on', 'mp4', Buffer.concat([START, bigBox('free', 9e6)]), MIB],
  ['no cluster is seen', 'matroska', Buffer.from('1a45dfa3801853806701ffffffffffffff', 'hex'), MIB],
  ['a picture comes first', 'other', tag(10_000), 10_010 + 16_384],
] as const)('a clip reads the start of a source to its media: %s', (_, kind, head, length) => {
  expect(openingLength(head, kind)).toBe(length)
})

test('reads at most a million packets', async () => {
  const packets = (count: number) => Readable.from([`packet,1.0,1.0,K__\n`.repeat(count)])
  expect((await readPackets(packets(1_000_000))).packets).toHaveLength(1_000_000)
  await expect(readPackets(packets(1_000_001))).rejects.toMatchObject({ code: 'too_big' })
})
