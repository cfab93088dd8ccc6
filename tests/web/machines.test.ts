import { expect, test } from 'vitest'
import type { Format, VideoInfo } from '#contract/api.ts'
import { Failure, failures } from '#contract/failure.ts'
import { platformById } from '#contract/platforms/index.ts'
import { acceptFor } from '../../web/download/accept.ts'
import { advance as download, type DownloadEvent, type DownloadState } from '../../web/download/machine.ts'
import { answerFault, failureWords } from '../../web/download/words.ts'
import { sameFormat } from '../../web/preview/refresh-link.ts'
import { hasPlaylistName } from '../../web/preview/hls.ts'
import { readPreview } from '../../web/preview/link.ts'
import { advance as preview, type PreviewEvent, type PreviewState } from '../../web/preview/machine.ts'
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
const previews = (...events: PreviewEvent[]) => events.reduce(preview, { step: 'opening' } as PreviewState)

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
  expect(failureWords(new Failure('private'))).toBe(failures.private.text)
  expect(failureWords(new Error('boom'), vimeo)).toBe('boom')
  expect(failureWords(null)).toBe('An error occurred while processing the video')
  expect(failureWords(null, vimeo)).toBe('An error occurred while processing the Vimeo video')
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

test('progress never runs backwards and never past its end', () => {
  const progress = { message: 'm', received: null, total: null, speed: null, remaining: null }
  const state = previews(
    { type: 'started', message: 'Starting' },
    { type: 'progressed', progress: { ...progress, percent: 40 } },
    { type: 'progressed', progress: { ...progress, percent: 30 } },
  )
  expect(state).toMatchObject({ step: 'processing', progress: { percent: 40 } })
  expect(preview(state, { type: 'progressed', progress: { ...progress, percent: 130 } })).toMatchObject({
    progress: { percent: 100 },
  })
})

test('a source that does not play gets one more chance through the proxy', () => {
  const first = previews({ type: 'opened', way: 'source' }, { type: 'unplayable' })
  expect(first).toEqual({ step: 'direct', way: 'proxy' })
  expect(preview(first, { type: 'unplayable' })).toEqual({ step: 'unavailable', file: null })
})

test('a file that cannot be played can still be downloaded, until it expires', () => {
  const file = { taskId: 't', expiresAt: 1, size: 2, proof: null, generation: '1' }
  const state = previews({ type: 'started', message: '' }, { type: 'made', file }, { type: 'unplayable' })
  expect(state).toEqual({ step: 'unavailable', file })
  expect(preview(state, { type: 'rang' })).toEqual({ step: 'expired', isDeleted: false })
  expect(preview(state, { type: 'deleted' })).toEqual({ step: 'expired', isDeleted: true })
})

test('what comes after a cancel changes nothing', () => {
  const state = previews({ type: 'started', message: '' }, { type: 'failed', message: 'cancelled' })
  expect(
    preview(state, {
      type: 'made',
      file: { taskId: 't', expiresAt: 1, size: 2, proof: null, generation: '1' },
    }),
  ).toBe(state)
})

const video = (height: number, ext: string, key: string, has_audio = true): Format => ({
  url: key,
  label: key,
  ext,
  resolution: `${height}p`,
  is_audio_only: false,
  has_audio,
  tbr: height,
  key,
})
const formats = [video(1080, 'webm', 'a'), video(1080, 'mp4', 'b'), video(720, 'mp4', 'c')]
const dead = (query: string) => readPreview(query, '', 'https://green.example')

test('a healed link finds its format by the key, else by kind and height, else says that it is gone', () => {
  const link = dead('?filename=x.mp4&resolution=1080p&is_audio=false')
  expect(sameFormat(formats, 'c', link)?.key).toBe('c')
  expect(sameFormat(formats, 'unknown', link)?.key).toBe('b')
  expect(sameFormat(formats, null, dead('?filename=x.mp4&resolution=480p'))).toBeNull()
  expect(sameFormat(formats, null, dead('?filename=x.mp3&is_audio=true'))).toBeNull()
})

test('playlists are known by their name, also behind our proxy', () => {
  expect(hasPlaylistName('https://a.example/m.m3u8?x=1')).toBe(true)
  expect(hasPlaylistName('https://skyfire.vimeocdn.com/1/2')).toBe(true)
  expect(hasPlaylistName('https://x.example/api/proxied_download?url=https%3A%2F%2Fa.example%2Fm.m3u8')).toBe(
    true,
  )
  expect(hasPlaylistName('https://a.example/m.mp4')).toBe(false)
  expect(hasPlaylistName('https://notvimeocdn.com/1')).toBe(false)
})
