import { expect, test } from 'vitest'
import { failures } from '#contract/failures.ts'
import { platforms } from '#contract/platforms/index.ts'
import { sentenceOf } from '#contract/sentence.ts'
import { samplesOf } from './platforms/lib/samples.ts'

test('the message for the failure code "site_blocks_us" names the platform of the link, and says what to do next', () => {
  expect(sentenceOf('site_blocks_us', 'https://vimeo.com/76979871')).toBe(
    'Vimeo refuses our servers at the moment. Other sites work; please try this one later.',
  )
  expect(sentenceOf('site_blocks_us', 'https://elsewhere.example/video')).toBe(failures.site_blocks_us.text)
})

test('a platform without its own message for site_blocks_us gets the general message with the name of the platform', () => {
  for (const { id, displayName, words } of platforms) {
    const link = Object.keys(samplesOf[id]!.samples)[0]!
    expect(sentenceOf('site_blocks_us', link), link).toBe(
      words?.site_blocks_us ??
        `${displayName} refuses our servers at the moment. Other sites work; please try this one later.`,
    )
  }
})
