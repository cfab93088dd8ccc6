import { expect, test } from 'vitest'
import { causeText } from '#contract/cause-text.ts'
import { Failure } from '#contract/failure.ts'

test('shortens links to their host', () => {
  const error = new Error(
    'no answer of https://me:secret@media.test/private?token=1#g=2 nor "HTTP://b.test?c=3"',
  )
  expect(causeText(error)).toBe('no answer of https://media.test/… nor "HTTP://b.test/…"')
})

test('joins nested causes', () => {
  const error = new TypeError('wrong', { cause: new Failure('busy', { cause: 'all slots are taken' }) })
  expect(causeText(error)).toBe('TypeError: wrong | busy | all slots are taken')
})

test('is bounded in messages and characters', () => {
  let chain = new Error('end')
  for (let depth = 0; depth < 9; depth++) chain = new Error('x', { cause: chain })
  expect(causeText(chain)).toBe('x | x | x | x')
  expect(causeText('x'.repeat(2_000))).toHaveLength(1_000)
})

test('causeText returns an empty text if there is no cause', () => {
  expect(causeText(undefined)).toBe('')
})
