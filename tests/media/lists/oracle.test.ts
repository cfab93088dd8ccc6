import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { M3U8Parser, type Fragment } from 'hls.js'
import { expect, test } from 'vitest'
import { readHls } from '#media/lists/hls.ts'
import { media } from '../../merger/merge/lib/media.ts'

const url = 'https://cdn.example/film/list.m3u8?token=t'

type Seen = { url: string; seconds: number; range: string; map: string | null; vector: string | null }

function ours(text: string): Seen[][] {
  return readHls(text, { url }).runs.map(({ map, parts }) =>
    parts.map(({ urls, seconds, range, key }) => ({
      url: urls[0]!,
      seconds: seconds ?? NaN,
      range: range ? `${range.start}-${range.start + range.length!}` : '',
      map: map?.urls[0] ?? null,
      vector: key && (key.iv ?? key.sequence.toString(16).padStart(32, '0')),
    })),
  )
}

/**
 * The same by the parser of a browser's player. A run ends where its discontinuity or its map changes. Known
 * difference: for us it also ends where the same bytes come again, because their clock starts again.
 */
function theirs(text: string): Seen[][] {
  const parser: Record<'parseLevelPlaylist', (...values: unknown[]) => unknown> = M3U8Parser as never
  const parse = (...values: unknown[]) => parser.parseLevelPlaylist(...values) as { fragments: Fragment[] }
  const runs = new Map<string, Seen[]>()
  let [before, index] = ['', 0]
  let places = new Set<string>()
  for (const fragment of parse(text, url, 0, 'main', 0, null).fragments) {
    const map = fragment.initSegment?.url ?? null
    const run = `${fragment.cc} ${map}`
    const place = `${fragment.url} ${fragment.byteRange.join('-')}`
    if (run !== before || places.has(place)) {
      index++
      places = new Set()
    }
    places.add(place)
    before = run
    if (fragment.gap) continue
    const { byteRange, decryptdata } = fragment
    const seen = {
      url: fragment.url,
      seconds: fragment.duration,
      range: byteRange.length > 0 ? byteRange.join('-') : '',
      map,
      vector: decryptdata?.iv ? Buffer.from(decryptdata.iv).toString('hex') : null,
    }
    runs.set(String(index), [...(runs.get(String(index)) ?? []), seen])
  }
  return [...runs.values()]
}

const segment = fc
  .tuple(
    fc.constantFrom('#EXTINF:4,', '#EXTINF:3.96,title', '#EXTINF:0.5,'),
    fc.constantFrom(
      '',
      '#EXT-X-GAP',
      '#EXT-X-BYTERANGE:100@7',
      '#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z',
    ),
    fc.constantFrom('a.ts', '../b.ts?x=1', 'https://other.example/c.ts', '/d.ts'),
  )
  .map((lines) => lines.filter((line) => line !== '').join('\n'))
const between = fc.constantFrom(
  '#EXT-X-DISCONTINUITY',
  '#EXT-X-MAP:URI="i.mp4"',
  '#EXT-X-MAP:URI="j.mp4",BYTERANGE="80@0"',
  '#EXT-X-KEY:METHOD=AES-128,URI="key"',
  '#EXT-X-KEY:METHOD=AES-128,URI="key",IV=0x000102030405060708090a0b0c0d0e0f',
  '#EXT-X-KEY:METHOD=NONE',
  '#EXT-X-CUE-OUT-CONT:3/9',
  '# a comment',
)
const list = fc
  .tuple(
    fc.nat(900),
    fc.array(fc.oneof({ weight: 2, arbitrary: segment }, between), { maxLength: 12 }),
    segment,
  )
  .map(([sequence, lines, last]) =>
    [
      '#EXTM3U',
      '#EXT-X-TARGETDURATION:4',
      `#EXT-X-MEDIA-SEQUENCE:${sequence}`,
      ...lines,
      last,
      '#EXT-X-ENDLIST',
    ].join('\n'),
  )

test('reads generated playlists as hls.js does', () => {
  fc.assert(
    fc.property(list, (text) => {
      const expected = theirs(text)
      fc.pre(expected.length > 0)
      expect(ours(text)).toEqual(expected)
    }),
    { numRuns: 500 },
  )
})

test.each(['hls/video.m3u8', 'hls/both.m3u8', 'fmp4/video.m3u8', 'film/mp4.m3u8'])(
  'reads the playlist %s of ffmpeg as hls.js does',
  (name) => {
    const text = readFileSync(media(name), 'utf8')
    expect(ours(text)).toEqual(theirs(text))
  },
)
