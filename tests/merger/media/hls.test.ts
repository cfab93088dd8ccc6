import { expect, test } from 'vitest'
import { Failure } from '#contract/failure.ts'
import { hasDiscontinuity, listedLength } from '../../../merger/media/hls.ts'

const codeOf = (text: string) => {
  try {
    return listedLength(text)
  } catch (error) {
    return error instanceof Failure ? error.code : error
  }
}
const hls = (...lines: string[]) => ['#EXTM3U', ...lines, '#EXT-X-ENDLIST'].join('\n')
const mpd = (attributes: string) => `<?xml version="1.0"?>\n<MPD xmlns="urn:x" ${attributes}><Period/></MPD>`

test.each([
  ['exact segments', hls('#EXTINF:4.5,', 'a.ts', '#EXTINF:3.5,', 'b.ts'), { seconds: 8, slack: 1 }],
  ['CRLF line ends', hls('#EXTINF:4.5,\r', 'a.ts\r'), { seconds: 4.5, slack: 1 }],
  ['rounded segments', hls(...Array(6).fill('#EXTINF:4,\na.ts')), { seconds: 24, slack: 3 }],
  ['a list of playlists', hls('#EXT-X-STREAM-INF:BANDWIDTH=1', 'low.m3u8'), null],
  [
    'a DASH manifest',
    mpd('type="static" mediaPresentationDuration="PT1H2M3.5S"'),
    { seconds: 3_723.5, slack: 1 },
  ],
  [
    'a DASH manifest with a zero date',
    mpd('mediaPresentationDuration="P0Y0M0DT12S"'),
    { seconds: 12, slack: 1 },
  ],
  ['a DASH manifest without a duration', mpd('type="static"'), null],
  ['an infinite DASH manifest', mpd(`mediaPresentationDuration="PT${'9'.repeat(400)}S"`), null],
  ['segments of infinite duration', hls(`#EXTINF:${'9'.repeat(400)},`, 'a.ts'), null],
] as const)('listedLength reads the duration of %s', (_, text, expected) =>
  expect(codeOf(text)).toEqual(expected),
)

test.each([
  ['sample encryption', hls('#EXT-X-KEY:METHOD=SAMPLE-AES,URI="k"', '#EXTINF:4,', 'a.ts'), 'drm'],
  [
    'a key system of a vendor',
    hls('#EXT-X-KEY:METHOD=AES-128,KEYFORMAT="com.apple"', '#EXTINF:4,', 'a'),
    'drm',
  ],
  ['no segment', hls(), 'no_media'],
  ['no end', '#EXTM3U\n#EXTINF:4,\na.ts', 'live'],
  ['a dynamic manifest', mpd('type="dynamic"'), 'live'],
  ['a line of more than 16 kB', hls('#EXTINF:4,', 'a'.repeat(17_000)), 'too_big'],
  ['more than 20,000 URLs', hls(...Array(20_001).fill('#EXTINF:4,\na')), 'too_big'],
] as const)('listedLength throws a Failure for a playlist with %s', (_, text, code) =>
  expect(codeOf(text)).toBe(code),
)

// A parser with quadratic time would need minutes for 16 MB, far longer than the timeout of the test.
test.each([
  ['keys in one line', `#EXTM3U\n${'#EXT-X-KEY:'.repeat(1_450_000)}`, 'too_big'],
  ['keys in lines of the longest length', hls(...Array(1_000).fill('#EXT-X-KEY:'.repeat(1_480))), 'no_media'],
  ['start tags of DASH', '<MPD'.repeat(4_000_000), null],
  ['start tags of DASH in one tag', `<MPD${' type="static"'.repeat(1_200_000)}>`, null],
] as const)(
  'listedLength parses 16 MB of repeated %s in linear time',
  { timeout: 5_000 },
  (_, text, expected) => expect(codeOf(text)).toEqual(expected),
)

test('hasDiscontinuity needs a line of exactly its tag', () => {
  expect(hasDiscontinuity('#EXTM3U\n#EXT-X-DISCONTINUITY\r\n')).toBe(true)
  expect(hasDiscontinuity('#EXTM3U\n#EXT-X-DISCONTINUITY-SEQUENCE:3\n# #EXT-X-DISCONTINUITY\n')).toBe(false)
})
