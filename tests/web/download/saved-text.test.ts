import { texts } from '#texts/en/result.ts'
import { figures } from '#texts/figures.ts'
import { sayIn } from '#texts/say.ts'
import { expect, test } from 'vitest'
import type { Proof } from '#contract/engine/merge.ts'
import { savedText } from '../../../web/download/result/running-box.tsx'
import type { Running } from '../../../web/download/result/use-run.ts'
import type { MadeFile } from '../../../web/preview/machine.ts'
import { proof } from '../../builders.ts'

const words = { texts, say: sayIn('en'), figures: figures('en') }
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
])('a file with %s', (_, given, text) => expect(savedText(running('ready'), made(given), words)).toBe(text))

test('a file of the site is not called complete', () => {
  expect(savedText(running('direct'), null, words)).toBe('5.0 MB')
})

test.each<[string, Partial<Proof>, string]>([
  ['all', { subtitles_left_out: 'de' }, 'Without subtitles: they could not be read'],
  [
    'some',
    { subtitles: 'fra', subtitles_left_out: 'de:automatic,en-x-sdh' },
    'Without these subtitles, which could not be read: German and English',
  ],
  ['none', { subtitles: 'deu' }, 'Complete, plays everywhere'],
  ['none, but has no text in its part', {}, 'Complete, plays everywhere'],
])('a file that lost %s of its subtitles', (_, given, text) => {
  expect(savedText(running('ready', 'de'), made(given), words)).toBe(text)
})
