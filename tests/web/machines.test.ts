import { expect, test } from 'vitest'
import type { VideoInfo } from '#contract/api.ts'
import { Failure, failures } from '#contract/failure.ts'
import { platformById } from '#contract/platforms/index.ts'
import { acceptFor } from '../../web/download/accept.ts'
import { advance as download, type DownloadEvent, type DownloadState } from '../../web/download/machine.ts'
import { answerFault, failureText } from '../../web/download/failure-text.ts'
import { green, hostile } from './brands.ts'

const vimeo = platformById('vimeo')!
const info: VideoInfo = {
  title: 't',
  platform: 'x',
  is_podcast: false,
  formats: [],
  source_url: 'https://a.example/',
}
const downloads = (...events: DownloadEvent[]) => events.reduce(download, { step: 'idle' } as DownloadState)

test('a new link clears what was shown before, typing clears only an error', () => {
  const done = downloads({ type: 'submitted', url: 'a' }, { type: 'answered', info })
  expect(done.step).toBe('done')
  expect(download(done, { type: 'typed' })).toBe(done)
  expect(download(done, { type: 'submitted', url: 'b' })).toEqual({ step: 'loading', url: 'b' })
  expect(downloads({ type: 'refused', message: 'no' }, { type: 'typed' })).toEqual({ step: 'idle' })
})

test('a failure clears the result and keeps the link; a late answer changes nothing', () => {
  const failed = downloads({ type: 'submitted', url: 'a' }, { type: 'failed', message: 'no' })
  expect(failed).toEqual({ step: 'failed', message: 'no', url: 'a' })
  expect(download(failed, { type: 'answered', info })).toBe(failed)
})

test('each failure has the words of its page', () => {
  expect(failureText(new Failure('private'))).toBe(failures.private.text)
  expect(failureText(new Error('boom'), vimeo)).toBe('boom')
  expect(failureText(null)).toBe('An error occurred while processing the video')
  expect(failureText(null, vimeo)).toBe('An error occurred while processing the Vimeo video')
  expect(answerFault(info)).toMatch(/^Could not retrieve video details\. The response/)
  expect(answerFault(info, vimeo)).toBe('Could not retrieve Vimeo video details.')
  expect(answerFault({ ...info, error: 'Not today.' })).toBe('Not today.')
})

test('a blank field, a wrong link and a platform that is off are told apart', () => {
  expect(acceptFor(green, '  ')).toEqual({ ok: false, message: 'Please enter a video URL' })
  expect(acceptFor(green, 'hello')).toEqual({ ok: false, message: failures.bad_link.text })
  expect(acceptFor(green, 'see https://vimeo.com/123456789 !')).toMatchObject({ ok: true })
  expect(acceptFor(hostile, 'https://www.tiktok.com/@a/video/7106594312292453675')).toMatchObject({
    ok: false,
    message: expect.stringContaining('doesn’t take TikTok links'),
  })
})
