import { expect, test } from 'vitest'
import { Failure } from '#contract/failure.ts'
import { failures } from '#contract/failures.ts'
import { platformById } from '#contract/platforms/index.ts'
import { answerFault, failureText, reasonOf, withTip } from '../../../web/download/failure-text.ts'
import { HttpError, ToldFailure, UnreadableAnswer, Unreached } from '../../../web/unexpected-answer.ts'
import { failureWordsIn } from '../../../web/every-text.ts'
import { emptyInfo as info } from '../../builders.ts'
import { wordsIn } from '../page-words.ts'

const vimeo = platformById('vimeo')!
const english = failureWordsIn('en')

test('shows the message of a Failure or an Error', () => {
  expect(failureText(new Failure('private'), english)).toBe(failures.private.text)
  expect(failureText(new Error('boom'), english, vimeo)).toBe('boom')
})

test('names the platform in a general message', () => {
  expect(failureText(null, english)).toBe('An error occurred while processing the video')
  expect(failureText(null, english, vimeo)).toBe('An error occurred while processing the Vimeo video')
})

test('says that a response has no details', async () => {
  expect(await answerFault(info, wordsIn('en'))).toMatch(/^Could not retrieve video details\. The response/)
  expect(await answerFault(info, wordsIn('en'), vimeo)).toBe('Could not retrieve Vimeo video details.')
})

test('shows the message of a response', async () => {
  expect(await answerFault({ ...info, error: 'Not today.' }, wordsIn('en'))).toBe('Not today.')
})

test('adds a tip to an unavailable format only', () => {
  const tip = '💡 Try refreshing the homepage and selecting a different video quality.'
  expect(withTip('This format is unavailable.')).toBe(`This format is unavailable. ${tip}`)
  expect(withTip('This format is unavailable. 🎬')).toBe('This format is unavailable. 🎬')
  expect(withTip('Not today.')).toBe('Not today.')
  expect(failureText(new Failure('busy', { message: 'This format is unavailable.' }), english)).toContain(tip)
})

test('tells bad statuses from unreadable responses', () => {
  expect(failureText(new HttpError(500, ''), english, vimeo)).toBe('Failed to process Vimeo video')
  expect(failureText(new UnreadableAnswer(), english, vimeo)).toBe('Could not retrieve Vimeo video details.')
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

test('speaks the language of the page about what the browser finds', async () => {
  const spanish = failureWordsIn('es')
  const { general, page } = spanish.failures!
  expect(failureText(new Failure('format_gone'), spanish)).toBe(general.format_gone)
  expect(failureText(new Failure('rate_limited'), spanish)).toMatch(/ 60 /)
  expect(failureText(new Unreached(true, null), spanish)).toBe(spanish.faults.no_network)
  expect(failureText(new Unreached(false, null), spanish)).toBe(spanish.faults.offline)
  expect(failureText(new HttpError(502, ''), spanish)).toBe(page.home.failed)
  expect(failureText(null, spanish, vimeo)).toBe(page.video.exception.replace('{platform}', 'Vimeo'))
  expect(await answerFault(info, wordsIn('es'))).toBe(page.home.noDetails)
})

test('leaves the words of the edge as they are', () => {
  const told = new ToldFailure('private', { message: '这是私密内容。' })
  expect(failureText(told, failureWordsIn('zh-Hans'))).toBe('这是私密内容。')
})

test('says that the network is gone where its words cannot load', () => {
  const words = { ...failureWordsIn('ja'), failures: null }
  expect(failureText(new Failure('stale'), words)).toBe(words.faults.offline)
  expect(failureText(new HttpError(502, ''), words)).toBe(words.faults.offline)
})
