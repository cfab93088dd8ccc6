import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { media, probe } from './lib/media.ts'
import { order, ref, startEngine, fetchFile, type Engine } from './lib/engine.ts'
import { rendition } from '../../builders.ts'
import { startOrigin, type Origin } from './lib/origin.ts'

const SECONDS = 3 * 3_600
/** Maximum size in bytes of the index (moov) in a file that iPhones play. */
const IOS_INDEX_BYTES = 33 * 1024 ** 2

let origin: Origin
let engine: Engine
const video = () =>
  rendition({
    id: 'v',
    kind: 'video',
    url: origin.url('plain/three-hours.mp4'),
    height: 64,
    vcodec: 'avc1.64001e',
    fps: 60,
  })
const audio = () =>
  rendition({
    id: 'a',
    kind: 'audio',
    url: origin.url('plain/three-hours.m4a'),
    container: 'm4a',
    acodec: 'mp4a.40.2',
  })

beforeAll(async () => {
  media('three-hours.mp4')
  media('three-hours.m4a')
  origin = await startOrigin(9261)
  engine = await startEngine(9262, () => ({ duration: SECONDS, renditions: [video(), audio()] }))
})
afterAll(async () => {
  await engine.close()
  await origin.close()
})

/** Returns one hash over all packets of a stream. */
const streamHash = (file: string, kind: 'v' | 'a') =>
  execFileSync(
    'ffmpeg',
    `-v error -nostdin -i ${file} -map 0:${kind}:0 -c copy -f streamhash -hash md5 -`.split(' '),
  )
    .toString()
    .split('=')[1]

test('puts a small index of three hours at the start', async () => {
  const mergeOrder = order({ video: ref(video()), audio: ref(audio()), container: 'mp4' })
  const { bytes, last, file } = await fetchFile(engine, mergeOrder)
  const boxes = new Map<string, number>()
  for (let at = 0; at < bytes.length; at += bytes.readUInt32BE(at))
    boxes.set(bytes.toString('latin1', at + 4, at + 8), bytes.readUInt32BE(at))
  expect([...boxes.keys()].filter((type) => type !== 'free')).toEqual(['ftyp', 'moov', 'mdat'])
  expect(boxes.get('moov')).toBeLessThan(IOS_INDEX_BYTES)
  expect(last.from).toBeLessThan(IOS_INDEX_BYTES)
  expect(last.proof!.duration).toBeCloseTo(SECONDS, -1)
  for (const stream of probe(file).streams) expect(Number(stream.duration)).toBeCloseTo(SECONDS, -1)
  expect(streamHash(file, 'v')).toBe(streamHash(media('three-hours.mp4'), 'v'))
  expect(streamHash(file, 'a')).toBe(streamHash(media('three-hours.m4a'), 'a'))
})
