import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Rendition } from '#contract/engine/extraction.ts'
import { boxes, boxOf } from '#media/mp4/boxes.ts'
import { moveClock } from '#media/mp4/change.ts'
import { trackFragments } from '#media/mp4/fragments.ts'
import { readIndex } from '#media/mp4/moov.ts'
import { rendition } from '../../builders.ts'
import { fetchFailure, fetchFile, order, ref, startEngine, type Engine } from './lib/engine.ts'
import { decodeErrors, marksOf } from './lib/flashes.ts'
import { media, mediaFolder } from './lib/media.ts'
import { startOrigin, type Origin } from './lib/origin.ts'

let origin: Origin
let engine: Engine
let renditions: Rendition[] = []
/** What the page says; null: nothing. */
let duration: number | null = null

beforeAll(async () => {
  mkdirSync(path.join(mediaFolder, 'film'), { recursive: true })
  origin = await startOrigin(9223)
  engine = await startEngine(9224, () => ({ renditions, duration }))
})
afterAll(async () => {
  await engine.close()
  await origin.close()
})

/** Returns the lines of a list that ffmpeg has written from its first segment on, with other addresses. */
function segments(name: string): string[] {
  const folder = path.dirname(name)
  return readFileSync(media(name), 'utf8')
    .trim()
    .split('\n')
    .filter(
      (line) => !/^#(EXTM3U|EXT-X-(VERSION|TARGETDURATION|MEDIA-SEQUENCE|PLAYLIST-TYPE|ENDLIST))/.test(line),
    )
    .map((line) =>
      line.startsWith('#') ? line.replace('URI="', `URI="../${folder}/`) : `../${folder}/${line}`,
    )
}
const hls = (...lines: string[]) =>
  [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    '#EXT-X-TARGETDURATION:2',
    '#EXT-X-MEDIA-SEQUENCE:0',
    ...lines,
    '#EXT-X-ENDLIST',
  ].join('\n')

/** Serves a list and returns a rendition of it. */
function listed(name: string, text: string, more: Partial<Rendition> = {}): Rendition {
  writeFileSync(path.join(mediaFolder, 'film', `crafted-${name}`), text)
  const transport = name.endsWith('.mpd') ? 'dash' : 'hls'
  const url = origin.url(`plain/film/crafted-${name}`)
  return rendition({ id: name, kind: 'both', transport, url, height: 36, fps: 25, ...more })
}

let attempt = 1
const planOf = (video: Rendition, audio?: Rendition) => {
  renditions = [video, ...(audio ? [audio] : [])]
  return order({ video: ref(video), audio: audio ? ref(audio) : null, container: 'mp4' }, { attempt })
}

/** Expects a white frame and a burst of sound at each of the given seconds, and no damage. */
async function expectMarks(seconds: number[], video: Rendition, audio?: Rendition): Promise<void> {
  const { file, last } = await fetchFile(engine, planOf(video, audio))
  const { flashes, beeps } = marksOf(file)
  const near = (times: number[]) => times.map((time) => Math.round(time))
  expect([near(flashes), near(beeps)]).toEqual([seconds, seconds])
  for (const [index, second] of seconds.entries()) {
    expect(Math.abs(flashes[index]! - beeps[index]!)).toBeLessThan(0.04)
    const step = flashes[index]! - (flashes[index - 1] ?? flashes[index]! - 1)
    expect(Math.abs(step - (second - (seconds[index - 1] ?? second - 1)))).toBeLessThan(0.045)
  }
  expect(decodeErrors(file)).toBe('')
  expect(last.proof?.duration).toBeCloseTo(Math.ceil(seconds.at(-1)! + 0.5), 0)
}
const upTo = (count: number) => Array.from({ length: count }, (_, second) => second)

test('joins recordings of several encoders with clocks of their own', async () => {
  const [film, spot] = [segments('film/ts.m3u8'), segments('spot/ts.m3u8')]
  const text = hls(...film, '#EXT-X-DISCONTINUITY', ...spot, '#EXT-X-DISCONTINUITY', ...film)
  await expectMarks(upTo(12), listed('spliced.m3u8', text))
})

