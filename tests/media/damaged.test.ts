import { assert, integer, property, tuple, uint8Array, constantFrom } from 'fast-check'
import { expect, test } from 'vitest'
import { boxAt, boxes, boxesIn, MAX_VISITS } from '#media/mp4/boxes.ts'
import { elements, elementsIn, ids, MAX_VISITS as MAX_ELEMENTS } from '#media/matroska/ebml.ts'
import { factsOffset, mediaFacts } from '#media/media-head.ts'
import { isText } from '#contract/media-signature.ts'
import { fuzzRuns } from '../merger/raw-origin.ts'
import { cpuSeconds } from '../cpu-seconds.ts'
import { box } from './lib/boxes.ts'

const bytes = uint8Array({ maxLength: 40 })
const types = constantFrom(
  'mvhd',
  'mdhd',
  'mvex',
  'mehd',
  'edts',
  'elst',
  'stts',
  'stsd',
  'tkhd',
  'hdlr',
  'sidx',
)
/**
 * Generates the start of an MP4, in which boxes are nested correctly but have random content. The bytes are
 * truncated at a random offset.
 */
const damagedMp4 = tuple(types, bytes, types, bytes, integer({ min: 0, max: 300 })).map(
  ([one, first, two, second, cut]) => {
    const inner = Buffer.concat([box(one, first), box(two, second)])
    const track = box('trak', inner, box('mdia', inner, box('minf', box('stbl', inner))))
    const moof = box('moof', box('traf', box('tfhd', first), box('tfdt', second)))
    return Buffer.concat([box('ftyp'), box(two, second), box('moov', inner, track), moof]).subarray(0, cut)
  },
)
const damagedMatroska = tuple(bytes, bytes).map(([first, second]) =>
  Buffer.concat([
    Buffer.from('1a45dfa380', 'hex'),
    Buffer.from('1853806701ffffffffffffff', 'hex'),
    first,
    second,
  ]),
)

test.each([
  ['MP4', damagedMp4],
  ['Matroska', damagedMatroska],
])('parses the first bytes of damaged %s files', (_, heads) => {
  assert(
    property(heads, (head) => {
      mediaFacts(head, null)
      factsOffset(head)
    }),
    { numRuns: 10 * fuzzRuns },
  )
})

test('visits a bounded number of MP4 boxes over all levels of a file', () => {
  const [moov] = boxes(box('moov', Buffer.alloc(8_000_000, box('free'))))
  expect([...boxesIn(Buffer.alloc(8_000_000, box('free')), moov!)]).toHaveLength(MAX_VISITS - 1)
  expect([...boxesIn(Buffer.alloc(8_000_000, box('free')), moov!)]).toEqual([])
})

/** Its length says that it goes on behind the box around it. */
function lying(type: string, ...content: Buffer[]): Buffer {
  const lied = box(type, ...content)
  lied.writeUInt32BE(0x7fffffff)
  return lied
}

test('a box ends at the latest with the box around it', () => {
  const film = box('moov', box('trak', lying('mdia', lying('minf'))), box('free'), box('stbl'))
  const [moov] = boxes(film)
  const [trak] = boxesIn(film, moov!)
  expect(boxAt(film, trak!, 'mdia', 'minf')).toMatchObject({ end: trak!.end })
  expect(boxAt(film, trak!, 'mdia', 'minf', 'stbl')).toBeUndefined()
})

test('an element ends at the latest with the element around it', () => {
  const tracks = element('1654ae6b', Buffer.from('aea086ff', 'hex'))
  const film = Buffer.concat([tracks, element('86', Buffer.from('A_NAME'))])
  const [parent] = elements(film)
  const [entry] = elementsIn(film, parent!)
  expect(entry).toMatchObject({ id: ids.trackEntry, end: tracks.length })
  expect([...elementsIn(film, entry!)]).toMatchObject([{ id: ids.codecId, end: tracks.length }])
})

const PROBED = 65_536
const filled = (start: Buffer, filling: Buffer) =>
  Buffer.concat([start, Buffer.alloc(PROBED, filling)]).subarray(0, PROBED)
