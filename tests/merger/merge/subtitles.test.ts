import { execFileSync } from 'node:child_process'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Subtitle } from '#contract/engine/extraction.ts'
import { languageCode } from '../../../merger/merge/subtitles/language-code.ts'
import { rendition } from '../../builders.ts'
import { fetchFile, order, ref, startEngine, type Engine } from './lib/engine.ts'
import { startOrigin, type Origin } from './lib/origin.ts'

const cue = (from: number, text: string, to = from + 2) =>
  `00:${String(from).padStart(2, '0')}.000 --> 00:${String(to).padStart(2, '0')}.000\n${text}`
const vtt = (...cues: string[]) => `WEBVTT\n\n${cues.join('\n\n')}\n`
const segment = (ticks: number, ...cues: string[]) =>
  vtt(...cues).replace('\n', `\nX-TIMESTAMP-MAP=MPEGTS:${ticks},LOCAL:00:00:00.000\n`)

const texts: Record<string, string> = {
  de: vtt(cue(5, 'Hallo <b>Welt</b> {x} &lt;i&gt;'), cue(8, 'مرحبا', 30), cue(40, 'nach dem Ende', 42)),
  rolling: vtt(cue(1, 'one'), cue(3, 'one\ntwo'), cue(5, 'two\nthree')),
  'list.m3u8': '#EXTM3U\n#EXTINF:6,\n0.vtt\n#EXTINF:6,\n1.vtt\n#EXT-X-ENDLIST\n',
  '0.vtt': segment(900_000, cue(1, 'first')),
  '1.vtt': segment(1_440_000, cue(1, 'second')),
  'lost.m3u8': '#EXTM3U\n#EXTINF:6,\n0.vtt\n#EXTINF:6,\ngone.vtt\n#EXT-X-ENDLIST\n',
  signs: vtt(cue(2, 'STATION CLOSED', 8), cue(3, 'Where is everybody?', 5), cue(10, 'Gone.', 11)),
  page: '<!doctype html><p>Please log in</p>',
  broken: 'WEBVTT\n\n00:09.000 --> later\n\n\nnever --> ever\nx\n',
  many: vtt(...Array.from({ length: 10_000 }, (_, at) => cue(3, `line ${at}`))),
  long: vtt(cue(2, 'word '.repeat(40_000))),
  huge: `WEBVTT\n\n${'NOTE\n'.repeat(2_000_000)}`,
}

let origin: Origin
let engine: Engine
let site: http.Server
let requested: string[] = []

const subtitle = (name: string, language: string, automatic = false): Subtitle => ({
  language,
  name: null,
  url: `http://127.0.0.1:${(site.address() as AddressInfo).port}/${name}`,
  automatic,
  headers: {},
  bound: false,
})
const sources = () => {
  const of = (id: string, kind: 'video' | 'audio' | 'both', container: string, codec: string) =>
    rendition({
      id,
      kind,
      url: origin.url(`plain/${id}`),
      container,
      ...(kind === 'audio' ? { acodec: codec } : { vcodec: codec, height: 360 }),
      ...(id.endsWith('m3u8') && { transport: 'hls' as const }),
    })
  return [
    of('video.mp4', 'video', 'mp4', 'avc1.64001e'),
    of('video.webm', 'video', 'webm', 'vp9'),
    of('audio.m4a', 'audio', 'm4a', 'mp4a.40.2'),
    of('audio.webm', 'audio', 'webm', 'opus'),
  ]
}
const of = (id: string) => ref(sources().find((one) => one.id === id)!)

