import { expect, test } from 'vitest'
import type { Extraction, Rendition } from '#contract/engine/extraction.ts'
import type { MergePlan } from '#contract/engine/merge.ts'
import { Failure } from '#contract/failure.ts'
import type { ExtractOptions } from '../../../../merger/fetch/link-extractor.ts'
import { refresher, resolve } from '../../../../merger/merge/resolve.ts'
import { refOf } from '#contract/engine/merge.ts'
import { findRendition } from '../../../../merger/merge/find-rendition.ts'
import { rendition } from '../../../builders.ts'
import { box, fullBox, movieHeader, track, u32 } from '../../../media/lib/boxes.ts'
import { FAR, filmOf } from '../../../media/lib/film.ts'
import { attemptOf, ftyp, mp4, planOf, read, useOpenRig, video, type Answer } from './open-rig.ts'

const MB = 1024 ** 2
const FOUR_HOURS = 4 * 3_600

const audio = rendition({ id: 'a', kind: 'audio', url: 'http://cdn.test/a.m4a', container: 'm4a' })
const rig = useOpenRig()
const { answers, requests, exits, toolsWith, open } = rig

/** Imitates the extractor: each extraction returns the next of the given lists of renditions. */
function extractorOf(...lists: (Rendition[] | Error)[]) {
  const calls: (ExtractOptions | undefined)[] = []
  return {
    calls,
    async extract(_: string, options?: ExtractOptions): Promise<Extraction> {
      const renditions = lists[calls.length] ?? []
      calls.push(options)
      if (renditions instanceof Error) throw renditions
      return { renditions } as unknown as Extraction
    },
  }
}

test('shares one extraction among the renditions of an attempt', async () => {
  const extractor = extractorOf([video, audio], [{ ...video, url: 'http://cdn.test/2' }])
  const plan = planOf(video, audio)
  const refresh = refresher(rig.attempt, plan, toolsWith({ extractor }))
  const [videoRef, audioRef] = [plan.video!, plan.audio!]
  expect(await Promise.all([refresh(videoRef), refresh(audioRef)])).toEqual([video, audio])
  expect(extractor.calls).toEqual([{ fresh: true, signal: rig.attempt.working }])
  expect((await refresh(videoRef)).url).toBe('http://cdn.test/2')
  expect(extractor.calls).toHaveLength(2)
  // This call does not extract the link a third time. It uses the result of the second extraction. This
  // result does not contain the audio, so the call fails.
  await expect(refresh(audioRef)).rejects.toMatchObject({ code: 'format_gone' })
  expect(extractor.calls).toHaveLength(2)
})

test('extracts again only for formats not remembered', async () => {
  const extractor = extractorOf([video], [audio], [video])
  const tools = toolsWith({ extractor })
  expect((await resolve(rig.attempt, planOf(video), tools)).chosen).toEqual({
    video,
    audio: null,
    second: null,
  })
  expect(extractor.calls.map((options) => options?.fresh)).toEqual([false])
  const { chosen, extraction } = await resolve(rig.attempt, planOf(video), tools)
  expect([chosen.video, extraction.renditions]).toEqual([video, [video]])
  expect(extractor.calls.map((options) => options?.fresh)).toEqual([false, false, true])
  expect(extractor.calls.map((options) => options?.signal)).toEqual(Array(3).fill(rig.attempt.working))
})

test('tries a remembered extraction only in attempt 1', async () => {
  const extractor = extractorOf([audio], [audio], [audio])
  const tools = toolsWith({ extractor })
  await expect(resolve(rig.attempt, planOf(video), tools)).rejects.toMatchObject({ code: 'format_gone' })
  expect(extractor.calls).toHaveLength(2)
  await expect(resolve(attemptOf(2), planOf(video), tools)).rejects.toMatchObject({ code: 'format_gone' })
  expect(extractor.calls.map((options) => options?.fresh)).toEqual([false, true, true])
})

test('fails with bad_request on a plan without formats', async () => {
  const extractor = extractorOf([video], [video])
  const plan: MergePlan = { ...planOf(video), video: null }
  await expect(resolve(rig.attempt, plan, toolsWith({ extractor }))).rejects.toMatchObject({
    code: 'bad_request',
  })
  expect(extractor.calls).toHaveLength(1)
})

