import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { inRange } from '#media/lists/timeline.ts'
import { fileTexts, inFile, restOfIndex } from '#media/subtitles/in-file/in-file.ts'
import { loadSubtitles } from '#media/subtitles/load.ts'
import { byte, element, film, utf8, type Written } from '../lib/texts-in-matroska.ts'

async function read(file: Buffer): Promise<string[]> {
  const url = 'https://site.example/film.mkv'
  const cues = await loadSubtitles(
    { url, track: inFile(1), language: 'en' },
    { fetch: async ({ range }) => ({ bytes: inRange(file, range), url }), maxSegments: 10 },
  )
  return cues.map(({ start, end, lines }) => `${start}-${end} ${lines.join('|')}`)
}

const packedBy = (...fields: Buffer[]) => [element('6d80', element('6240', element('5034', ...fields)))]
const BOTH = ['1-2 First', '3-5 Second']

describe('texts of Matroska', () => {
  test.each<[string, Written]>([
    ['as they are', { text: utf8 }],
    ['packed', { fields: packedBy(element('4254', byte(0))), text: (words) => deflateSync(utf8(words)) }],
    ['packed without a word', { fields: packedBy(), text: (words) => deflateSync(utf8(words)) }],
    [
      'without their common start',
      {
        fields: packedBy(element('4254', byte(3)), element('4255', utf8('<i>'))),
        text: (words) => utf8(`${words}</i>`),
      },
    ],
    ['in ASS', { codec: 'S_TEXT/ASS', text: (words) => utf8(`0,0,Default,,0,0,0,,{\\i1}${words}{\\i0}`) }],
    ['in WebVTT', { codec: 'S_TEXT/WEBVTT', text: (words) => utf8(`<c.red>${words}</c>`) }],
    ['of WebM', { codec: 'D_WEBVTT/SUBTITLES', text: (words) => utf8(`id\nline:0\n${words}`) }],
  ])('are read %s', async (_, written) => {
    expect(await read(film(written))).toEqual(BOTH)
  })

  test.each<[string, Written['text']]>([
    ['damaged', (words) => utf8(words)],
    ['cut off', (words) => deflateSync(utf8(words)).subarray(0, 5)],
  ])('that are packed and %s are a failure', async (_, text) => {
    await expect(read(film({ fields: packedBy(), text }))).rejects.toMatchObject({ code: 'no_subtitles' })
  })

  test('that grow without end are read to a limit', async () => {
    const [first] = await read(
      film({ fields: packedBy(), text: (words) => deflateSync(utf8(`${words} `.repeat(2e6))) }),
    )
    expect(first!.length).toBeLessThan(30_000)
  })

  test('that grow to more than the words of a film are refused', async () => {
    const text = (words: string) => deflateSync(utf8(`${words} `.repeat(5_000)))
    await expect(read(film({ fields: packedBy(), text, more: 500 }))).rejects.toMatchObject({
      code: 'too_big',
    })
  })

  test.each<[string, Buffer[], object[]]>([
    ['no language are English', [], [{ language: 'eng', name: null, mark: null }]],
    [
      'two are in the newer',
      [element('22b59c', utf8('por')), element('22b59d', utf8('pt-BR'))],
      [{ language: 'pt-BR' }],
    ],
    ['a name', [element('536e', utf8('Comentários'))], [{ name: 'Comentários' }]],
    ['signs alone', [element('55aa', byte(1))], [{ mark: 'forced' }]],
    ['sounds too', [element('55ab', byte(1))], [{ mark: 'sdh' }]],
    ['a cipher are not listed', [element('6d80', element('6240', element('5035')))], []],
    ['pictures are not listed', [element('86', utf8('S_VOBSUB'))], []],
  ])('with %s', (_, fields, listed) => {
    const codec = fields.some((one) => one.includes('S_VOBSUB')) ? 'S_VOBSUB' : 'S_TEXT/UTF8'
    expect(fileTexts(film({ fields, codec, text: utf8 }))).toEqual(
      listed.map((one) => expect.objectContaining(one)),
    )
  })
})

test.each([
  ['is read on', 100_000, 99_000],
  ['is not waited for if it is long', 1_000_000, 0],
])('an index of MP4 that is cut %s', (_, length, rest) => {
  const head = Buffer.alloc(1_000)
  head.writeUInt32BE(length)
  head.write('moov', 4)
  expect(restOfIndex(head)).toBe(rest)
})
