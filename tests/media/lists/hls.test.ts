import { expect, test } from 'vitest'
import { Failure } from '#contract/failure.ts'
import { importsVariables, readHls, variablesOf } from '#media/lists/hls.ts'

const url = 'https://cdn.example/film/list.m3u8?token=a1'
const list = (...lines: string[]) => ['#EXTM3U', ...lines, '#EXT-X-ENDLIST'].join('\n')
const read = (text: string, parent?: ReadonlyMap<string, string>) =>
  readHls(text, parent ? { url, parent } : { url })
const codeOf = (text: string) => {
  try {
    return read(text).expected
  } catch (error) {
    return error instanceof Failure ? error.code : error
  }
}
const names = (text: string) =>
  read(text).runs.map(({ parts }) => parts.map(({ urls }) => new URL(urls[0]!).pathname.split('/').at(-1)))

test.each([
  ['exact segments', list('#EXTINF:4.5,', 'a.ts', '#EXTINF: 3.5 ,', 'b.ts'), { seconds: 8, slack: 1 }],
  ['many decimals', list(`#EXTINF:1.7083333333333333,`, 'a'), { seconds: 1.7083333333333333, slack: 1 }],
  ['CRLF line ends', list('#EXTINF:4.5,\r', 'a.ts\r'), { seconds: 4.5, slack: 1 }],
  ['CR line ends', list('#EXTINF:4.5,', 'a.ts').replaceAll('\n', '\r'), { seconds: 4.5, slack: 1 }],
  ['rounded segments', list(...Array(6).fill('#EXTINF:4,\na.ts')), { seconds: 24, slack: 3 }],
  ['a segment without EXTINF', list('#EXTINF:4,', 'a.ts', 'b.ts'), null],
  ['EXTINF without a number', list('#EXTINF:,', 'a.ts', '#EXTINF:4,', 'b.ts'), null],
  ['EXTINF with an exponent or a sign', list('#EXTINF:-5,', 'a.ts', '#EXTINF:nan,', 'b.ts'), null],
  [
    'rounded and exact segments',
    list('#EXTINF:4,', 'a', '#EXTINF:12.5,', 'b', '#EXTINF:4,', 'c'),
    { seconds: 20.5, slack: 1 },
  ],
  ['EXTINF with a letter first', list('#EXTINF:x4,', 'a'), null],
  [
    'type VOD without an end',
    '#EXTM3U\n#EXT-X-PLAYLIST-TYPE: VOD\n#EXTINF:4.0,\na',
    { seconds: 4, slack: 1 },
  ],
  ['a gap', list('#EXTINF:4.0,', 'a', '#EXT-X-GAP', '#EXTINF:4.0,', 'b'), { seconds: 8, slack: 5 }],
] as const)('reads the length of a playlist with %s', (_, text, expected) =>
  expect(codeOf(text)).toEqual(expected),
)

test.each([
  ['sample encryption', list('#EXT-X-KEY:METHOD=SAMPLE-AES,URI="k"', '#EXTINF:4,', 'a.ts'), 'drm'],
  ['a key system of a vendor', list('#EXT-X-KEY:METHOD=AES-128,URI="k",KEYFORMAT="com.apple"', 'a'), 'drm'],
  ['no segment', list(), 'no_media'],
  ['changes only', list('#EXT-X-SKIP:SKIPPED-SEGMENTS=3', '#EXTINF:4,', 'a.ts'), 'source_failed'],
  ['single pictures', list('#EXT-X-I-FRAMES-ONLY', '#EXTINF:4,', 'a.ts'), 'no_media'],
  ['variants', '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\na.m3u8', 'no_media'],
  ['a map without an address', list('#EXT-X-MAP:BYTERANGE="4@0"', 'a'), 'source_failed'],
  ['a byte range without a number', list('#EXT-X-BYTERANGE:x4@0', 'a'), 'source_failed'],
  ['type EVENT without an end', '#EXTM3U\n#EXT-X-PLAYLIST-TYPE:EVENT\n#EXTINF:4,\na', 'live'],
  ['no end', '#EXTM3U\n#EXTINF:4,\na.ts', 'live'],
  ['a line of more than 16 kB', list('#EXTINF:4,', 'a'.repeat(17_000)), 'too_big'],
  ['more than 20,000 segments', list(...Array(20_001).fill('#EXTINF:4,\na')), 'too_big'],
  ['a file address', list('#EXTINF:4,', 'file:///etc/passwd'), 'refused_address'],
  ['an unknown variable', list('#EXT-X-DEFINE:NAME="a",VALUE="b"', '{$host}/a.ts'), 'source_failed'],
  ['an empty byte range', list('#EXT-X-BYTERANGE:0@4', 'a.ts'), 'source_failed'],
] as const)('refuses a playlist with %s', (_, text, code) => expect(codeOf(text)).toBe(code))

test('begins a run at a discontinuity and at another map', () => {
  const text = list(
    '#EXT-X-MAP:URI="i.mp4"',
    'a',
    '#EXT-X-MAP:URI="i.mp4"',
    'b',
    '#EXT-X-MAP:URI="j.mp4"',
    'c',
    '#EXT-X-DISCONTINUITY',
    '#EXT-X-MAP:URI="i.mp4"',
    'd',
    '#EXT-X-DISCONTINUITY-SEQUENCE:3',
    'e',
  )
  expect(names(text)).toEqual([['a', 'b'], ['c'], ['d', 'e']])
  expect(read(text).runs.map(({ map }) => map?.urls[0])).toEqual(
    ['i', 'j', 'i'].map((name) => `https://cdn.example/film/${name}.mp4`),
  )
})