test('reads duration and tracks and counts every byte', async () => {
  const file = mp4(2, Buffer.alloc(3 * MB, 7))
  answers.set('/v.mp4', { body: file })
  const opened = await open({})
  expect(opened).toMatchObject({
    rendition: video,
    facts: { kind: 'mp4', duration: 2, tracks: [{ kind: 'video', width: 320, height: 180 }] },
    expected: { seconds: 2, slack: 0.5 },
    hasDiscontinuity: false,
  })
  expect(await read(opened)).toEqual(file)
  expect(rig.attempt.progress.received).toBe(file.length)
})

test('keeps durations of tracks, and frame rates of pictures', async () => {
  const stts = (delta: number) => fullBox('stts', 0, u32(1, 50, delta))
  const picture = track({ id: 1, tables: stts(40) })
  const sound = track({ id: 2, kind: 'soun', ticks: 1_500, tables: stts(20) })
  const index = box('moov', movieHeader(1_000, 2_000), picture, sound)
  answers.set('/v.mp4', { body: Buffer.concat([ftyp, index, box('mdat', Buffer.alloc(9))]) })
  expect((await open({})).facts.tracks).toMatchObject([
    { kind: 'video', duration: expect.any(Number), fps: 25 },
    { kind: 'audio', duration: 1.5, fps: null },
  ])
})

test('takes a NaN duration of Matroska as null', async () => {
  // The segment has an unknown size. Its information has the TimecodeScale 1,000,000 and the Duration NaN.
  const head = '1a45dfa380'
  const segment = '1853806701ffffffffffffff'
  const info = '1549a9668e2ad7b1830f42404489847fc00000'
  const bytes = [head, segment, info, '1f43b67580', '00'.repeat(500)].join('')
  answers.set('/v.mp4', { body: Buffer.from(bytes, 'hex') })
  expect((await open({ pageDuration: null })).facts).toMatchObject({ kind: 'matroska', duration: null })
})

test.each([
  ['video', 4],
  ['both', 4],
  ['audio', 2],
] as const)('reads a rendition of kind "%s" by %i parallel requests', async (kind, lanes) => {
  rig.delayMs = 20
  answers.set('/v.mp4', { body: mp4(2, Buffer.alloc(60 * MB, 7)) })
  const opened = await open({ rendition: { ...video, kind } })
  await read(opened)
  expect(rig.running.most).toBe(lanes)
})

test('moves a last index to the start and reads its duration', async () => {
  const stco = fullBox('stco', 0, u32(1, ftyp.length + 8))
  const index = box('moov', movieHeader(1_000, 3_000), track({ tables: stco }))
  const media = box('mdat', Buffer.alloc(200_000, 7))
  answers.set('/v.mp4', { body: Buffer.concat([ftyp, media, index]) })
  const opened = await open({})
  expect(opened.facts).toMatchObject({ duration: 3, isIndexLast: false })
  const bytes = await read(opened)
  expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
})

test.each<[string, Answer, string]>([
  ['sends a text', { body: 'Not found', headers: { 'content-type': 'text/html' } }, 'media_type'],
  [
    'sends text that it calls a video',
    { body: '<html></html>', headers: { 'content-type': 'video/mp4' } },
    'media_type',
  ],
  ['names a duration of more than four hours', { body: mp4(FOUR_HOURS + 2) }, 'too_big'],
  ['sends nothing', { status: 200, body: '' }, 'source_failed'],
])('openRendition fails if an origin %s', async (_, answer, code) => {
  answers.set('/v.mp4', answer)
  await expect(open({})).rejects.toMatchObject({ code })
})

test('limits the size to 4 GiB, but not the duration', async () => {
  const range = { 'content-range': `bytes 0-9/${4 * 1024 ** 3 + 1}` }
  answers.set('/v.mp4', { status: 206, headers: range, body: Buffer.alloc(10) })
  await expect(open({})).rejects.toMatchObject({ code: 'too_big' })
  answers.set('/v.mp4', { body: mp4(FOUR_HOURS + 1) })
  expect((await open({})).facts.duration).toBe(FOUR_HOURS + 1)
})

test('takes a clip of a film of more than 4 GiB if its own bytes are fewer', async () => {
  const samples = { times: [10, 1_000], sizes: [0, 10, ...Array.from({ length: 10 }, () => 400_000)] }
  const index = filmOf({ ...samples, runs: [1, 2, 1], offsets: FAR })
  const film = Buffer.concat([ftyp, index, box('mdat', Buffer.alloc(100_000))]).subarray(0, 65_536)
  const range = { 'content-range': `bytes 0-${film.length - 1}/${5 * 1024 ** 3}` }
  answers.set('/v.mp4', { status: 206, headers: range, body: film })
  const { excerpt } = await open({ clip: { start: 3, end: 4 } })
  expect(excerpt?.bytes).toBeLessThan(10_000_000)
  await expect(open({ clip: { start: 3, end: 4 }, needsWhole: true })).rejects.toMatchObject({
    code: 'too_big',
  })
})

