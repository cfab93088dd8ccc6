import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Rendition } from '#contract/engine/extraction.ts'
import { boxes } from '#media/mp4/boxes.ts'
import { moveClock } from '#media/mp4/change.ts'
import { trackFragments } from '#media/mp4/fragments.ts'
import { rendition } from '../../builders.ts'
import { fetchFile, fetchMerge, order, ref, startEngine, type Engine } from './lib/engine.ts'
import { marksOf } from './lib/flashes.ts'
import { media, mediaFolder } from './lib/media.ts'
import { startOrigin, type Origin } from './lib/origin.ts'

// A white picture and a burst of sound at each whole second tell where a finished file has what.

const folder = path.join(mediaFolder, 'starts')
/** A merge takes most of a second. */
const NUM_RUNS = process.env['LONG'] ? 25 : 2
const TIMESCALE = 1_000

let origin: Origin
let engine: Engine
let renditions: Rendition[] = []

beforeAll(async () => {
  mkdirSync(folder, { recursive: true })
  for (const name of ['film/video.mp4', 'film/audio.mp4', 'film/ts.m3u8']) media(name)
  origin = await startOrigin(9265)
  engine = await startEngine(9266, () => ({ renditions, duration: null }))
})
afterAll(async () => {
  await engine.close()
  await origin.close()
})

const ffmpeg = (args: string) =>
  execFileSync('ffmpeg', `-v error -nostdin -y ${args}`.split(' '), { cwd: folder })
const served = (name: string, more: Partial<Rendition>) =>
  rendition({ id: name, url: origin.url(`plain/starts/${name}`), height: 36, fps: 25, ...more })
const sound = { kind: 'audio', height: null, container: 'm4a' } as const

function planOf(video: Rendition, audio: Rendition | null, attempt = 1) {
  renditions = [video, ...(audio ? [audio] : [])]
  return order({ video: ref(video), audio: audio && ref(audio), container: 'mp4' }, { attempt })
}

/** Where the pictures and the bursts of sound of the finished file are. */
const made = async (video: Rendition, audio: Rendition) =>
  marksOf((await fetchFile(engine, planOf(video, audio))).file)

function expectNear(found: number[], wanted: number[]): void {
  expect(found).toHaveLength(wanted.length)
  for (const [at, time] of found.entries()) expect(Math.abs(time - wanted[at]!)).toBeLessThan(0.06)
}
const SECONDS = [0, 1, 2, 3]
const from = (begin: number) => SECONDS.map((second) => second + begin)

const property = <T>(values: fc.Arbitrary<T>, holds: (value: T) => Promise<void>) =>
  fc.assert(fc.asyncProperty(values, holds), { numRuns: NUM_RUNS, endOnFailure: true })

/** Hundredths: beyond the slack of any list, and inside the film. */
const late = fc.integer({ min: 0, max: 200 }).map((hundredths) => hundredths / 100)

test('picture and sound begin where their edit lists say', async () => {
  await property(fc.tuple(late, late), async ([picture, heard]) => {
    ffmpeg(`-itsoffset ${picture} -i ../film/video.mp4 -c copy crafted-video.mp4`)
    ffmpeg(`-itsoffset ${heard} -i ../film/audio.mp4 -c copy crafted-audio.m4a`)
    const found = await made(
      served('crafted-video.mp4', { kind: 'video' }),
      served('crafted-audio.m4a', { ...sound, acodec: 'mp4a.40.2' }),
    )
    // What both wait for is no part of the film.
    const first = Math.min(picture, heard)
    expectNear(
      found.flashes.map((time) => time - found.flashes[0]!),
      SECONDS,
    )
    expectNear(
      found.beeps.map((time) => time - found.beeps[0]!),
      SECONDS,
    )
    expect(Math.abs(found.beeps[0]! - found.flashes[0]! - (heard - picture))).toBeLessThan(0.06)
    expect(Math.min(found.beeps[0]!, found.flashes[0]!)).toBeLessThan(first + 0.06)
  })
})