test('a run starts where the runs and gaps before it end', () => {
  const text = list(
    '#EXTINF:4,',
    'a',
    '#EXT-X-GAP',
    '#EXTINF:2,',
    'b',
    '#EXT-X-DISCONTINUITY',
    '#EXTINF:3,',
    'c',
  )
  expect(read(text).runs).toMatchObject([{ start: 0, gaps: 2 }, { start: 6 }])
  expect(names(text)).toEqual([['a'], ['c']])
})

test('marks the runs between CUE-OUT and CUE-IN', () => {
  const text = list('a', '#EXT-X-CUE-OUT:30', 'b', '#EXT-X-CUE-IN', 'c')
  expect(read(text).runs.map(({ isAdvertisement }) => isAdvertisement)).toEqual([false, true, false])
})

test('a byte range without a start follows the one before', () => {
  const text = list('#EXT-X-BYTERANGE:10@5', 'a', '#EXT-X-BYTERANGE:20', 'a', '#EXT-X-BYTERANGE:30', 'b')
  expect(read(text).runs[0]?.parts.map(({ range }) => range)).toEqual([
    { start: 5, length: 10 },
    { start: 15, length: 20 },
    { start: 0, length: 30 },
  ])
})

test('a key without IV counts segments, not the map before them', () => {
  const key = '#EXT-X-KEY:METHOD=AES-128,URI="k"'
  const text = list(
    '#EXT-X-MEDIA-SEQUENCE:7',
    '#EXT-X-MAP:URI="i"',
    key,
    'a',
    'b',
    '#EXT-X-KEY:METHOD=NONE',
    'c',
  )
  const [run] = read(text).runs
  expect(run?.map?.key).toBeNull()
  expect(run?.parts.map((part) => part.key?.sequence)).toEqual([7, 8, undefined])
  const withIv = read(list(`${key},IV=0x0102`, 'a')).runs[0]?.parts[0]?.key
  expect(withIv?.iv).toBe('0102'.padStart(32, '0'))
})

test('fills variables from the list, its address and its parent', () => {
  const text = list(
    '#EXT-X-DEFINE:NAME="host",VALUE="https://b.example"',
    '#EXT-X-DEFINE:QUERYPARAM="token"',
    '#EXT-X-DEFINE:IMPORT="show"',
    '{$host}/{$show}/0.ts?t={$token}',
  )
  const parent = variablesOf('#EXTM3U\n#EXT-X-DEFINE:NAME="show",VALUE="s1"', url)
  expect(read(text, parent).runs[0]?.parts[0]?.urls).toEqual(['https://b.example/s1/0.ts?t=a1'])
})

test('begins a run where the same bytes come again', () => {
  const text = list('a', 'b', 'a', 'b', '#EXT-X-BYTERANGE:9@0', 'c', '#EXT-X-BYTERANGE:9@9', 'c')
  expect(names(text)).toEqual([
    ['a', 'b'],
    ['a', 'b', 'c', 'c'],
  ])
})

test('nothing is known behind a segment of unknown length', () => {
  const text = list('a', '#EXT-X-DISCONTINUITY', '#EXTINF:4,', 'b', '#EXT-X-DISCONTINUITY', '#EXTINF:4,', 'c')
  expect(read(text)).toMatchObject({
    isSpliced: true,
    runs: [{ start: 0 }, { start: null }, { start: null }],
  })
})

test('leaves out a run of gaps', () => {
  const track = read(list('#EXT-X-GAP', '#EXTINF:4,', 'a', '#EXT-X-DISCONTINUITY', '#EXTINF:4,', 'b'))
  expect(track).toMatchObject({ isSpliced: false, runs: [{ start: 4 }] })
})

test('CUE-IN without CUE-OUT begins no run', () => {
  expect(names(list('#EXT-X-CUE-OUT:4', 'a', '#EXT-X-CUE-IN', 'b', '#EXT-X-CUE-IN', 'c'))).toEqual([
    ['a'],
    ['b', 'c'],
  ])
})

test('begins a run at another range of the same map', () => {
  const map = (range: string) => `#EXT-X-MAP:URI="i.mp4",BYTERANGE="${range}"`
  const text = list(map('10@0'), 'a', map('10@200'), 'b', map('20@200'), 'c', map('20@200'), 'd')
  expect(names(text)).toEqual([['a'], ['b'], ['c', 'd']])
  expect(read(text).runs.map((run) => run.map?.range)).toEqual([
    { start: 0, length: 10 },
    { start: 200, length: 10 },
    { start: 200, length: 20 },
  ])
})

test.each([
  ['URI="k?data:1",IV=0x1F', 'https://cdn.example/film/k?data:1', '1F'.padStart(32, '0')],
  ['URI="k",IV=10x1F', 'https://cdn.example/film/k', null],
  ['URI="k",IV=0x1Fz', 'https://cdn.example/film/k', null],
  ['URI="data:text/plain;base64,AAAA"', 'data:text/plain;base64,AAAA', null],
])('reads the key %s', (attributes, key, iv) => {
  const { runs } = read(list(`#EXT-X-KEY:METHOD=AES-128,${attributes}`, 'a'))
  expect(runs[0]!.parts[0]!.key).toEqual({ url: key, iv, sequence: 0 })
})

test.each([
  ['#EXTM3U\n#EXT-X-DEFINE:IMPORT="a"', true],
  ['#EXTM3U\n#EXT-X-DEFINE:NAME="a",VALUE="b"', false],
  ['#EXTM3U\n# #EXT-X-DEFINE:IMPORT="a"', false],
])('tells whether %j imports variables', (text, imports) => expect(importsVariables(text)).toBe(imports))

test('reads 20,000 segments', () => {
  expect(read(list(...Array(20_000).fill('#EXTINF:4,\na'))).runs).toHaveLength(20_000)
})
