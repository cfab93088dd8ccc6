import { expect, test } from 'vitest'
import {
  choicesText,
  choiceText,
  MAX_CHOICES,
  parseChoice,
  parseChoices,
} from '#contract/subtitles/choice.ts'

test.each([
  { language: 'de', automatic: false },
  { language: 'pt-BR', automatic: true },
])('writes a choice as it reads it: $language', (choice) => {
  expect(parseChoice(choiceText(choice))).toEqual(choice)
})

test.each([null, undefined, '', ':automatic', 'x'.repeat(61)])('reads no choice in %j', (text) => {
  expect(parseChoice(text)).toBeNull()
})

test('reads several choices once each, and no more than a file holds', () => {
  expect(choicesText(parseChoices('de,en:automatic,,de'))).toBe('de,en:automatic')
  const many = Array.from({ length: 99 }, (_, at) => `x-${at}`).join()
  expect(parseChoices(many)).toHaveLength(MAX_CHOICES)
  expect(parseChoices(undefined)).toEqual([])
})
