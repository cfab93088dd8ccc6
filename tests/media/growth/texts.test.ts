import { expect, test } from 'vitest'
import { Failure } from '#contract/failure.ts'
import { readDash, timelineOf } from '#media/lists/dash.ts'
import { importsVariables, readHls, variablesOf } from '#media/lists/hls.ts'
import { decoded } from '#media/subtitles/decoded.ts'
import { readSubtitles } from '#media/subtitles/read.ts'
import { overgrown, repeated } from '../../growth.ts'

const url = 'https://cdn.example/list'
/** Characters of the smallest input. */
const SIZE = 40_000
/** The second fits nowhere, the third closes what is open. */
const ENDS = ['', '\u0001', 'x">a</p>\n']

function orFailure(read: () => unknown): unknown {
  try {
    return read()
  } catch (error) {
    if (error instanceof Failure) return error
    throw error
  }
}

const subtitles = (text: string) => readSubtitles(decoded(new TextEncoder().encode(text)))

function list(text: string): void {
  orFailure(() => readHls(text, { url }))
  orFailure(() => variablesOf(text, url))
  orFailure(() => importsVariables(text))
}

function manifest(text: string): void {
  orFailure(() => {
    const presentation = readDash(text, url)
    for (const { representations } of presentation.periods)
      for (const one of representations) orFailure(() => timelineOf(presentation, one))
  })
}

const MARKS = [' ', '\n', '\r', '\r \r', '0', '1 ', '.', ',', ':', '"', "'", '=', '&', '&#1', '<', '>']
const CUES = ['{', '}', '{\\p', '\\p1', '{1}{2}', '[00:01]', '-->', '1 -', '|', '/', 'begin="', '<!--']
const LONG = ['\\p', '{', ' ', '\\p1'].map(
  (piece) => `Dialogue: 0,0:00:01.00,0:00:02.00,,,,,,,{${piece.repeat(9_000)}}\n`,
)
const TAGS = ['<p begin="1">', '<p>', '</p>', '<![CDATA[', '<a:', '<span x="', '<sync start=1>', ' dur="1s"']
const FORMS = [
  '',
  'WEBVTT\n\n00:01.000 --> ',
  'WEBVTT\n\n00:01.000 --> 00:02.000\n',
  '1\n00:00:01,000 --> 00:00:02,000\n',
  '<tt><body><p begin="1',
  '<tt><body><p begin="1s" end="2s">',
  '[Script Info]\n[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,,,,,,,{',
  '[Events]\nDialogue: ',
  '{1}{1}25\n{1}{2}',
  '[00:01.00]',
  '{"events":[',
  '<SAMI><SYNC Start=1>',
  '<transcript><text start="1" dur="',
]
const HLS = ['#EXT-X-DEFINE:', '#EXT-X-DEFINE:\r', '#EXTINF:1,\na', '{$a}', 'A=', 'A="', '#EXT-X-KEY:A=B\n']
const LISTS = [
  '#EXTM3U\n',
  '#EXTM3U\n#EXT-X-DEFINE:NAME="a",VALUE="',
  '#EXTM3U\n#EXTINF:',
  '#EXTM3U\n#EXT-X-MAP:',
]
const XML = ['<a>', '<a/>', '</a>', '<a b="c"/>', '<?', '<!--', '<BaseURL>a/../</BaseURL>', '<S d="1"/>']
const film = '<MPD mediaPresentationDuration="PT1S"><Period><AdaptationSet mimeType="video/mp4">'
const MANIFESTS = [
  '',
  '<MPD mediaPresentationDuration="P',
  film,
  `${film}<Representation id="v" bandwidth="1">`,
  `${film}<Representation id="v"><SegmentTemplate media="`,
  `${film}<Representation id="v"><SegmentList><SegmentTimeline>`,
]

test.each([
  ['subtitles', subtitles, repeated(FORMS, [...MARKS, ...CUES, ...LONG, ...TAGS], ENDS)],
  ['a list', list, repeated(LISTS, [...MARKS, ...HLS], ENDS)],
  ['a manifest', manifest, repeated(MANIFESTS, [...MARKS, ...XML, '$', '$$', '$Number$', 'a/../'], ENDS)],
] as const)('the work for %s grows with its length', { timeout: 120_000 }, (_, read, inputs) => {
  const grown = inputs.flatMap(([name, text]) => {
    const found = overgrown((size) => read(text(size)), SIZE)
    return found === null ? [] : [`${name}: ${found}`]
  })
  expect(grown).toEqual([])
})
