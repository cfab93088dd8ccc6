import { expect, test } from 'vitest'
import { codecFamily, codecName, ffmpegCodec } from '#contract/codecs/codecs.ts'

test.each([
  ['avc1.640028', 'avc1', 'h264', 'H.264'],
  ['avc3.42e01e', 'avc1', 'h264', 'H.264'],
  ['h264', 'avc1', 'h264', 'H.264'],
  ['hev1.1.6.L93.B0', 'hvc1', 'hevc', 'HEVC'],
  ['av01.0.12M.10', 'av01', 'av1', 'AV1'],
  ['vp09.00.10.08', 'vp9', 'vp9', 'VP9'],
  ['mp4a.40.2', 'mp4a', 'aac', 'AAC'],
  ['.mp3', 'mp3', 'mp3', 'MP3'],
  ['ec-3', 'ec-3', 'eac3', 'E-AC-3'],
  ['ec3', 'ec-3', 'eac3', 'E-AC-3'],
  ['Opus', 'opus', 'opus', 'Opus'],
  ['fLaC', 'flac', 'flac', 'FLAC'],
  ['avc', 'avc1', 'h264', 'H.264'],
  ['h265', 'hvc1', 'hevc', 'HEVC'],
  ['hev', 'hvc1', 'hevc', 'HEVC'],
  ['hvc', 'hvc1', 'hevc', 'HEVC'],
  ['vp8', 'vp8', 'vp8', 'VP8'],
  ['vp08.00.41.08', 'vp8', 'vp8', 'VP8'],
  ['mp4v.20.9', 'mp4v', 'mpeg4', 'MPEG-4'],
  ['mpeg4', 'mp4v', 'mpeg4', 'MPEG-4'],
  ['mp4a-latm', 'mp4a', 'aac', 'AAC'],
  ['ac-3', 'ac-3', 'ac3', 'AC-3'],
  ['ac3', 'ac-3', 'ac3', 'AC-3'],
  ['vorbis', 'vorbis', 'vorbis', 'Vorbis'],
  ['alac', 'alac', 'alac', 'ALAC'],
] as const)("%s is of the family %s, ffmpeg's %s, shown as %s", (codec, family, ffmpeg, name) => {
  expect([codecFamily(codec), ffmpegCodec(codec), codecName(codec)]).toEqual([family, ffmpeg, name])
})

test('takes the text before the dot of an unknown codec', () => {
  expect([codecFamily('dvh9.05.01'), ffmpegCodec('dvh9.05.01'), codecName('dvh9.05.01')]).toEqual([
    'dvh9',
    'dvh9',
    undefined,
  ])
  expect([codecFamily(null), codecFamily(''), codecName(null)]).toEqual([null, null, undefined])
})

test('does not know constructor', () => {
  expect(codecName('constructor')).toBeUndefined()
  expect(ffmpegCodec('constructor')).toBe('constructor')
})
