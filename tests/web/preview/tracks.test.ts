import { expect, test } from 'vitest'
import { tracksIn, tracksText } from '../../../web/preview/tracks.ts'

const subtitle = { language: 'de', label: 'German', url: '/api/subtitles?url=a&g=b' }

test('a track leads to our own WebVTT and names a machine', () => {
  const written = tracksText([subtitle, { ...subtitle, language: 'en', label: 'English', automatic: true }])
  expect(tracksIn(written)).toEqual([
    { language: 'de', label: 'German', automatic: false, src: '/api/subtitles?url=a&g=b&as=vtt' },
    { language: 'en', label: 'English', automatic: true, src: '/api/subtitles?url=a&g=b&as=vtt' },
  ])
})

test.each([
  null,
  '',
  '{"',
  '{}',
  '[null,1,"x",[1,2,3]]',
  '[["de","German","//evil.example/x.vtt"]]',
  '[["de","German",".evil.example/?x"]]',
])('a forged link has no tracks: %s', (text) => {
  expect(tracksIn(text)).toEqual([])
})

test('a link has at most twelve tracks', () => {
  expect(tracksIn(tracksText(Array.from({ length: 80 }, () => subtitle)))).toHaveLength(12)
  expect(tracksIn(JSON.stringify([['de', 'x'.repeat(500), '?a']]))[0]!.label).toHaveLength(80)
})