/** A file in fragments whose clock begins later. */
function fragments(kind: 'video' | 'audio', seconds: number): string {
  const name = `crafted-${kind}-fragments.mp4`
  const flags = '-movflags +frag_keyframe+empty_moov+default_base_moof -frag_duration 1000000'
  ffmpeg(`-i ../film/${kind}.mp4 -c copy -video_track_timescale ${TIMESCALE} ${flags} ${name}`)
  const bytes = readFileSync(path.join(folder, name))
  const timescale = kind === 'video' ? TIMESCALE : 44_100
  for (const moof of [...boxes(bytes)].filter(({ type }) => type === 'moof'))
    for (const fragment of trackFragments(bytes, moof)) moveClock(bytes, fragment, seconds * timescale)
  writeFileSync(path.join(folder, name), bytes)
  const codecs = kind === 'video' ? 'avc1.42c00a' : 'mp4a.40.2'
  return `<AdaptationSet mimeType="${kind}/mp4"><Representation id="${kind}" bandwidth="9000" codecs="${codecs}"><BaseURL>${name}</BaseURL><SegmentBase timescale="1" presentationTimeOffset="${seconds}"/></Representation></AdaptationSet>`
}

test('tracks of DASH begin together, whatever their clocks begin with', async () => {
  const clock = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 40_000 }))
  await property(fc.tuple(clock, clock), async ([picture, heard]) => {
    const sets = fragments('video', picture) + fragments('audio', heard)
    writeFileSync(
      path.join(folder, 'crafted.mpd'),
      `<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT4S"><Period duration="PT4S">${sets}</Period></MPD>`,
    )
    const of = (id: string, more: Partial<Rendition>) =>
      served('crafted.mpd', { id, transport: 'dash', ...more })
    const found = await made(of('video', { kind: 'video' }), of('audio', sound))
    expectNear(found.flashes, from(found.flashes[0]!))
    expectNear(found.beeps, found.flashes)
    expect(found.flashes[0]).toBeLessThan(0.1)
  })
})

/** Copies of the segments of a film with their time moved. */
function list(kind: 'v' | 'a', seconds: number): string {
  const name = `crafted-${kind}`
  ffmpeg(
    `-copyts -i ../film/ts.m3u8 -map 0:${kind} -c copy -output_ts_offset ${seconds} -muxdelay 0 -muxpreload 0 -f hls -hls_time 2 -hls_playlist_type vod -hls_segment_filename ${name}-%d.ts ${name}.m3u8`,
  )
  return `${name}.m3u8`
}

test('lists of one clock begin together, wherever that clock begins', async () => {
  /** It is counted in 33 bits of 90 kHz, and starts over. */
  const clock = fc.oneof(fc.integer({ min: 0, max: 95_000 }), fc.integer({ min: 95_440, max: 95_443 }))
  await property(clock, async (seconds) => {
    const hls = { transport: 'hls' } as const
    const found = await made(
      served(list('v', seconds), { ...hls, kind: 'video' }),
      served(list('a', seconds), { ...hls, ...sound }),
    )
    expectNear(found.flashes, from(found.flashes[0]!))
    expectNear(found.beeps, found.flashes)
  })
})

test('a list that lies about lengths costs an attempt, and never a part of the film', async () => {
  const share = fc.constantFrom(0.2, 0.5, 0.9, 1, 1.1, 2, 5)
  await property(fc.tuple(share, share), async (shares) => {
    const lines = readFileSync(media('film/ts.m3u8'), 'utf8').replaceAll(/^ts/gm, '../film/ts')
    let at = 0
    const text = lines.replaceAll(/#EXTINF:[\d.]+/g, () => `#EXTINF:${(2 * shares[at++ % 2]!).toFixed(3)}`)
    writeFileSync(path.join(folder, 'crafted-lie.m3u8'), text)
    const film = served('crafted-lie.m3u8', { kind: 'both', transport: 'hls' })
    const first = await fetchMerge(engine, planOf(film, null))
    if (first.last.failed) expect(first.last.failed.code).toBe('merge_failed')
    const { file } = await fetchFile(engine, planOf(film, null, first.last.failed ? 2 : 1))
    const found = marksOf(file)
    expectNear(found.flashes, SECONDS)
    expectNear(found.beeps, found.flashes)
  })
})
