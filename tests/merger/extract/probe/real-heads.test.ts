import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Extraction } from '#contract/engine/extraction.ts'
import { firstBytes, type FileFacts } from '../../../../merger/extract/probe/first-bytes.ts'
import { probe } from '../../../../merger/extract/probe/probe.ts'
import { agentOf } from '../../../../merger/egress/agent.ts'
import { rendition } from '../../../builders.ts'
import { python } from '../../../python.ts'
import { media, mediaFolder } from '../../merge/lib/media.ts'
import { startOrigin, type Origin } from '../../merge/lib/origin.ts'

let origin: Origin
const dispatcher = agentOf()
// A busy machine needs longer than the probe of an item may last.
const never = new AbortController().signal
beforeAll(async () => {
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(never)
  origin = await startOrigin(9341)
})
afterAll(async () => {
  await origin.close()
  await dispatcher.destroy()
  vi.restoreAllMocks()
})

/** Probes a file whose link shows no extension. */
async function probed(name: string, transport: 'http' | 'hls' = 'http', page: number | null = null) {
  const one = rendition({
    url: origin.url(`plain/${name}`),
    container: transport === 'hls' ? 'mp4' : '',
    transport,
  })
  const options = { dispatcher, signal: never, working: never, ffprobe: 'ffprobe', python }
  const { renditions, duration } = await probe(
    { renditions: [one], duration: page, chapters: [], subtitles: [] } as unknown as Extraction,
    options,
  )
  return { ...renditions[0], duration }
}

test('reads the duration of an Ogg file from its end', async () => {
  const found = await probed('sound.opus')
  expect(found).toMatchObject({ kind: 'audio', acodec: 'opus' })
  expect(found.duration).toBeCloseTo(4, 1)
})

test.for([
  ['covered.mp3', 'mp3', 60, 70],
  ['covered.m4a', 'aac', 50, 80],
  ['covered.flac', 'flac', 50, 300],
] as const)('counts no cover into the rate of %s', async ([name, acodec, least, most]) => {
  const found = await probed(name)
  expect(found).toMatchObject({ kind: 'audio', acodec })
  expect(found.abr).toBeGreaterThan(least)
  expect(found.abr).toBeLessThan(most)
})

test.for(['cenc.mp4', 'cenc.m4a'])('refuses the encrypted file %s as drm', async (name) => {
  await expect(probed(name)).rejects.toMatchObject({ code: 'drm' })
})

test.for([
  ['voice.caf', 'pcm_s16le'],
  ['voice.au', 'pcm_alaw'],
] as const)('reads %s as sound', async ([name, acodec]) => {
  const found = await probed(name)
  expect(found).toMatchObject({ kind: 'audio', container: name.slice(6), acodec })
  expect(found.duration).toBeCloseTo(4, 0)
})

test.for([
  ['audio.mp3', 'mp3'],
  ['sound.adts', 'aac'],
] as const)('finds the sound of %s behind junk without a name', async ([name, container]) => {
  const junk = Buffer.alloc(5_000, 'the rest of a stream ')
  writeFileSync(path.join(mediaFolder, 'crafted-junk'), Buffer.concat([junk, readFileSync(media(name))]))
  expect(await probed('crafted-junk')).toMatchObject({ kind: 'audio', container, acodec: container })
})

test('finds no sound in a file with only titles', async () => {
  expect(await probed('titles.mkv')).toMatchObject({ kind: 'video', acodec: null, vcodec: null })
})

test('reads a playlist of MP3 segments as sound', async () => {
  expect(await probed('hls/sound.m3u8', 'hls')).toMatchObject({ kind: 'audio', acodec: 'mp3' })
})

test.for([
  ['edited.mp4', 30, true],
  ['edited.mp4', 11, false],
  ['edited.mp4', 4, false],
  ['voice.m4a', 180, true],
  ['voice.m4a', 7, false],
  ['covered.mp3', 60, true],
  ['titled.webm', 60, true],
] as const)('calls %s incomplete on a page of %d s: %s', async ([name, page, isShort]) => {
  const { traits = [] } = await probed(name, 'http', page)
  expect(traits.includes('incomplete')).toBe(isShort)
})

test.for(['edited.mp4', 'titled.webm'])('knows the length of %s, whatever a page says', async (name) => {
  const { duration } = await probed(name)
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 400_000 }), async (page) => {
      expect((await probed(name, 'http', page)).duration).toBe(duration)
    }),
    { numRuns: 15 },
  )
})

test.for([1, 360_000])('takes no length of %d s from a page for that of an MP3', async (page) => {
  const { duration } = await probed('covered.mp3')
  expect((await probed('covered.mp3', 'http', page)).duration).toBe(duration)
})

test('reads the length of a sound whose codec its page names', async () => {
  const one = rendition({
    url: origin.url('plain/audio.mp3'),
    container: 'mp3',
    kind: 'audio',
    acodec: 'mp3',
  })
  const options = { dispatcher, signal: never, working: never, ffprobe: 'ffprobe', python }
  const { renditions } = await probe(
    { renditions: [one], duration: 180, chapters: [], subtitles: [] } as unknown as Extraction,
    options,
  )
  expect(renditions[0]?.traits).toEqual(['incomplete'])
})

test.for(['titled.mp4', 'video-late.mp4', 'titled.webm', 'covered.flac', 'f64.wav', 'sound.ogg'])(
  'calls %s incomplete if its end is missing',
  async (name) => {
    const whole = readFileSync(media(name))
    writeFileSync(path.join(mediaFolder, `crafted-${name}`), whole.subarray(0, whole.length * 0.7))
    expect((await probed(`crafted-${name}`)).traits).toEqual(['incomplete'])
    expect((await probed(name)).traits ?? []).toEqual([])
  },
)

test('compares the clock of a transport stream with its page, and looks for its end', async () => {
  const whole = readFileSync(media('film.mts'))
  writeFileSync(path.join(mediaFolder, 'crafted-film.mts'), whole.subarray(0, whole.length - 1_000))
  const options = { dispatcher, signal: never, working: never, ffprobe: 'ffprobe', python }
  const headOf = async (name: string) => {
    const found = await firstBytes(rendition({ url: origin.url(`plain/${name}`) }), false, options)
    return (found as FileFacts).head
  }
  expect(await headOf('film.mts')).toMatchObject({ isClocked: true, isCut: false })
  expect(await headOf('crafted-film.mts')).toMatchObject({ isClocked: true, isCut: true })
})
