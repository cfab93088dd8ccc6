import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { Failure } from '#contract/failure.ts'
import { containerOfBytes } from '#contract/media-signature.ts'
import { factsOffset, mediaFacts } from '#media/media-head.ts'
import { readDash, timelineOf } from '#media/lists/dash.ts'
import { readHls } from '#media/lists/hls.ts'
import {
  fileTexts,
  restOfIndex,
  textCues,
  textPlaces,
  textSamples,
} from '#media/subtitles/in-file/in-file.ts'
import { audioStart, mp3Frame } from '#media/sound/mp3-frame.ts'
import { expectRobust, mutated, mutatedText, repeated } from '../merger/fuzz.ts'
import { media } from '../merger/merge/lib/media.ts'
import { fuzzRuns } from '../merger/raw-origin.ts'

const LIMIT_MS = 1_800_000
/**
 * Number of bytes that the tests take from the start and from the end of each media file. This number
 * equals `HEAD_BYTES` in first-bytes.ts, the number of bytes that the merger requests at once.
 */
const HEAD = 64 * 1024

let files: Record<'MP4' | 'Matroska' | 'MP3', Buffer[]>
beforeAll(() => {
  const heads = (...names: string[]) =>
    names.flatMap((name) => {
      const bytes = readFileSync(media(name))
      return [bytes.subarray(0, HEAD), bytes.subarray(-HEAD)]
    })
  files = {
    MP4: heads('video.mp4', 'video-late.mp4', 'video-fragments.mp4', 'audio.m4a', 'both.mp4', 'titled.mp4'),
    Matroska: heads('video.webm', 'audio.webm', 'short-sound.mkv', 'titled.mkv'),
    MP3: heads('audio.mp3'),
  }
})

/** Byte patterns in hexadecimal that a hostile file may repeat: empty boxes and elements, headers, tags. */
const PATTERNS = [
  '0000000866726565',
  '000000086d6f6f76',
  '000000087472616b',
  '0000001066747970697336d00000',
  '1a45dfa3',
  '1a45dfa380',
  '1853806701ffffffffffffff',
  '1654ae6b01ffffffffffffff',
  'ae80',
  'ec80',
  '494433040000000000',
  '49443304000000007f7f7f7f',
  'fffb9000',
  'fffb1000',
  '4f676753',
  '00',
  'ff',
].map((hex) => Buffer.from(hex, 'hex'))

function read(head: Buffer): void {
  expect(mediaFacts(head, head.length).tracks.length).toBeLessThanOrEqual(100)
  factsOffset(head)
  containerOfBytes(head)
  mp3Frame(head, audioStart(head))
  restOfIndex(head)
  const pieces = [{ at: 0, bytes: head }]
  for (const { track } of fileTexts(head)) {
    const found = textPlaces(pieces, track, true)
    if (found && 'places' in found) textCues(textSamples(pieces, found, track))
    textPlaces(pieces, track, false)
  }
}

test.each(['MP4', 'Matroska', 'MP3'] as const)(
  `parses mutated %s files (${fuzzRuns} inputs)`,
  (format) => expectRobust(format, mutated(files[format]), read),
  LIMIT_MS,
)

test(
  `parses files of repeated parts (${fuzzRuns} inputs)`,
  () => expectRobust('repeated heads', repeated(PATTERNS), read),
  LIMIT_MS,
)

test(
  `parses random bytes (${fuzzRuns} inputs)`,
  () =>
    expectRobust(
      'random bytes',
      fc.uint8Array({ maxLength: 2_000 }).map((bytes) => Buffer.from(bytes)),
      read,
    ),
  LIMIT_MS,
)

const TAGS = [
  '#EXTM3U',
  '#EXTINF:4.0,\n1.ts\n',
  '#EXTINF:',
  '#EXT-X-KEY:METHOD=AES-128,URI="k"',
  '#EXT-X-KEY:',
  '#EXT-X-KEY:METHOD=SAMPLE-AES',
  '#EXT-X-MAP:URI="i.mp4",BYTERANGE="800@0"',
  '#EXT-X-BYTERANGE:500@100',
  '#EXT-X-STREAM-INF:BANDWIDTH=1',
  '#EXT-X-ENDLIST',
  '#EXT-X-DISCONTINUITY',
  'http://[/x',
  '//',
]
const MPD = `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT1H2M3.4S"><Period/></MPD>`
const MPD_TAGS = [
  '<MPD',
  '<MPD type="dynamic"',
  ' type="static"',
  ' mediaPresentationDuration="PT9H"',
  'PT',
  '>',
]

/** Reads a playlist or manifest as a merge does. Every error must be a Failure. */
function readList(text: string): void {
  const url = 'https://cdn.example/list'
  const tracks = () => {
    if (text.startsWith('#EXTM3U')) return [readHls(text, { url })]
    const presentation = readDash(text, url)
    const all = presentation.periods.flatMap(({ representations }) => representations)
    return all.map((one) => timelineOf(presentation, one))
  }
  try {
    for (const { expected } of tracks())
      if (expected) expect(Number.isFinite(expected.seconds) && expected.seconds >= 0).toBe(true)
  } catch (error) {
    expect(error).toBeInstanceOf(Failure)
  }
}

test(
  `handles a mutated HLS playlist (${fuzzRuns} inputs)`,
  () => {
    const lists = ['hls/video.m3u8', 'fmp4/video.m3u8'].map((name) => readFileSync(media(name), 'utf8'))
    expectRobust('HLS', mutatedText(lists, TAGS), readList)
  },
  LIMIT_MS,
)

test(
  `handles a mutated DASH manifest (${fuzzRuns} inputs)`,
  () => {
    const manifest = readFileSync(media('dash/manifest.mpd'), 'utf8')
    expectRobust('DASH', mutatedText([MPD, manifest], MPD_TAGS), readList)
  },
  LIMIT_MS,
)