test.each([
  ['missing', (text: string) => text.replace(/#EXTINF:2[.0]*,/, '#EXTINF:,')],
  ['rounded up', (text: string) => text.replaceAll(/#EXTINF:2[.0]*,/g, '#EXTINF:2.2,')],
  ['rounded down', (text: string) => text.replaceAll(/#EXTINF:2[.0]*,/g, '#EXTINF:1.8,')],
])('joins recordings where they really end despite %s lengths', async (_, change) => {
  const [film, spot] = [segments('film/ts.m3u8'), segments('spot/ts.m3u8')]
  const text = hls(...film, '#EXT-X-DISCONTINUITY', ...spot)
  await expectMarks(upTo(8), listed('inexact.m3u8', change(text)))
})

test('joins fragmented MP4 with a second map and another timescale', async () => {
  const text = hls(...segments('film/mp4.m3u8'), '#EXT-X-DISCONTINUITY', ...segments('spot/mp4.m3u8'))
  await expectMarks(upTo(8), listed('maps.m3u8', text))
})

test('joins MP4 files with an index of their own', async () => {
  for (const folder of ['film', 'spot']) media(`${folder}/part.mp4`)
  const text = hls('#EXTINF:4.0,', '../film/part.mp4', '#EXTINF:4.0,', '../spot/part.mp4')
  await expectMarks(upTo(8), listed('files.m3u8', text))
})

test('joins in a second attempt MP4 files that are named like a stream', async () => {
  const names = ['film', 'spot'].map((folder) => {
    copyFileSync(media(`${folder}/part.mp4`), path.join(mediaFolder, 'film', `crafted-${folder}.ts`))
    return `crafted-${folder}.ts`
  })
  const video = listed('named.m3u8', hls(...names.flatMap((name) => ['#EXTINF:4.0,', name])))
  attempt = 2
  await expectMarks(upTo(8), video)
  attempt = 1
})

test('joins separate picture and sound on one clock', async () => {
  const of = (kind: string) =>
    hls(
      ...['film', 'spot', 'film'].flatMap((name) => [
        '#EXT-X-DISCONTINUITY',
        ...segments(`${name}/${kind}.m3u8`),
      ]),
    )
  const video = listed('video.m3u8', of('video'), { kind: 'video' })
  const audio = listed('audio.m3u8', of('audio'), { kind: 'audio', height: null, container: 'm4a' })
  await expectMarks(upTo(12), video, audio)
})

const template = 'timescale="1" duration="2" startNumber="1"'
function adaptation(folder: string, stream: number, kind: string, source?: string): string {
  const codecs = kind === 'video' ? 'avc1.42c00a' : 'mp4a.40.2'
  const size = kind === 'video' ? 'width="64" height="36"' : ''
  const segment =
    source ??
    `<SegmentTemplate ${template} media="../${folder}/chunk-stream$RepresentationID$-$Number%05d$.m4s" initialization="../${folder}/init-stream$RepresentationID$.m4s"/>`
  return `<AdaptationSet mimeType="${kind}/mp4"><Representation id="${stream}" bandwidth="9000" codecs="${codecs}" ${size}>${segment}</Representation></AdaptationSet>`
}
const mpd = (...periods: string[]) =>
  `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT${4 * periods.length}S">${periods
    .map((sets) => `<Period duration="PT4S">${sets}</Period>`)
    .join('')}</MPD>`
const dashPair = (name: string, text: string) =>
  [
    listed(name, text, { id: '0', kind: 'video' }),
    listed(name, text, { id: '1', kind: 'audio', height: null, container: 'm4a' }),
  ] as const

test('joins the periods of a DASH film of several encoders', async () => {
  for (const name of ['film', 'spot']) media(`${name}/dash.mpd`)
  const period = (folder: string) => adaptation(folder, 0, 'video') + adaptation(folder, 1, 'audio')
  await expectMarks(upTo(12), ...dashPair('periods.mpd', mpd(period('film'), period('spot'), period('film'))))
})

/** A copy of segments whose clock begins later. */
function later(stream: number, kind: string, seconds: number, offset: string): string {
  const folder = path.dirname(media('film/dash.mpd'))
  const name = (part: string) => `crafted-${seconds}-${part}`
  for (const part of readdirSync(folder).filter(
    (one) => one.includes(`stream${stream}`) && /^(init|chunk)/.test(one),
  )) {
    const bytes = readFileSync(path.join(folder, part))
    const top = [...boxes(bytes)]
    const init = readFileSync(path.join(folder, `init-stream${stream}.m4s`))
    const timescale = readIndex(init, boxOf('moov', boxes(init))!).tracks[0]!.timescale
    for (const moof of top.filter(({ type }) => type === 'moof'))
      for (const fragment of trackFragments(bytes, moof)) moveClock(bytes, fragment, seconds * timescale)
    writeFileSync(path.join(folder, name(part)), bytes)
  }
  const links = `media="../film/${name(`chunk-stream${stream}`)}-$Number%05d$.m4s" initialization="../film/${name(`init-stream${stream}`)}.m4s"`
  return adaptation('film', stream, kind, `<SegmentTemplate ${template} ${offset} ${links}/>`)
}

test.each([
  ['the sound', 0, 1_000],
  ['the picture', 1_000, 0],
  ['both alike', 1_000, 1_000],
  ['both', 95, 12_345],
])('places each track of a DASH film by the zero of its clock: %s later', async (_, picture, sound) => {
  const offset = (seconds: number) => `presentationTimeOffset="${seconds}"`
  const sets = later(0, 'video', picture, offset(picture)) + later(1, 'audio', sound, offset(sound))
  await expectMarks(upTo(4), ...dashPair('zeros.mpd', mpd(sets)))
})

test.each([
  ['of both is the same', 1_000, 1_000],
  ['of the sound is another', 0, 1_000],
])('a DASH film whose clocks are later without a word: that %s', async (_, picture, sound) => {
  const sets = later(0, 'video', picture, '') + later(1, 'audio', sound, '')
  await expectMarks(upTo(4), ...dashPair('unsaid.mpd', mpd(sets)))
})

test('joins the periods of a DASH film of single files', async () => {
  const file = (folder: string, kind: string) => {
    media(`${folder}/${kind}.mp4`)
    return `<BaseURL>../${folder}/${kind}.mp4</BaseURL>`
  }
  const period = (folder: string) =>
    adaptation(folder, 0, 'video', file(folder, 'video')) +
    adaptation(folder, 1, 'audio', file(folder, 'audio'))
  await expectMarks(upTo(12), ...dashPair('files.mpd', mpd(period('film'), period('spot'), period('film'))))
})

test.each([
  ['the start', 0, 4],
  ['the middle', 2, 4],
  ['the end', 4, 2],
] as const)('joins periods that use only %s of their files', async (_, offset, seconds) => {
  const file = (kind: string) => {
    media(`film/long-${kind}.mp4`)
    return `<BaseURL>../film/long-${kind}.mp4</BaseURL><SegmentBase timescale="1000" presentationTimeOffset="${offset * 1000}"/>`
  }
  const sets = adaptation('film', 0, 'video', file('video')) + adaptation('film', 1, 'audio', file('audio'))
  const text = mpd(sets, sets).replaceAll('duration="PT4S"', `duration="PT${seconds}S"`)
  const marks = upTo(2 * seconds)
  await expectMarks(marks, ...dashPair('partly.mpd', text.replace('PT8S', `PT${2 * seconds}S`)))
})

const openFilm = (seconds: number) => {
  const file = (kind: string, name: string, codecs: string) => {
    const base = `<BaseURL>../film/${media(`film/${name}.mp4`).split('/').at(-1)}</BaseURL>`
    const set = adaptation('film', kind === 'video' ? 0 : 1, kind, base)
    return set.replace(/codecs="[^"]*"/, `codecs="${codecs}"`)
  }
  const period = file('video', 'vp9', 'vp09.00.10.08') + file('audio', 'opus', 'opus')
  const text = mpd(period, period, period).replaceAll('duration="PT4S"', `duration="PT${seconds}S"`)
  return dashPair('open.mpd', text.replace('PT12S', `PT${3 * seconds}S`))
}
test.each([4, 2])('joins periods of %d s of a DASH film in VP9 and Opus', (seconds) =>
  expectMarks(upTo(3 * seconds), ...openFilm(seconds)),
)
test('refuses periods that end inside a fragment of VP9', async () => {
  expect((await fetchFailure(engine, planOf(...openFilm(3)))).code).toBe('split')
})

test('refuses more runs than it can read at once', async () => {
  const text = hls(...Array.from({ length: 301 }, () => `#EXT-X-DISCONTINUITY\n#EXTINF:2.0,\n../film/ts0.ts`))
  expect((await fetchFailure(engine, planOf(listed('many.m3u8', text)))).code).toBe('split')
})

test.for([
  ['size', 'large/ts.m3u8'],
  ['sample rate', 'rate/ts.m3u8'],
])('refuses parts of another %s at once', async ([, other]) => {
  const text = hls(...segments('film/ts.m3u8'), '#EXT-X-DISCONTINUITY', ...segments(other!))
  const failed = await fetchFailure(engine, planOf(listed('unlike.m3u8', text)))
  expect(failed.code).toBe('split')
})

test('takes another picture of the list when the wanted one cannot be joined', async () => {
  const [film, spot, large] = ['film', 'spot', 'large'].map((name) => segments(`${name}/ts.m3u8`))
  const part = '#EXT-X-DISCONTINUITY'
  const manifest = origin.url('plain/film/master.m3u8')
  const wanted = listed('wanted.m3u8', hls(...film!, part, ...large!), { manifest })
  const other = listed('other.m3u8', hls(...spot!, part, ...film!), { manifest, height: 72 })
  const foreign = listed('foreign.m3u8', hls(...film!), { height: 48 })
  const { plan } = planOf(wanted)
  renditions = [wanted, foreign, other]
  const { file, last } = await fetchFile(engine, order(plan))
  expect(marksOf(file).flashes).toHaveLength(8)
  expect(last.proof?.instead_of).toBe(36)
})

test('joins a recording that a list repeats without a discontinuity', async () => {
  const film = segments('film/ts.m3u8')
  await expectMarks(upTo(8), listed('repeated.m3u8', hls(...film, ...film)))
})

test.each([
  [
    'does not mark where its clock jumps',
    8,
    () => [...segments('film/ts.m3u8'), ...segments('spot/ts.m3u8')],
  ],
  [
    'states five times the length of its last part',
    4,
    () => segments('film/ts.m3u8').map((line, at) => (at === 2 ? '#EXTINF:10.0,' : line)),
  ],
  [
    'states five times the length of each part',
    4,
    () => segments('film/ts.m3u8').map((line) => line.replace(/^#EXTINF:2[.0]*,/, '#EXTINF:10.0,')),
  ],
  [
    'states half the lengths of fragmented MP4',
    4,
    () => segments('film/mp4.m3u8').map((line) => line.replace(/^#EXTINF:2[.0]*,/, '#EXTINF:1.0,')),
  ],
] as const)('joins in a second attempt what a list %s', async (_, seconds, lines) => {
  const video = listed('wrong.m3u8', hls(...lines()))
  expect((await fetchFailure(engine, planOf(video))).code).toBe('merge_failed')
  attempt = 2
  await expectMarks(upTo(seconds), video)
  attempt = 1
})

test('refuses a list whose last part is cut, in a second attempt too', async () => {
  const lines = segments('film/ts.m3u8')
  const whole = readFileSync(path.join(mediaFolder, 'film', 'ts1.ts'))
  writeFileSync(path.join(mediaFolder, 'film', 'crafted-cut.ts'), whole.subarray(0, 188 * 6))
  const video = listed('cut-end.m3u8', hls(...lines.slice(0, 3), 'crafted-cut.ts'))
  for (attempt of [1, 2])
    expect((await fetchFailure(engine, planOf(video))).code).toMatch(/merge_failed|unreadable/)
  attempt = 1
})

test('leaves out a marked advertisement of another size, and says how much', async () => {
  const [film, other] = [segments('film/ts.m3u8'), segments('large/ts.m3u8')]
  const text = hls(
    ...film,
    '#EXT-X-DISCONTINUITY',
    '#EXT-X-CUE-OUT:4',
    ...other,
    '#EXT-X-CUE-IN',
    '#EXT-X-DISCONTINUITY',
    ...film,
  )
  const video = listed('advertised.m3u8', text)
  await expectMarks(upTo(8), video)
  duration = 12
  const { last } = await fetchFile(engine, planOf(video))
  duration = null
  expect(last.proof?.left_out).toBe(4)
})

test('leaves out the same advertisement from picture and sound', async () => {
  const of = (kind: string, other: string) =>
    hls(
      ...segments(`film/${kind}.m3u8`),
      '#EXT-X-DISCONTINUITY',
      '#EXT-X-CUE-OUT:4',
      ...segments(other),
      '#EXT-X-CUE-IN',
      '#EXT-X-DISCONTINUITY',
      ...segments(`film/${kind}.m3u8`),
    )
  const video = listed('adv-video.m3u8', of('video', 'large/ts.m3u8'), { kind: 'video' })
  const sound = of('audio', 'spot/audio.m3u8')
  const audio = listed('adv-audio.m3u8', sound, { kind: 'audio', height: null, container: 'm4a' })
  await expectMarks(upTo(8), video, audio)
})

test('leaves a hole where a list names a gap', async () => {
  const [film, spot] = [segments('film/ts.m3u8'), segments('spot/ts.m3u8')]
  const text = hls(film[0]!, film[1]!, '#EXT-X-GAP', film[2]!, film[3]!, '#EXT-X-DISCONTINUITY', ...spot)
  await expectMarks([0, 1, 4, 5, 6, 7], listed('gap.m3u8', text))
})

test('cuts a clip across a join', async () => {
  const [film, spot] = [segments('film/ts.m3u8'), segments('spot/ts.m3u8')]
  const text = hls(...film, '#EXT-X-DISCONTINUITY', ...spot, '#EXT-X-DISCONTINUITY', ...film)
  const wanted = planOf(listed('cut.m3u8', text))
  const clip = { start: 3, end: 8.8 }
  const { file, last } = await fetchFile(engine, { ...wanted, plan: { ...wanted.plan, clip } })
  expect(last.proof?.begins_at).toBeCloseTo(3, 1)
  const { flashes, beeps } = marksOf(file)
  expect(flashes.map((time) => Math.round(time))).toEqual([0, 1, 2, 3, 4, 5])
  for (const [index, time] of flashes.entries()) expect(Math.abs(time - beeps[index]!)).toBeLessThan(0.04)
})
