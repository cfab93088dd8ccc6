import { expect, test } from 'vitest'
import type { Format } from '#contract/api.ts'
import { readPreview } from '../../../web/preview/link.ts'
import { sameFormat } from '../../../web/preview/refresh-link.ts'

const video = (height: number, ext: string, key: string): Format => ({
  url: key,
  label: key,
  ext,
  resolution: `${height}p`,
  is_audio_only: false,
  has_audio: true,
  tbr: height,
  key,
})
const formats = [video(1080, 'webm', 'a'), video(1080, 'mp4', 'b'), video(720, 'mp4', 'c')]
const linkOf = (query: string) => readPreview(query, '', 'https://green.example')

test('the format of an expired link is found by its format key, or without such a format by kind, height and extension', () => {
  const link = linkOf('?filename=x.mp4&resolution=1080p&is_audio=false')
  expect(sameFormat(formats, 'c', link)?.key).toBe('c')
  expect(sameFormat(formats, 'unknown', link)?.key).toBe('b')
})

test('the format of an expired link is never replaced by a format of another height or kind', () => {
  expect(sameFormat(formats, null, linkOf('?filename=x.mp4&resolution=480p'))).toBeNull()
  expect(sameFormat(formats, null, linkOf('?filename=x.mp3&is_audio=true'))).toBeNull()
})