test('has no duration of a file of another container', async () => {
  // The header of a constant-rate MP3 frame: MPEG 1, layer III, 128 kbit/s, 44.1 kHz. A frame has 417 bytes.
  const frame = Buffer.alloc(417)
  Buffer.from('fffb9000', 'hex').copy(frame)
  answers.set('/a.mp3', { body: Buffer.concat(Array.from({ length: 400 }, () => frame)) })
  const mp3 = rendition({ ...audio, url: 'http://cdn.test/a.mp3', container: 'mp3' })
  expect(await open({ rendition: mp3, pageDuration: 99 })).toMatchObject({
    facts: { kind: 'other', duration: null, tracks: [{ kind: 'audio', duration: null }] },
    // The duration is not checked: missing bytes are detected by the size that the origin announces.
    expected: null,
  })
})

test('uses the page duration only without duration and size', async () => {
  const file = mp4(0)
  answers.set('/v.mp4', { body: file })
  expect((await open({ pageDuration: 30 })).expected).toBeNull()
  answers.set('/v.mp4', { status: 200, body: file, isUntilClose: true })
  expect((await open({ pageDuration: 30 })).expected).toEqual({ seconds: 30, slack: 1 })
  expect((await open({ pageDuration: null })).expected).toBeNull()
})

test('opens a fresh link through the exit of its extraction', async () => {
  const file = mp4(2)
  answers.set('/v.mp4', { status: 410 })
  answers.set('/fresh.mp4', { body: file })
  const headers = { Referer: 'https://site.example/' }
  const fresh = { ...video, url: 'http://cdn.test/fresh.mp4', exit: 'second', headers } as Rendition
  const opened = await open({
    rendition: { ...video, exit: 'first' },
    refresh: () => Promise.resolve(fresh),
  })
  expect(await read(opened)).toEqual(file)
  expect(exits).toEqual(['first', 'second'])
  expect(requests.at(-1)?.headers.referer).toBe('https://site.example/')
})

test('waits in the stage "waiting" until `available_at`', async () => {
  answers.set('/v.mp4', { body: mp4(2) })
  const opening = open({ rendition: { ...video, available_at: Date.now() + 300 } })
  const shown = rig.attempt.state().progress
  expect(shown).toMatchObject({ stage: 'waiting', remaining: 1 })
  expect(requests).toHaveLength(0)
  await opening
  expect(rig.attempt.state().progress.stage).not.toBe('waiting')
})

test('fails with site_limit for a link available too late', async () => {
  answers.set('/v.mp4', { status: 410 })
  const late = { ...video, available_at: Date.now() + 60_000 }
  await expect(open({ refresh: () => Promise.resolve(late) })).rejects.toMatchObject({ code: 'site_limit' })
  await expect(open({ rendition: late })).rejects.toMatchObject({ code: 'site_limit' })
  expect(requests).toHaveLength(1)
})

test('fails at once for an attempt that ends in the wait', async () => {
  const opening = open({ rendition: { ...video, available_at: Date.now() + 30_000 } })
  rig.attempt.end(new Failure('cancelled'))
  await expect(opening).rejects.toThrow()
  expect(requests).toHaveLength(0)
})

test('a source below its minimum rate fails with too_slow', async () => {
  answers.set('/v.mp4', { body: mp4(2, Buffer.alloc(2 * MB)) })
  rig.delayMs = 300
  const leastRate = { bytesPerSecond: 1024 ** 4, windowMs: 100 }
  await expect(open({}, toolsWith({ leastRate })).then(read)).rejects.toMatchObject({ code: 'too_slow' })
})

test('finds a rendition by its id when its facts could not be read again', () => {
  const unread = rendition({ id: 'list', transport: 'hls', kind: 'both' })
  const wanted = { ...unread, kind: 'audio' as const, acodec: 'mp3', container: 'm4a' }
  expect(findRendition(refOf(wanted), [unread])).toBe(unread)
  expect(findRendition(refOf(wanted), [{ ...unread, height: 360 }])).toBeUndefined()
  expect(findRendition(refOf(unread), [wanted])).toBe(wanted)
})
