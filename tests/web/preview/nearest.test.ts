import { expect, test } from 'vitest'
import type { Format } from '#contract/api.ts'
import { nearestOf } from '../../../web/preview/nearest.ts'

const row = (height: number, codec: string, more: Partial<Format> = {}): Format => ({
  url: `https://cdn.example/${height}.mp4`,
  label: `${height}p MP4`,
  ext: 'mp4',
  resolution: `${height}p`,
  is_audio_only: false,
  has_audio: true,
  key: `both:${height}:mp4:${codec}:`,
  ...more,
})
const merged = { url: '/api/download/start-merge?task_id=t' }
const chosen = { resolution: '1080p' }
const noHevc = (type: string) => !type.includes('hvc1')
const labelsOf = (formats: Format[]) => nearestOf(formats, chosen, noHevc).map(({ label }) => label)

test('takes the nearest heights that play without a merge', () => {
  const formats = [row(1080, 'hvc1', merged), row(360, 'avc1'), row(720, 'avc1'), row(1440, 'avc1', merged)]
  expect(labelsOf(formats)).toEqual(['720p MP4', '360p MP4'])
})

test('takes a format whose playlist plays at once', () => {
  const hls = { ...merged, play_url: 'https://cdn.example/master.m3u8' }
  expect(labelsOf([row(360, 'avc1'), row(1080, 'avc1', hls)])[0]).toBe('1080p MP4')
})

test('takes no format that the browser does not play', () => {
  const formats = [row(720, 'hvc1'), row(540, 'hvc1-hdr'), row(480, 'avc1', { has_audio: false })]
  expect(labelsOf(formats)).toEqual([])
})
