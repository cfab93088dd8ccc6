import { array, assert, constantFrom, integer, property, tuple, uint8Array } from 'fast-check'
import { expect, test } from 'vitest'
import { factsOffset, mediaFacts } from '#media/media-head.ts'
import { pictureEnd } from '#media/picture-end.ts'
import { cpuSeconds } from '../../cpu-seconds.ts'
import { fuzzRuns } from '../../merger/raw-origin.ts'

/** All that a probe reads. */
const PROBED = 65_536
const MOST_SECONDS = 0.05

const lengths = constantFrom(0, 1, 8, 9, 16, 100, 65_000, 0x7fffffff, 0xffffffff)
const types = constantFrom(
  ...'ftyp moov trak mdia minf stbl stsd stsz stts stsc stco co64 mvex trex moof traf tfhd trun sidx free mdat edts elst'.split(
    ' ',
  ),
)
/** A box that states any length, whatever follows. */
const boxes = tuple(lengths, types, uint8Array({ maxLength: 24 })).map(([length, type, rest]) => {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(length)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, rest])
})
const elements = constantFrom(
  ...'1a45dfa380 1853806701ffffffffffffff 1654ae6b01ffffffffffffff ae01ffffffffffffff ae80 e0ff 6d80ff 86ff ec80 1549a966ff 1c53bb6bff bbff'.split(
    ' ',
  ),
).map((hex) => Buffer.from(hex, 'hex'))
const starts = constantFrom(
  ...['1a45dfa380', '0000000866747970', '494433', '664c6143', '4f676753', '47', 'fffb9000'].map((hex) =>
    Buffer.from(hex, 'hex'),
  ),
)
const heads = tuple(
  starts,
  array(boxes, { maxLength: 12 }),
  array(elements, { maxLength: 12 }),
  integer({ min: 1, max: 4 }),
).map(([start, some, others, last]) => {
  const pieces = [...some, ...others, Buffer.from([last])]
  const repeated = Buffer.concat(pieces.slice(-1 - (last % pieces.length)))
  return Buffer.concat([start, ...pieces, Buffer.alloc(PROBED, repeated)]).subarray(0, PROBED)
})

test('any bytes that a probe reads cost less than 50 ms', { timeout: 120_000 }, () => {
  assert(
    property(heads, (head) => {
      const read = () => [mediaFacts(head, null), factsOffset(head), pictureEnd(head)]
      const first = cpuSeconds(read)
      const least = first < MOST_SECONDS ? first : Math.min(...[1, 2, 3].map(() => cpuSeconds(read)))
      expect(least).toBeLessThan(MOST_SECONDS)
    }),
    { numRuns: 3 * fuzzRuns },
  )
})
