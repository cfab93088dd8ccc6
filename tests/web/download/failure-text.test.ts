import { expect, test } from 'vitest'
import { Failure, failures } from '#contract/failure.ts'
import { platformById } from '#contract/platforms/index.ts'
import { answerFault, failureText } from '../../../web/download/failure-text.ts'
import { emptyInfo as info } from '../../builders.ts'

const vimeo = platformById('vimeo')!

test('a failed extraction shows the message of its failure', () => {
  expect(failureText(new Failure('private'))).toBe(failures.private.text)
  expect(failureText(new Error('boom'), vimeo)).toBe('boom')
})

test('an extraction that fails without a message shows the message of its page', () => {
  expect(failureText(null)).toBe('An error occurred while processing the video')
  expect(failureText(null, vimeo)).toBe('An error occurred while processing the Vimeo video')
})

test('an answer without formats shows the message of its page', () => {
  expect(answerFault(info)).toMatch(/^Could not retrieve video details\. The response/)
  expect(answerFault(info, vimeo)).toBe('Could not retrieve Vimeo video details.')
})

test('an answer with an error shows that error', () => {
  expect(answerFault({ ...info, error: 'Not today.' })).toBe('Not today.')
})
