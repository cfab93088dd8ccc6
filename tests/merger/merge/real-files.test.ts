import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { media, mediaFolder, packets } from './lib/media.ts'
import { order, ref, startEngine, fetchFailure, fetchFile, type Engine } from './lib/engine.ts'
import { rendition } from '../../builders.ts'
import { startOrigin, type Origin } from './lib/origin.ts'

let origin: Origin
let engine: Engine

const copied = [
  ['edited.mp4', 'm4a'],
  ['half-fragmented.mp4', 'm4a'],
  ['titled.mp4', 'm4a'],
  ['titled.mkv', 'm4a'],
  ['titled.webm', 'webm'],
  ['theora.ogv', 'webm'],
  ['old.wmv', 'mkv'],
  ['dts.mkv', 'mkv'],
  ['dts.m2ts', 'mkv'],
  ['truehd.mkv', 'mkv'],
] as const

const converted = [
  'edited.mp4',
  'half-fragmented.mp4',
  'titled.mp4',
  'titled.mkv',
  'titled.webm',
  'theora.ogv',
  'divx.avi',
  'old.wmv',
  'prores.mov',
  'nelly.flv',
  'gif-cover.mp3',
  'crafted-utf16.mp3',
  'crafted-no-bom.mp3',
  'dts.mkv',
  'dts.m2ts',
  'truehd.mkv',
  'speex.spx',
  'ima.wav',
  'ms.wav',
  'f64.wav',
  's8.aiff',
  'f32.aiff',
  'voice.caf',
  'voice.au',
]

/** Films whose declared sound has no packet. */
const SILENT = ['mute.mp4', 'mute-fragmented.mp4', 'mute.mkv', 'mute.ts']
const film = (name: string) =>
  rendition({ id: `film ${name}`, kind: 'both', url: origin.url(`plain/${name}`), height: 90, acodec: 'aac' })

/** Its tag states more bytes than the file has. */
const FALSE_TAG = 'crafted-false-tag.mp3'
const names = [
  'mute.ts',
  FALSE_TAG,
  ...copied.map(([name]) => name),
  ...converted,
  'cenc.mp4',
  'voice.m4a',
  'audio.webm',
]
const picture = (name: string) =>
  rendition({
    id: `picture of ${name}`,
    kind: 'video',
    url: origin.url(`plain/${name}`),
    height: 360,
    vcodec: name,
  })
const source = (name: string) => rendition({ id: name, url: origin.url(`plain/${name}`) })

/** Puts an ID3v2.3 tag with one text frame before an MP3. */
function tagged(mp3: Buffer, text: string): Buffer {
  const content = Buffer.from(text, 'latin1')
  const frame = Buffer.concat([Buffer.from('TCOP'), Buffer.alloc(6), content])
  frame.writeUInt32BE(content.length, 4)
  return Buffer.concat([Buffer.from('ID3\x03\0\0\0\0\0'), Buffer.from([frame.length]), frame, mp3])
}

beforeAll(async () => {
  const mp3 = readFileSync(media('audio.mp3'))
  writeFileSync(path.join(mediaFolder, 'crafted-utf16.mp3'), tagged(mp3, '\x01'))
  writeFileSync(path.join(mediaFolder, 'crafted-no-bom.mp3'), tagged(mp3, '\x01T\0i\0\0\0'))
  media('mute.ts')
  const falseTag = Buffer.concat([Buffer.from('ID3\x03\0\0\x02\0\0\0'), Buffer.alloc(300)])
  const sound = mp3.subarray(mp3.indexOf(Buffer.from([0xff, 0xfb])))
  writeFileSync(path.join(mediaFolder, FALSE_TAG), Buffer.concat([falseTag, sound]))
  origin = await startOrigin(9331)
  engine = await startEngine(9332, () => ({
    renditions: [
      ...names.map(source),
      ...SILENT.map(film),
      picture('video.mp4'),
      picture('edited.mp4'),
      picture('late-film.mp4'),
    ],
  }))
})
afterAll(async () => {
  await engine.close()
  await origin.close()
})

const soundOf = (name: string, container: 'mp3' | 'm4a' | 'mkv' | 'webm', kbps?: number) =>
  fetchFile(engine, order({ video: null, audio: ref(source(name)), container, ...(kbps && { kbps }) }))

/** Seconds of decoded sound in the first audio stream of a file. */
function seconds(file: string): number {
  // ffmpeg 7.0's own decoder makes Speex last twice as long.
  const decoder = file.endsWith('.spx') ? '-c:a libspeex ' : ''
  const args = `-v error ${decoder}-i ${file} -map 0:a:0 -ac 1 -ar 8000 -f s16le pipe:1`
  return execFileSync('ffmpeg', args.split(' '), { maxBuffer: 64 * 1024 ** 2 }).length / 16_000
}

test.for(copied)('copies the sound of %s whatever the other streams are', async ([name, container]) => {
  const { file } = await soundOf(name, container)
  expect(packets(file, 'a').slice(-20)).toEqual(packets(media(name), 'a').slice(-20))
})

test.for(converted)('converts the sound of %s to MP3', async (name) => {
  const { file } = await soundOf(name, 'mp3', 128)
  expect(seconds(file)).toBeCloseTo(seconds(path.join(mediaFolder, name)), 1)
})

test('converts the whole sound behind a tag that states a wrong length', async () => {
  const { file } = await soundOf(FALSE_TAG, 'mp3', 128)
  expect(seconds(file)).toBeCloseTo(seconds(media('audio.mp3')), 0)
})

test.for(SILENT)('copies the film %s, whose sound is only declared', async (name) => {
  const ordered = (attempt: number) =>
    order({ video: ref(film(name)), audio: null, container: 'mp4' }, { attempt })
  if (name.endsWith('.ts')) expect((await fetchFailure(engine, ordered(1))).code).toBe('merge_failed')
  const { file, last } = await fetchFile(engine, ordered(2))
  expect(last.proof).toMatchObject({ audio_codec: null, duration: 4 })
  expect(packets(file, 'v')).toHaveLength(40)
})

test('finds no sound to convert where it is only declared', async () => {
  const plan = { video: null, audio: ref(source('mute.ts')), container: 'mp3' as const, kbps: 128 }
  expect((await fetchFailure(engine, order(plan))).code).toBe('no_sound')
})

test('copies a picture that begins late', async () => {
  const plan = { video: ref(picture('late-film.mp4')), audio: null, container: 'mp4' as const }
  expect((await fetchFile(engine, order(plan))).last.proof?.duration).toBeGreaterThan(3.9)
})

test('fails with drm on an encrypted source', async () => {
  const failed = await fetchFailure(
    engine,
    order({ video: null, audio: ref(source('cenc.mp4')), container: 'm4a' }),
  )
  expect(failed.code).toBe('drm')
})

test('refuses to merge a picture with a sound of a third of its length', async () => {
  const plan = {
    video: ref(picture('video.mp4')),
    audio: ref(source('voice.m4a')),
    container: 'mp4' as const,
  }
  expect((await fetchFailure(engine, order(plan))).code).toBe('in_parts')
})

test('copies a picture with an edit list into a container that has none', async () => {
  const plan = {
    video: ref(picture('edited.mp4')),
    audio: ref(source('audio.webm')),
    container: 'mkv' as const,
  }
  const { last } = await fetchFile(engine, order(plan))
  expect(last.proof?.duration).toBeCloseTo(12, 0)
})
