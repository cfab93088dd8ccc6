import { afterEach, expect, test, vi } from 'vitest'
import type { Format, VideoInfo } from '#contract/api.ts'
import { shareSchema } from '#contract/api.ts'
import { readPreview } from '../../../web/preview/link.ts'
import { clipLink } from '../../../web/preview/clip/clip-link.ts'
import { clippedName } from '../../../web/preview/clip/clip-name.ts'
import { problemOf, typedSeconds } from '../../../web/preview/clip/typed-time.ts'
import { sharePayload } from '../../../web/preview/share-payload.ts'
import { previewLink } from '../../../web/preview/write-link.ts'
import { emptyInfo } from '../../builders.ts'

const ORIGIN = 'https://green.example'
const CLIP = { start: 60, end: 70.5 }
const format: Format = {
  url: '/api/download/start-merge?task_id=T',
  label: '1080p MP4',
  ext: 'mp4',
  resolution: '1080p',
  is_audio_only: false,
  has_audio: true,
  key: 'both:1080:mp4:avc1:@60-70.5',
}
const info: VideoInfo = { ...emptyInfo, title: 'Sea', formats: [format], clip: CLIP, asked: '90-' }
const read = (link: string) => {
  const url = new URL(link, ORIGIN)
  return readPreview(url.search, url.hash, ORIGIN)
}

afterEach(() => vi.unstubAllGlobals())

test('a preview link and its share keep the clip', () => {
  const link = read(previewLink(info, format, 'sea.mp4'))
  expect(link).toMatchObject({ clip: '60-70.5', asked: '90-' })
  expect(shareSchema.parse(sharePayload(link, ORIGIN))).toMatchObject({ clip: '60-70.5' })
  expect(read(previewLink(emptyInfo, format, 'sea.mp4'))).toMatchObject({ clip: null, asked: null })
})

test('asks for the same format as a clip, and saves it', async () => {
  const bodies: unknown[] = []
  vi.stubGlobal('location', new URL(ORIGIN))
  vi.stubGlobal('screen', { width: 1, height: 1 })
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    bodies.push(JSON.parse(init.body as string))
    return Response.json(info)
  })
  const whole = read(
    '/preview?url=https%3A%2F%2Fcdn.test%2Fv.mp4&title=Sea&filename=sea_1080p.mp4&resolution=1080p&source_url=https%3A%2F%2Fa.example%2F',
  )
  const address = await clipLink(whole, CLIP, new AbortController().signal)
  expect(bodies).toMatchObject([{ tweet_url: 'https://a.example/', clip: CLIP }])
  expect(read(address)).toMatchObject({
    clip: '60-70.5',
    filename: 'sea_1080p_1.00-1.10.5.mp4',
    saves: true,
    target: { kind: 'ticket', ticket: 'T' },
  })
})

test('names a clip in the style of its file', () => {
  expect(clippedName('a_sea_1080p.mp4', CLIP)).toBe('a_sea_1080p_1.00-1.10.5.mp4')
  expect(clippedName('The sea (1080p).mp4', CLIP)).toBe('The sea (1080p) 1.00-1.10.5.mp4')
  expect(clippedName('', CLIP)).toBe('')
})

test.each([
  ['1:02:03.5', 3_723.5],
  ['2:03', 123],
  ['75,25', 75.25],
  [' 90:00 ', 5_400],
  ['1:75', null],
  ['1:75:00', null],
  ['-5', null],
  ['soon', null],
  ['', null],
])('reads the typed time %j', (text, seconds) => {
  expect(typedSeconds(text)).toBe(seconds)
})

test.each([
  [null, 5, 'format'],
  [5, 5, 'order'],
  [6, 5, 'order'],
  [5, 601, 'length'],
])('says what is wrong with %s to %s', (start, end, why) => {
  const problem = problemOf(start, end, 600)
  expect(problem?.why).toBe(why)
  expect(problem?.isOfStart).toBe(start === null)
  expect(problemOf(0, 600, 600)).toBe(null)
  expect(problemOf(0, 9_000, null)).toBe(null)
})