beforeAll(async () => {
  site = http.createServer(({ url = '' }, answer) => {
    const name = url.slice(1)
    requested.push(name)
    if (name === 'silent') return
    const text = texts[name]
    answer.writeHead(text === undefined ? 404 : 200).end(text)
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  origin = await startOrigin(9261)
  engine = await startEngine(9262, () => ({
    title: 'The whole film',
    duration: 12,
    chapters: [
      { start: 0, title: 'Intro' },
      { start: 6, title: 'End' },
    ],
    subtitles: [
      subtitle('de', 'de'),
      subtitle('rolling', 'en', true),
      subtitle('list.m3u8', 'pt-BR'),
      subtitle('lost.m3u8', 'it'),
      subtitle('signs', 'fr-CA'),
      ...['page', 'broken', 'many', 'long', 'huge', 'gone'].map((name) => subtitle(name, `x-${name}`)),
    ],
    renditions: sources(),
  }))
})
afterAll(async () => {
  await engine.close()
  await origin.close()
  site.closeAllConnections()
  site.close()
})

type Stream = {
  codec_name: string
  codec_type: string
  disposition: { default: number; forced: number }
  tags?: Record<string, string>
}
function streamsOf(file: string): Stream[] {
  const text = execFileSync('ffprobe', ['-v', 'error', '-show_streams', '-of', 'json', file]).toString()
  return (JSON.parse(text) as { streams: Stream[] }).streams
}
const subtitleIn = (file: string) => streamsOf(file).find((one) => one.codec_type === 'subtitle')
const wordsOf = (file: string) =>
  execFileSync('ffmpeg', ['-v', 'error', '-i', file, '-map', '0:s', '-f', 'srt', '-']).toString()

/** Rounded seconds. */
function spansOf(srt: string): [start: number, end: number, text: string][] {
  const seconds = (clock = '') => Math.round(Number(clock.slice(6).replace(',', '.')))
  return srt
    .trim()
    .split('\n\n')
    .map((block) => {
      const [, times = '', ...lines] = block.split(/\r?\n/)
      const [start, end] = times.split(' --> ')
      return [seconds(start), seconds(end), lines.join('|')]
    })
}

const lengthOf = (file: string) =>
  Number(execFileSync('ffprobe', ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', file]))

const PLANS = {
  mp4: ['video.mp4', 'audio.m4a'],
  webm: ['video.webm', 'audio.webm'],
  mkv: ['video.mp4', 'audio.webm'],
} as const

async function made(container: keyof typeof PLANS, language: string, automatic = false) {
  const [video, audio] = PLANS[container]
  const plan = { video: of(video), audio: of(audio), container, subtitles: { language, automatic } }
  return await fetchFile(engine, order(plan))
}

describe('a file with subtitles', () => {
  test.each([
    ['mp4', 'mov_text', 'handler_name'],
    ['webm', 'webvtt', 'title'],
    ['mkv', 'webvtt', 'title'],
  ] as const)('has them in %s with their language, and not shown', async (container, codec, name) => {
    const { file, last } = await made(container, 'de')
    const found = subtitleIn(file)
    expect(found?.codec_name).toBe(codec)
    expect(found?.disposition).toMatchObject({ default: 0, forced: 0 })
    expect(found?.tags).toMatchObject({ language: 'deu', [name]: 'German' })
    expect(last.proof).toMatchObject({ subtitles: 'deu', duration: expect.closeTo(12, 0) })
    expect(lengthOf(file)).toBeCloseTo(12, 0)
    const words = wordsOf(file)
    expect(words).toMatch(/00:00:0[45],\d+ --> 00:00:0[67],\d+\nHallo Welt/)
    expect(words).toContain('مرحبا')
    expect(words).not.toContain('nach dem Ende')
  })

  test('has captions without repeated lines, and says that they are automatic', async () => {
    const { file } = await made('mkv', 'en', true)
    expect(subtitleIn(file)?.tags).toMatchObject({ language: 'eng', title: 'English (automatic)' })
    expect(wordsOf(file).match(/one|two|three/g)).toEqual(['one', 'two', 'three'])
  })

  test('has the segments of a playlist on one clock', async () => {
    const { file } = await made('mp4', 'pt-BR')
    expect(subtitleIn(file)?.tags).toMatchObject({ language: 'por' })
    expect(wordsOf(file)).toMatch(/00:00:01,\d+ [^]+first[^]+00:00:07,\d+ [^]+second/)
  })

  test.each(['mp4', 'webm', 'mkv'] as const)(
    'has several languages in %s, without those that fail',
    async (container) => {
      const [video, audio] = PLANS[container]
      const { file, last } = await fetchFile(
        engine,
        order({
          video: of(video),
          audio: of(audio),
          container,
          subtitles: { language: 'de', automatic: false },
          more_subtitles: ['x-gone', 'pt-BR', 'en'].map((language) => ({ language, automatic: false })),
        }),
      )
      const found = streamsOf(file).filter((one) => one.codec_type === 'subtitle')
      expect(found.map(({ tags }) => tags?.language)).toEqual(['deu', 'por', 'eng'])
      expect(found.map(({ disposition }) => disposition.default)).toEqual([0, 0, 0])
      expect(last.proof).toMatchObject({ subtitles: 'deu,por,eng', subtitles_left_out: 'x-gone' })
      const textOf = (at: number) =>
        execFileSync('ffmpeg', ['-v', 'error', '-i', file, '-map', `0:s:${at}`, '-f', 'srt', '-']).toString()
      expect([textOf(0), textOf(1), textOf(2)].map((text) => /Hallo|first|one/.exec(text)?.[0])).toEqual([
        'Hallo',
        'first',
        'one',
      ])
    },
  )

  test.each(['mp4', 'mkv'] as const)('has those of its part in a clip of %s', async (container) => {
    const [video, audio] = PLANS[container]
    const subtitles = { language: 'de', automatic: false }
    const clip = { start: 4, end: 10 }
    const { file, last } = await fetchFile(
      engine,
      order({ video: of(video), audio: of(audio), container, subtitles, clip }),
    )
    expect(last.proof?.subtitles).toBe('deu')
    expect(last.proof).not.toHaveProperty('subtitles_left_out')
    const begin = 5 - last.proof!.begins_at!
    const [, second] = /00:00:(\d\d,\d+) --> .*\nHallo Welt/.exec(wordsOf(file))!
    expect(Number(second!.replace(',', '.'))).toBeCloseTo(begin, 0)
  })

  test('has what the parts of a playlist have that exist', async () => {
    const { file } = await made('mp4', 'it')
    expect(wordsOf(file)).toContain('first')
  })

  test('shows in MP4 all that is on the screen together', async () => {
    const { file } = await made('mp4', 'fr-CA')
    expect(spansOf(wordsOf(file))).toEqual([
      [2, 3, 'STATION CLOSED'],
      [3, 5, 'STATION CLOSED|Where is everybody?'],
      [5, 8, 'STATION CLOSED'],
      [10, 11, 'Gone.'],
    ])
  })

  test.each(['mp4', 'mkv'] as const)('shows what runs where a part begins in %s', async (container) => {
    const [video, audio] = PLANS[container]
    const subtitles = { language: 'fr-CA', automatic: false }
    const clip = { start: 6, end: 11 }
    const { file, last } = await fetchFile(
      engine,
      order({ video: of(video), audio: of(audio), container, subtitles, clip }),
    )
    const begin = last.proof!.begins_at!
    expect(spansOf(wordsOf(file))[0]).toEqual([0, Math.round(8 - begin), 'STATION CLOSED'])
  })

  test.each(['many', 'long'])('bears subtitles with too much: %s', async (name) => {
    const { file, last } = await made('mp4', `x-${name}`)
    expect(last.proof?.subtitles).toBe('und')
    expect(wordsOf(file).length).toBeLessThan(5_000)
  })

  test.each(['x-page', 'x-broken', 'x-huge', 'x-gone', 'sv'])('is made without those of %s', async (name) => {
    const { file, last } = await made('mp4', name)
    expect(subtitleIn(file)).toBeUndefined()
    expect(last.proof).not.toHaveProperty('subtitles')
    expect(last.proof?.subtitles_left_out).toBe(name)
    expect(last.proof?.duration).toBeCloseTo(12, 0)
  })

  test('fetches none without a choice, and none for sound', async () => {
    requested = []
    await fetchFile(engine, order({ video: of('video.mp4'), audio: of('audio.m4a'), container: 'mp4' }))
    const subtitles = { language: 'de', automatic: false }
    await fetchFile(engine, order({ video: null, audio: of('audio.m4a'), container: 'm4a', subtitles }))
    expect(requested).toEqual([])
  })
})

test.each([
  ['de', 'deu'],
  ['pt-BR', 'por'],
  ['zh-Hans', 'zho'],
  ['ger', 'deu'],
  ['iw', 'heb'],
  ['fil', 'fil'],
  ['yue-HK', 'yue'],
  ['und', 'und'],
  ['de_auto', 'deu'],
  ['Deutsch', 'deu'],
  ['English', 'eng'],
  ['es-419', 'spa'],
  ['en-x-sdh', 'eng'],
  ['mul', 'mul'],
  ['Klartext', 'und'],
  ['', 'und'],
])('the code of %j is %s', (tag, code) => {
  expect(languageCode(tag)).toBe(code)
})
