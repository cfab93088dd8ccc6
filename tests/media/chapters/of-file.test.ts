import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Chapter } from '#media/chapters/chapter.ts'
import { chapterTitles, fileChapters, trackChapters } from '#media/chapters/of-file.ts'
import { fileTexts } from '#media/subtitles/in-file/in-file.ts'
import { box, fullBox, movieHeader, track, u16, u32, u64 } from '../lib/boxes.ts'

const utf8 = (text: string) => Buffer.from(text, 'utf8')
const safe = (n: number) => Buffer.from([(n >> 21) & 127, (n >> 14) & 127, (n >> 7) & 127, n & 127])

function id3(chapters: Chapter[], version: 3 | 4, encode: (title: string) => Buffer): Buffer {
  const size = version === 4 ? safe : (n: number) => u32(n)
  const frame = (id: string, body: Buffer) => Buffer.concat([utf8(id), size(body.length), u16(0), body])
  const frames = chapters.map(({ start, title }, at) =>
    frame(
      'CHAP',
      Buffer.concat([utf8(`ch${at}\0`), u32(start * 1_000, 0, 0, 0), frame('TIT2', encode(title))]),
    ),
  )
  const body = Buffer.concat([frame('TSSE', utf8('\x03x')), ...frames, Buffer.alloc(30)])
  return Buffer.concat([utf8('ID3'), Buffer.from([version, 0, 0]), safe(body.length), body])
}

const nero = (chapters: Chapter[]) => {
  const items = chapters.map(({ start, title }) =>
    Buffer.concat([u64(start * 1e7), Buffer.from([utf8(title).length]), utf8(title)]),
  )
  const list = fullBox('chpl', 1, u32(0), Buffer.from([chapters.length]), ...items)
  return Buffer.concat([box('ftyp', utf8('M4A ')), box('moov', movieHeader(1_000, 1), box('udta', list))])
}

/** RFC 8794: a size in four bytes. */
const element = (id: string, ...content: Buffer[]) => {
  const body = Buffer.concat(content)
  return Buffer.concat([Buffer.from(id, 'hex'), u32(0x10_00_00_00 + body.length), body])
}
const matroska = (chapters: Chapter[]) => {
  const atoms = chapters.map(({ start, title }) =>
    element('b6', element('91', u64(start * 1e9)), element('80', element('85', utf8(title)))),
  )
  return Buffer.concat([
    element('1a45dfa3'),
    element('18538067', element('1043a770', element('45b9', ...atoms)), element('1f43b675')),
  ])
}

const le32 = (n: number) => Buffer.from(u32(n).toReversed())
const comments = (chapters: Chapter[]) => {
  const clock = (start: number) => new Date(start * 1_000).toISOString().slice(11, 23)
  const all = chapters.flatMap(({ start, title }, at) => {
    const name = `CHAPTER${String(at).padStart(3, '0')}`
    return [`${name}=${clock(start)}`, `${name}NAME=${title}`]
  })
  const list = all.map((text) => Buffer.concat([le32(utf8(text).length), utf8(text)]))
  return Buffer.concat([le32(3), utf8('x/y'), le32(all.length), ...list])
}
const opus = (chapters: Chapter[]) => Buffer.concat([utf8('OggS....OpusTags'), comments(chapters)])
const flac = (chapters: Chapter[]) => {
  const block = comments(chapters)
  const head = (type: number, length: number) => Buffer.concat([Buffer.from([type]), u32(length).subarray(1)])
  return Buffer.concat([utf8('fLaC'), head(0, 34), Buffer.alloc(34), head(0x84, block.length), block])
}

const title = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  .filter((text) => !text.includes('\0'))
const chapters = fc
  .uniqueArray(fc.integer({ min: 0, max: 20_000 }), { minLength: 1, maxLength: 30 })
  .chain((starts) =>
    fc.tuple(
      fc.constant(starts.toSorted((a, b) => a - b)),
      fc.array(title, { minLength: 30, maxLength: 30 }),
    ),
  )
  .map(([starts, titles]) => starts.map((start, at): Chapter => ({ start, title: titles[at]! })))

const utf16 = (text: string) => Buffer.concat([Buffer.from([1, 0xff, 0xfe]), Buffer.from(text, 'utf16le')])

describe('chapters of a file are read from', () => {
  test.each([
    ['ID3v2.4', (all: Chapter[]) => id3(all, 4, (text) => utf8(`\x03${text}\0`))],
    ['ID3v2.3', (all: Chapter[]) => id3(all, 3, utf16)],
    ['the list of Nero', nero],
    ['Matroska', matroska],
    ['comments of Opus', opus],
    ['comments of FLAC', flac],
  ])('%s', (_, write) => {
    fc.assert(
      fc.property(chapters, (all) => {
        expect(fileChapters(write(all))).toEqual(all)
      }),
      { numRuns: 40 },
    )
  })

  test('a text track of MP4', () => {
    const texts = ['Eins', 'Zwei ü', '三'].map((text) => Buffer.concat([u16(utf8(text).length), utf8(text)]))
    const tables = Buffer.concat([
      fullBox('stts', 0, u32(2, 1, 4_000, 2, 2_500)),
      fullBox('stsz', 0, u32(0, 3, ...texts.map(({ length }) => length))),
      fullBox('stsc', 0, u32(1, 1, 3, 1)),
      fullBox('stco', 0, u32(1, 5_000)),
    ])
    const text = track({ id: 2, kind: 'text', timescale: 1_000, entry: box('text', Buffer.alloc(8)), tables })
    const links = track({
      id: 3,
      kind: 'text',
      timescale: 1_000,
      entry: box('tx3g', Buffer.alloc(8)),
      tables,
    })
    const sound = track({ id: 1, kind: 'soun', inTrack: box('tref', box('chap', u32(2, 3))) })
    const head = Buffer.concat([
      box('ftyp', utf8('M4A ')),
      box('moov', movieHeader(1_000, 1), sound, links, text),
    ])
    expect(fileTexts(head)).toEqual([])
    const titles = chapterTitles(head)!
    expect(titles).toEqual({ start: 5_000, end: 5_000 + Buffer.concat(texts).length })
    expect(trackChapters(head, Buffer.concat(texts), titles.start)).toEqual([
      { start: 0, title: 'Eins' },
      { start: 4, title: 'Zwei ü' },
      { start: 6.5, title: '三' },
    ])
  })

  test('no damaged file', () => {
    const files = [
      id3([{ start: 1, title: 'x' }], 4, utf8),
      nero([{ start: 1, title: 'x' }]),
      opus([]),
      flac([]),
    ]
    fc.assert(
      fc.property(fc.constantFrom(...files), fc.nat(), fc.nat(255), (file, at, byte) => {
        const bytes = Buffer.from(file)
        bytes[at % bytes.length] = byte
        expect(fileChapters(bytes).length).toBeLessThanOrEqual(1_000)
        chapterTitles(bytes.subarray(0, at % bytes.length))
      }),
    )
  })
})
