import { expect, test } from 'vitest'
import type { Proof } from '#contract/engine/merge.ts'
import { savedText } from '../../../web/download/result/running-box.tsx'
import type { Running } from '../../../web/download/result/use-run.ts'
import type { MadeFile } from '../../../web/preview/machine.ts'
import { proof } from '../../builders.ts'

const format = { filesize: 5_000_000 }
const running = (step: string, subtitles: string | null = null) =>
  ({ format, preview: { state: { step }, link: { subtitles } } }) as unknown as Running
const made = (given: Partial<Proof> | null) =>
  ({ size: 4_800_000, proof: given && { ...proof, ...given } }) as MadeFile

test.each([
  ['common codecs', {}, 'Complete, plays everywhere'],
  ['sound alone', { video_codec: null, audio_codec: 'mp3' }, 'Complete, plays everywhere'],
  ['a rare codec', { video_codec: 'av1' }, 'Complete, 4.8 MB'],
  ['no check', null, '4.8 MB'],
])('a file with %s', (_, given, text) => expect(savedText(running('ready'), made(given))).toBe(text))

test('a file of the site is not called complete', () => {
  expect(savedText(running('direct'), null)).toBe('5.0 MB')
})

test('a file without its subtitles says so', () => {
  expect(savedText(running('ready', 'de'), made({}))).toMatch(/^Without subtitles/)
})
