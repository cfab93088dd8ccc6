import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chapterClips } from '#contract/chapter-clips.ts'
import { chapterText } from '../../../merger/merge/chapters.ts'
import { rendition } from '../../builders.ts'
import { fetchFile, order, ref, startEngine, type Engine } from './lib/engine.ts'
import { probe } from './lib/media.ts'
import { startOrigin, type Origin } from './lib/origin.ts'

let origin: Origin
let engine: Engine

const audio = (name: string, container: string, acodec: string) =>
  rendition({ id: name, kind: 'audio', url: origin.url(`plain/${name}`), container, acodec })
const video = (name: string, container: string, vcodec: string) =>
  rendition({ id: name, kind: 'video', url: origin.url(`plain/${name}`), container, vcodec, height: 360 })
const sources = () => [
  video('video.mp4', 'mp4', 'avc1.64001e'),
  video('video.webm', 'webm', 'vp9'),
  audio('audio.m4a', 'm4a', 'mp4a.40.2'),
  audio('audio.webm', 'webm', 'opus'),
]
const of = (id: string) => ref(sources().find((one) => one.id === id)!)
const chapters = [
  { start: 0, title: 'Intro; “a=b” #1' },
  { start: 4.5, title: '第二章\n\\ end' },
  { start: 9, title: 'Last' },
]

beforeAll(async () => {
  origin = await startOrigin(9221)
  engine = await startEngine(9222, () => ({
    title: 'The whole film',
    uploader: 'Channel',
    duration: 12,
    chapters,
    song: {
      title: 'Song',
      artist: 'Singer',
      album: 'Album',
      album_artist: 'Band',
      genre: 'Jazz',
      track: 3,
      disc: 1,
    },
    renditions: sources(),
  }))
})
afterAll(async () => {
  await engine.close()
  await origin.close()
})

type Found = { chapters: { start_time: string; tags: { title: string } }[] }
const chaptersIn = (file: string) => {
  const text = execFileSync('ffprobe', ['-v', 'error', '-show_chapters', '-of', 'json', file]).toString()
  return (JSON.parse(text) as Found).chapters.map((one) => [Number(one.start_time), one.tags.title])
}

test.each([
  ['mp4', 'video.mp4', 'audio.m4a'],
  ['webm', 'video.webm', 'audio.webm'],
  ['mkv', 'video.mp4', 'audio.webm'],
  ['m4a', null, 'audio.m4a'],
  ['mp3', null, 'audio.m4a'],
] as const)('writes chapters and the tags of a song into %s', async (container, picture, sound) => {
  const plan = { video: picture && of(picture), audio: of(sound), container }
  const { file } = await fetchFile(engine, order({ ...plan, ...(container === 'mp3' && { kbps: 128 }) }))
  expect(chaptersIn(file)).toEqual([
    [0, 'Intro; “a=b” #1'],
    [4.5, '第二章 \\ end'],
    [9, 'Last'],
  ])
  const tags = Object.fromEntries(
    Object.entries(probe(file).format.tags ?? {}).map(([name, text]) => [name.toLowerCase(), text]),
  )
  expect(tags).toMatchObject({ title: 'Song', artist: 'Singer', album: 'Album', genre: 'Jazz' })
  expect(tags['album_artist']).toBe('Band')
  expect(tags['track']).toBe('3')
})

test.each([
  ['mp4', 'video.mp4', 'audio.m4a'],
  ['mkv', 'video.mp4', 'audio.webm'],
  ['m4a', null, 'audio.m4a'],
] as const)('a clip in %s has the chapters of its part', async (container, picture, sound) => {
  const plan = { video: picture && of(picture), audio: of(sound), container, clip: { start: 3.5, end: 8.9 } }
  const { file, last } = await fetchFile(engine, order(plan))
  const begins = last.proof!.begins_at!
  expect(chaptersIn(file)).toEqual([
    [0, 'Intro; “a=b” #1'],
    [expect.closeTo(4.5 - begins, 2), '第二章 \\ end'],
  ])
  expect(Number(probe(file).format.duration)).toBeCloseTo(8.9 - begins, 0)
})

test('the chapters of an item are its whole, each numbered as a track of it', async () => {
  const lengths: number[] = []
  const all = chapterClips({ chapters, duration: 12 })
  for (const { start, end, number } of all) {
    const plan = { video: null, audio: of('audio.m4a'), container: 'm4a' as const, clip: { start, end } }
    const { file } = await fetchFile(engine, order(plan))
    const { tags, duration } = probe(file).format
    expect(tags).toMatchObject({ album: 'The whole film', artist: 'Singer', track: `${number}/3` })
    expect(chaptersIn(file).at(-1)?.[1]).toBe(tags?.title)
    lengths.push(Number(duration))
  }
  expect(lengths.map((seconds, at) => seconds - (all[at]!.end - all[at]!.start))).toEqual(
    all.map(() => expect.closeTo(0, 0)),
  )
  expect(lengths.reduce((sum, seconds) => sum + seconds)).toBeCloseTo(12, 0)
})

test('a chapter ends where the next one starts', () => {
  expect(chapterText(chapters.slice(0, 2), null)).toBe(
    ';FFMETADATA1\n' +
      '[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=4500\ntitle=Intro\\; “a\\=b” \\#1\n' +
      '[CHAPTER]\nTIMEBASE=1/1000\nSTART=4500\nEND=5500\ntitle=第二章 \\\\ end\n',
  )
})
