import { expect, test } from 'vitest'
import { choiceText, parseChoice } from '#contract/subtitles/choice.ts'

test.each([
  { language: 'de', automatic: false },
  { language: 'pt-BR', automatic: true },
])('writes a choice as it reads it: $language', (choice) => {
  expect(parseChoice(choiceText(choice))).toEqual(choice)
})

test.each([null, undefined, '', ':automatic', 'x'.repeat(61)])('reads no choice in %j', (text) => {
  expect(parseChoice(text)).toBeNull()
})
