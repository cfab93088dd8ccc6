import { expect, test } from 'vitest'
import { Failure } from '#contract/failure.ts'
import { failures } from '#contract/failures.ts'
import { platformById } from '#contract/platforms/index.ts'
import { answerFault, failureText, withTip } from '../../../web/download/failure-text.ts'
import { HttpError, UnreadableAnswer } from '../../../web/unexpected-answer.ts'
import { emptyInfo as info } from '../../builders.ts'

const vimeo = platformById('vimeo')!

test('failureText returns the message for the failure code of a Failure, and the error message of a plain Error', () => {
  expect(failureText(new Failure('private'))).toBe(failures.private.text)
  expect(failureText(new Error('boom'), vimeo)).toBe('boom')
})

test('failureText(null) returns a general message, which names the platform on a platform page', () => {
  expect(failureText(null)).toBe('An error occurred while processing the video')
  expect(failureText(null, vimeo)).toBe('An error occurred while processing the Vimeo video')
})

test('if an extraction response contains no formats, the page shows that it could not retrieve the details', () => {
  expect(answerFault(info)).toMatch(/^Could not retrieve video details\. The response/)
  expect(answerFault(info, vimeo)).toBe('Could not retrieve Vimeo video details.')
})

test('if an extraction response contains an error message, the page shows this message', () => {
  expect(answerFault({ ...info, error: 'Not today.' })).toBe('Not today.')
})

test('withTip adds a tip with an emoji only to messages that report an unavailable format and have no emoji yet', () => {
  const tip = '💡 Try refreshing the homepage and selecting a different video quality.'
  expect(withTip('This format is unavailable.')).toBe(`This format is unavailable. ${tip}`)
  expect(withTip('This format is unavailable. 🎬')).toBe('This format is unavailable. 🎬')
  expect(withTip('Not today.')).toBe('Not today.')
  expect(failureText(new Failure('busy', { message: 'This format is unavailable.' }))).toContain(tip)
})

test('an unexpected status and an unreadable response each have their own message', () => {
  expect(failureText(new HttpError(500, ''), vimeo)).toBe(vimeo.messages.failed)
  expect(failureText(new UnreadableAnswer(), vimeo)).toBe(vimeo.messages.noDetails)
})
