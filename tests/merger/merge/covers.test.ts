import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rendition } from '../../builders.ts'
import { fetchFile, order, ref, startEngine, type Engine } from './lib/engine.ts'
import { media, packets } from './lib/media.ts'
import { startOrigin, type Origin } from './lib/origin.ts'

let origin: Origin
let engine: Engine

const sounds = [
  ['covered.m4a', 'm4a', 'mp4a.40.2'],
  ['late-covered.m4a', 'm4a', 'mp4a.40.2'],
  ['covered.flac', 'flac', 'flac'],
  ['covered.ogg', 'ogg', 'vorbis'],
] as const
const sources = () =>
  sounds.map(([id, container, acodec]) =>
    rendition({ id, kind: 'audio', url: origin.url(`plain/${id}`), container, acodec }),
  )
const planOf = (id: string, container: 'mp3' | 'm4a') =>
  order({
    video: null,
    audio: ref(sources().find((one) => one.id === id)!),
    container,
    ...(container === 'mp3' && { kbps: 128 }),
  })

beforeAll(async () => {
  media('covered.m4a')
  origin = await startOrigin(9231)
  engine = await startEngine(9232, () => ({
    title: 'Song',
    duration: 2,
    thumbnail: origin.url('plain/cover.webp'),
    renditions: sources(),
  }))
})
afterAll(async () => {
  await engine.close()
  await origin.close()
})

const widthOf = (file: string) => {
  const shown = '-v error -select_streams v -show_entries stream=width -of csv=p=0'.split(' ')
  return Number(execFileSync('ffprobe', [...shown, file]).toString())
}

test.each([
  ['covered.m4a', 'mp3', 800],
  ['covered.flac', 'mp3', 800],
  ['covered.ogg', 'mp3', 8],
  ['late-covered.m4a', 'm4a', 800],
] as const)('%s becomes %s with a cover of %i pixels', async (id, container, width) => {
  const { file } = await fetchFile(engine, planOf(id, container))
  expect(widthOf(file)).toBe(width)
  if (container === 'm4a') expect(packets(file, 'a')).toEqual(packets(media(id), 'a'))
})
