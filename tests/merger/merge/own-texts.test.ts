import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inRange } from '#media/lists/timeline.ts'
import { fileTexts, inFile, restOfIndex } from '#media/subtitles/in-file/in-file.ts'
import { loadSubtitles } from '#media/subtitles/load.ts'
import { writeSubtitles } from '#media/subtitles/write.ts'
import { rendition } from '../../builders.ts'
import { fetchFile, order, ref, startEngine, type Engine } from './lib/engine.ts'
import { media, mediaFolder } from './lib/media.ts'
import { startOrigin, type Origin } from './lib/origin.ts'

type Text = [start: number, end: number, words: string]

const folder = path.join(mediaFolder, 'texts')
const CONTAINERS: Record<string, string> = {
  'srt.mkv': '-c:s srt',
  'ass.mkv': '-c:s ass',
  'webvtt.mkv': '-c:s webvtt',
  'first.mp4': '-c:s mov_text -movflags +faststart',
  'last.mp4': '-c:s mov_text',
  'fragments.mp4': '-c:s mov_text -movflags +frag_keyframe+empty_moov+default_base_moof',
}

/** The film of 12 s with these texts in it. */
function filmWith(name: string, texts: Text[]): string {
  const [subtitles, file] = [path.join(folder, 'texts.vtt'), path.join(folder, `crafted-${name}`)]
  const cues = texts.map(([start, end, words]) => ({ start, end, lines: [words] }))
  writeFileSync(subtitles, writeSubtitles(cues, 'vtt'))
  const inputs = `-v error -y -i ${media('both.mp4')} -i ${subtitles} -map 0 -map 1 -c copy`
  const language = '-metadata:s:s:0 language=ger'
  execFileSync('ffmpeg', `${inputs} ${CONTAINERS[name]} ${language} ${file}`.split(' '))
  return file
}

/** As a visitor gets them, and what that has cost. */
async function readFrom(file: string, maxSegments = 30) {
  const bytes = readFileSync(file)
  const [own] = fileTexts(bytes)
  const asked: number[] = []
  const fetch = async ({ range }: { range: Parameters<typeof inRange>[1] }) => {
    const part = inRange(bytes, range)
    asked.push(part.length)
    return { bytes: part, url: 'https://site.example/film' }
  }
  const link = { url: 'https://site.example/film', track: inFile(own!.track), language: 'de' }
  const cues = await loadSubtitles(link, { fetch, maxSegments })
  return { cues, asked, language: own!.language, size: bytes.length }
}

let origin: Origin
let engine: Engine
const name = (container: string) => `texts/crafted-${container}`
const source = (container: string) =>
  rendition({ id: container, kind: 'both', url: origin.url(`plain/${name(container)}`), height: 360 })

beforeAll(async () => {
  mkdirSync(folder, { recursive: true })
  origin = await startOrigin(9263)
  engine = await startEngine(9264, () => ({
    duration: 12,
    subtitles: Object.keys(CONTAINERS).map((container) => ({
      language: 'de',
      name: null,
      url: origin.url(`plain/${name(container)}`),
      track: inFile(3),
      automatic: false,
      headers: {},
      bound: false,
    })),
    renditions: Object.keys(CONTAINERS).map(source),
  }))
})
afterAll(async () => {
  await engine.close()
  await origin.close()
})

const words = fc
  .string({
    unit: fc.constantFrom('a', 'b', ' ', 'Ä', 'П', '日', '‘', '&', '-'),
    minLength: 1,
    maxLength: 20,
  })
  .map((text) => `${text.trim()}x`)
/** One after the other, in tenths of a second, inside the film. */
const texts = fc
  .array(
    fc.record({ pause: fc.integer({ min: 1, max: 20 }), long: fc.integer({ min: 5, max: 30 }), words }),
    { minLength: 2, maxLength: 8 },
  )
  .map((all) => {
    let at = 0
    return all.flatMap(({ pause, long, words: said }): Text[] => {
      const start = (at += pause)
      at += long
      return at < 115 ? [[start / 10, at / 10, `${start} ${said}`]] : []
    })
  })
  .filter((all) => all.length > 0)

const NUM_RUNS = process.env['LONG'] ? 20 : 2

describe.each(Object.keys(CONTAINERS))('texts inside %s', (container) => {
  test('come back word for word and in time', async () => {
    await fc.assert(
      fc.asyncProperty(texts, async (all) => {
        const { cues, language } = await readFrom(filmWith(container, all))
        expect(language).toBe('ger')
        expect(cues.map(({ lines }) => lines.join())).toEqual(all.map(([, , said]) => said))
        for (const [at, { start, end }] of cues.entries()) {
          // ffmpeg moves all tracks if one begins before zero.
          expect(Math.abs(start - all[at]![0])).toBeLessThan(0.1)
          // In fragments, ffmpeg leaves out the pause before a border.
          if (container !== 'fragments.mp4') expect(Math.abs(end - all[at]![1])).toBeLessThan(0.1)
        }
      }),
      { numRuns: NUM_RUNS, interruptAfterTimeLimit: 60_000 },
    )
  })
})

test.each(['srt.mkv', 'first.mp4', 'last.mp4'])('most of %s is never fetched', async (container) => {
  const { asked, size } = await readFrom(
    filmWith(container, [
      [1, 2, 'one'],
      [10, 11, 'two'],
    ]),
  )
  expect(asked.reduce((sum, one) => sum + one, 0)).toBeLessThan(size * 0.8)
  expect(asked.length).toBeLessThanOrEqual(4)
})

test.each(['srt.mkv', 'last.mp4'])('a part of %s keeps them without being asked to', async (container) => {
  filmWith(container, [
    [2, 6, 'shown at the cut'],
    [8, 9, 'inside'],
    [10.5, 11, 'behind'],
  ])
  const plan = {
    video: ref(source(container)),
    audio: null,
    container: 'mp4' as const,
    clip: { start: 4, end: 10 },
  }
  const { file, last } = await fetchFile(engine, order(plan))
  const srt = execFileSync('ffmpeg', ['-v', 'error', '-i', file, '-map', '0:s', '-f', 'srt', '-']).toString()
  expect(srt.match(/\d\d:\d\d,\d/g)).toEqual(['00:00,0', '00:02,0', '00:04,0', '00:05,0'])
  expect(srt).toContain('shown at the cut')
  expect(last.proof).toMatchObject({ subtitles: 'deu' })
})

test('an index that ends behind the first look says how much is missing', () => {
  const film = readFileSync(filmWith('first.mp4', [[1, 2, 'one']]))
  const rest = restOfIndex(film.subarray(0, 1_000))
  expect(fileTexts(film.subarray(0, 1_000))).toEqual([])
  expect(fileTexts(film.subarray(0, 1_000 + rest))).toHaveLength(1)
})
