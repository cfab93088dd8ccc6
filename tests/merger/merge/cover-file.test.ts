import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fetchFailure, fetchFile, order, startEngine, type Engine } from './lib/engine.ts'
import { media } from './lib/media.ts'
import { startOrigin, type Origin } from './lib/origin.ts'

let origin: Origin
let engine: Engine
let thumbnail = ''

beforeAll(async () => {
  media('wide.jpg')
  origin = await startOrigin(9253)
  engine = await startEngine(9254, () => ({
    title: 'Song',
    duration: 2,
    thumbnail: thumbnail === '' ? null : origin.url(`plain/${thumbnail}`),
    renditions: [],
  }))
})
afterAll(async () => {
  await engine.close()
  await origin.close()
})

const plan = { video: null, audio: null, container: 'jpg' } as const

/** Gray values of a picture of eight by eight, so that two encodings can be compared. */
function small(file: string, cut = 'null'): number[] {
  const args = `-v error -i ${file} -vf ${cut},scale=8:8,format=gray -frames:v 1 -f rawvideo -`
  return [...execFileSync('ffmpeg', args.split(' '))]
}

test('a JPEG stays as it is', async () => {
  thumbnail = 'wide.jpg'
  const { bytes, last } = await fetchFile(engine, order(plan))
  expect(bytes.equals(readFileSync(media('wide.jpg')))).toBe(true)
  expect(last.proof).toMatchObject({ container: 'jpg', width: 640, height: 360, audio_codec: null })
})

test.each([
  ['wide.jpg', 360],
  ['cover.webp', 640],
])('%s of a song becomes a square of %i pixels', async (name, side) => {
  thumbnail = name
  const { file, last } = await fetchFile(engine, order({ ...plan, square: true }))
  expect(last.proof).toMatchObject({ width: side, height: side })
  const wanted = small(media(name), `crop=${side}:${side}`)
  const far = small(file).filter((gray, at) => Math.abs(gray - wanted[at]!) > 6)
  expect(far).toEqual([])
})

test('an item without a picture has no cover', async () => {
  thumbnail = ''
  expect((await fetchFailure(engine, order(plan))).code).toBe('format_gone')
})
