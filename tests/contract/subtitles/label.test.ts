import { expect, test } from 'vitest'
import { subtitleLabel } from '#contract/subtitles/label.ts'

test.each([
  ['de', null, 'German'],
  ['en-x-sdh', null, 'English (SDH)'],
  ['en-x-2', 'Comments', 'English (Comments)'],
  ['und', null, 'language not stated'],
  ['und', 'Signs', 'Signs'],
])('subtitles of %j named %j are called %j', (language, name, label) => {
  expect(subtitleLabel({ language, name })).toBe(label)
})
