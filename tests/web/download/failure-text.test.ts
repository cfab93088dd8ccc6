import { expect, test } from 'vitest'
import { Failure } from '#contract/failure.ts'
import { failures } from '#contract/failures.ts'
import { platformById } from '#contract/platforms/index.ts'
import { answerFault, failureText, reasonOf, withTip } from '../../../web/download/failure-text.ts'
import { HttpError, UnreadableAnswer } from '../../../web/unexpected-answer.ts'
import { emptyInfo as info } from '../../builders.ts'

const vimeo = platformById('vimeo')!

test('shows the message of a Failure or an Error', () => {
  expect(failureText(new Failure('private'))).toBe(failures.private.text)
  expect(failureText(new Error('boom'), vimeo)).toBe('boom')
})

test('names the platform in a general message', () => {
  expect(failureText(null)).toBe('An error occurred while processing the video')
  expect(failureText(null, vimeo)).toBe('An error occurred while processing the Vimeo video')
})

test('says that a response has no details', () => {
  expect(answerFault(info)).toMatch(/^Could not retrieve video details\. The response/)
  expect(answerFault(info, vimeo)).toBe('Could not retrieve Vimeo video details.')
})

test('shows the message of a response', () => {
  expect(answerFault({ ...info, error: 'Not today.' })).toBe('Not today.')
})

test('adds a tip to an unavailable format only', () => {
  const tip = '💡 Try refreshing the homepage and selecting a different video quality.'
  expect(withTip('This format is unavailable.')).toBe(`This format is unavailable. ${tip}`)
  expect(withTip('This format is unavailable. 🎬')).toBe('This format is unavailable. 🎬')
  expect(withTip('Not today.')).toBe('Not today.')
  expect(failureText(new Failure('busy', { message: 'This format is unavailable.' }))).toContain(tip)
})

test('tells bad statuses from unreadable responses', () => {
  expect(failureText(new HttpError(500, ''), vimeo)).toBe(vimeo.messages.failed)
  expect(failureText(new UnreadableAnswer(), vimeo)).toBe(vimeo.messages.noDetails)
})

test('leaves out only the advice that a button gives', () => {
  const shorter = Object.entries(failures).filter(([, { text }]) => reasonOf(text) !== text)
  expect(Object.fromEntries(shorter.map(([code, { text }]) => [code, reasonOf(text)]))).toEqual({
    timeout: 'The site took too long to answer.',
    source_failed: 'The source stopped sending this file.',
    merge_failed: 'This format could not be put together.',
    internal: 'Something went wrong on our side.',
  })
})
