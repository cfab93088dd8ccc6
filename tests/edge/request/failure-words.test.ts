import { expect, test } from 'vitest'
import { Failure } from '#contract/failure.ts'
import { openLanguages } from '#texts/languages.ts'
import { failureWords } from '../../../edge/request/failure-words.ts'

test('English has the words of the failure itself', () => {
  expect(failureWords(new Failure('private', { message: 'Only for friends.' }), 'en')).toBe(
    'Only for friends.',
  )
})

test.each([...openLanguages, 'zh-Hans' as const])('%s names the seconds to wait', (tag) => {
  const words = failureWords(new Failure('rate_limited'), tag)
  expect(words).toContain('60')
  expect(words).not.toContain('{')
})
