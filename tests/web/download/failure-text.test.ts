import { expect, test } from 'vitest'
import { Failure, failures } from '#contract/failure.ts'
import { platformById } from '#contract/platforms/index.ts'
import { answerFault, failureText } from '../../../web/download/failure-text.ts'
import { emptyInfo as info } from '../../builders.ts'

const vimeo = platformById('vimeo')!

test('a failed extraction shows the sentence of its failure code', () => {
  expect(failureText(new Failure('private'))).toBe(failures.private.text)
  expect(failureText(new Error('boom'), vimeo)).toBe('boom')
})

test("an extraction that fails without an error shows the message of the platform's page", () => {
  expect(failureText(null)).toBe('An error occurred while processing the video')
  expect(failureText(null, vimeo)).toBe('An error occurred while processing the Vimeo video')
})

test("an extraction without formats shows the message of the platform's page", () => {
  expect(answerFault(info)).toMatch(/^Could not retrieve video details\. The response/)
  expect(answerFault(info, vimeo)).toBe('Could not retrieve Vimeo video details.')
})

test('an extraction that contains an error message shows that message', () => {
  expect(answerFault({ ...info, error: 'Not today.' })).toBe('Not today.')
})
