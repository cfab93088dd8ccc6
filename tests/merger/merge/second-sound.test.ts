import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rendition } from '../../builders.ts'
import { fetchFailure, fetchFile, order, ref, startEngine, type Engine } from './lib/engine.ts'
import { media, packets } from './lib/media.ts'
import { startOrigin, type Origin } from './lib/origin.ts'

let origin: Origin
let engine: Engine

const sources = () => [
  rendition({
    id: 'video.mp4',
    kind: 'video',
    url: origin.url('plain/video.mp4'),
    vcodec: 'avc1',
    height: 360,
  }),
  rendition({
    id: 'list',
    kind: 'video',
    transport: 'hls',
    url: origin.url('plain/hls/video.m3u8'),
    vcodec: 'avc1',
    height: 360,
  }),
  ...(['en', 'de'] as const).map((language) =>
    rendition({
      id: `list-${language}`,
      kind: 'audio',
      transport: 'hls',
      url: origin.url(`plain/hls/${language === 'en' ? 'audio' : 'sound'}.m3u8`),
      container: 'm4a',
      acodec: 'mp4a.40.2',
      language,
    }),
  ),
  ...(
    [
      ['audio.m4a', 'm4a', 'mp4a.40.2', 'en'],
      ['audio.mp3', 'mp3', 'mp3', 'de-DE'],
      ['audio.webm', 'webm', 'opus', 'fr'],
    ] as const
  ).map(([id, container, acodec, language]) =>
    rendition({ id, kind: 'audio', url: origin.url(`plain/${id}`), container, acodec, language }),
  ),
]
const of = (id: string) => ref(sources().find((one) => one.id === id)!)
const plan = (second: string, container: 'mp4' | 'mkv') => ({
  video: of('video.mp4'),
  audio: of('audio.m4a'),
  second_audio: of(second),
  container,
})

beforeAll(async () => {
  media('video.mp4')
  origin = await startOrigin(9255)
  engine = await startEngine(9256, () => ({ title: 'A film', duration: 12, renditions: sources() }))
})
afterAll(async () => {
  await engine.close()
  await origin.close()
})

type Stream = {
  codec_name: string
  duration?: string
  disposition: { default: number }
  tags: { language: string }
}
function soundsOf(file: string): Stream[] {
  const args = `-v error -select_streams a -show_streams -of json ${file}`
  return (JSON.parse(execFileSync('ffprobe', args.split(' ')).toString()) as { streams: Stream[] }).streams
}

test.each([
  ['audio.mp3', 'mp4', 'deu'],
  ['audio.webm', 'mkv', 'fra'],
] as const)('a film has %s behind its own sound, in %s', async (second, container, language) => {
  const { file, last } = await fetchFile(engine, order(plan(second, container)))
  const sounds = soundsOf(file)
  expect(sounds.map(({ tags }) => tags.language)).toEqual(['eng', language])
  expect(sounds.map(({ disposition }) => disposition.default)).toEqual([1, 0])
  expect(packets(file, 'a')).toEqual(packets(media('audio.m4a'), 'a'))
  expect(packets(file, 'a', 1).slice(-300)).toEqual(packets(media(second), 'a').slice(-300))
  expect(packets(file, 'v')).toEqual(packets(media('video.mp4'), 'v'))
  expect(last.proof).toMatchObject({ audio_codec: 'aac', duration: expect.closeTo(12, 0) })
})

test('a part of a film has both sounds of its part', async () => {
  const { file } = await fetchFile(engine, order({ ...plan('audio.mp3', 'mp4'), clip: { start: 4, end: 8 } }))
  for (const { duration } of soundsOf(file)) expect(Number(duration)).toBeCloseTo(4, 0)
})

test('a film is not made without the sound that was promised', async () => {
  const gone = { ...of('audio.mp3'), id: 'gone', language: 'it' }
  const failed = await fetchFailure(engine, order({ ...plan('audio.mp3', 'mp4'), second_audio: gone }))
  expect(failed.code).toBe('format_gone')
})

test('has the second sound of a list beside its picture', async () => {
  const listed = {
    video: of('list'),
    audio: of('list-en'),
    second_audio: of('list-de'),
    container: 'mp4' as const,
  }
  const { file } = await fetchFile(engine, order(listed))
  expect(soundsOf(file).map(({ tags }) => tags.language)).toEqual(['eng', 'deu'])
  for (const { duration } of soundsOf(file)) expect(Number(duration)).toBeCloseTo(12, 0)
})
