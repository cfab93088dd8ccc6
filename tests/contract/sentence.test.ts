import { expect, test } from 'vitest'
import { failures } from '#contract/failures.ts'
import { platforms } from '#contract/platforms/index.ts'
import { sentenceOf } from '#contract/sentence.ts'
import { samplesOf } from './platforms/lib/samples.ts'

test('names the platform that refuses us', () => {
  expect(sentenceOf('site_blocks_us', 'https://vimeo.com/76979871')).toBe(
    'Vimeo refuses our servers at the moment. Other sites work; please try this one later.',
  )
  expect(sentenceOf('site_blocks_us', 'https://elsewhere.example/video')).toBe(failures.site_blocks_us.text)
})

test('falls back to the general sentence with the name', () => {
  for (const { id, displayName, words } of platforms) {
    const link = Object.keys(samplesOf[id]!.samples)[0]!
    expect(sentenceOf('site_blocks_us', link), link).toBe(
      words?.site_blocks_us ??
        `${displayName} refuses our servers at the moment. Other sites work; please try this one later.`,
    )
  }
})