const ofAnyLength = (id: string) => `${id}01ffffffffffffff`
const matroska = (...parents: string[]) =>
  Buffer.from(`1a45dfa380${['18538067', ...parents].map(ofAnyLength).join('')}`, 'hex')
const EMPTY = Buffer.from('ec80', 'hex')

test.each([
  ['tracks', lying('moov', ...Array.from({ length: 1_300 }, () => box('trak', lying('mdia')))), box('free')],
  ['one track', lying('moov', lying('trak', lying('mdia', lying('minf')))), box('free')],
  ['fragments', Buffer.concat([box('moov'), lying('moof', lying('traf'))]), box('free')],
  ['a Matroska track', matroska('1654ae6b', 'ae'), EMPTY],
  ['Matroska facts', matroska('1549a966'), EMPTY],
])('%s of lying lengths cost less than 50 ms', (_, start, filling) => {
  const head = filled(start, filling)
  const least = Math.min(...[1, 2, 3].map(() => cpuSeconds(() => mediaFacts(head, null))))
  expect(least).toBeLessThan(0.05)
})

test.each([
  '<!doctype html>',
  '\ufeff\n <rss>',
  '{"error": 1}',
  '[1]',
  '#EXTM3U',
  'ffconcat version 1.0',
  'WEBVTT',
  '  \n',
])('isText returns true for bytes that begin with %j', (text) => expect(isText(Buffer.from(text))).toBe(true))

test.each(['', 'ID3', 'OggS', 'RIFF', '\0\0\0\u0018ftypmp42'])(
  'isText returns false for bytes that begin with %j',
  (text) => expect(isText(Buffer.from(text))).toBe(false),
)

/** An audio track of an MP4. The box `esds` with the codec is missing. */
const bareTrack = box(
  'trak',
  box(
    'mdia',
    box('mdhd', Buffer.from('000000000000000000000000000003e800000000000000', 'hex')),
    box('hdlr', Buffer.from('\0\0\0\0\0\0\0\0soun', 'latin1')),
    box('minf', box('stbl', box('stsd', Buffer.alloc(8), box('mp4a', Buffer.alloc(28))))),
  ),
)
const manyTracks = Array.from({ length: 5_000 }, () => bareTrack)
const manyEntries = Buffer.alloc(500_000, Buffer.from('ae80', 'hex'))
const segmentOfTracks = Buffer.from('1a45dfa3801853806701ffffffffffffff1654ae6b01ffffffffffffff', 'hex')

test.each([
  ['an MP4', box('moov', ...manyTracks)],
  ['a Matroska file', Buffer.concat([segmentOfTracks, manyEntries])],
])('mediaFacts reads at most a hundred tracks of %s', (_, head) => {
  expect(mediaFacts(head, null)).toMatchObject({ isAll: false, tracks: { length: 100 } })
})

const element = (id: string, content: Buffer) => {
  const size = Buffer.alloc(8)
  size.writeBigUInt64BE(BigInt(content.length))
  size[0] = 1
  return Buffer.concat([Buffer.from(id, 'hex'), size, content])
}
/** Builds the start of a Matroska file with one track that has the given codec name. */
const withCodec = (name: Buffer) => {
  const tracks = element('1654ae6b', element('ae', element('86', name)))
  return Buffer.concat([Buffer.from('1a45dfa380', 'hex'), element('18538067', tracks)])
}

test('the name of a Matroska codec ends at its first zero byte', () => {
  const name = Buffer.concat([Buffer.from('A_NAME'), Buffer.alloc(20_000), Buffer.from('x')])
  expect(mediaFacts(withCodec(name), null).tracks).toMatchObject([{ codec: 'name' }])
})

test.each(['__proto__', 'constructor'])('mediaFacts keeps the Matroska codec name "%s"', (name) => {
  expect(mediaFacts(withCodec(Buffer.from(name)), null).tracks).toMatchObject([{ codec: name }])
})

test('visits a bounded number of Matroska elements', () => {
  expect([...elements(Buffer.alloc(2_000_000, EMPTY))]).toHaveLength(MAX_ELEMENTS)
})
