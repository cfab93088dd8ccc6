import { expect, test } from 'vitest'
import type { VideoInfo } from '#contract/api.ts'
import { Failure } from '#contract/failure.ts'
import { failures } from '#contract/failures.ts'
import { answerForm } from '../../web/render.tsx'
import { green } from './brands.ts'
import { page } from './rendering.ts'

test('lists the formats and keeps the text', async () => {
  const info: VideoInfo = {
    title: 'Coastline at <dawn>',
    platform: 'vimeo',
    is_podcast: false,
    source_url: 'https://vimeo.com/123456789',
    formats: [
      {
        url: 'https://cdn.example/v.mp4',
        label: '1080p MP4',
        ext: 'mp4',
        resolution: '1080p',
        is_audio_only: false,
        has_audio: true,
        key: 'k',
      },
    ],
  }
  const form = await answerForm(green, '/', 'see vimeo.com/123456789 !', async () => info)
  expect(form?.state).toMatchObject({ step: 'done' })
  const { html } = await page('/', green, { form: form! })
  expect(html).toContain('Coastline at &lt;dawn&gt;')
  expect(html).toContain('<span>Download 1080p MP4')
  expect(html).toContain('value="see vimeo.com/123456789 !"')
  expect(html).not.toContain('<template')
})

test('lists the kinds of items and marks the shown one', async () => {
  const picture = { url: '/api/proxied_download?url=x&g=y', ext: 'jpg', width: 2048, height: 1365 }
  const info: VideoInfo = {
    title: 'A post',
    platform: 'instagram',
    is_podcast: false,
    source_url: 'https://www.instagram.com/p/CxYzAbCdEfG/',
    formats: [
      {
        url: '/x',
        label: 'Image JPG',
        ext: 'jpg',
        resolution: '2048 × 1365',
        is_audio_only: false,
        has_audio: false,
        key: 'k',
      },
      {
        url: '/g',
        label: 'Animated GIF',
        ext: 'gif',
        resolution: '270p',
        is_audio_only: false,
        has_audio: false,
        key: 'g',
      },
    ],
    part: { index: 1, total: 140 },
    entries: [
      { index: 1, kind: 'image', title: 'حلقة <b>', duration: null, picture },
      { index: 2, kind: 'video', title: null, duration: 62 },
      { index: 3, kind: null, title: '界'.repeat(300), duration: null },
    ],
  }
  const form = await answerForm(green, '/', info.source_url, async () => info)
  const { html } = await page('/', green, { form: form! })
  expect(html).toContain('The first 3 of 140 items')
  const [main = ''] = html.split('<footer')
  expect(main.match(/aria-current="true"/g)).toHaveLength(1)
  expect(html).toMatch(/Show item 2, video.*1:02/s)
  expect(html).toContain('aria-label="Image"')
  expect(html).toContain('aria-label="Animated GIF"')
  const [shown = ''] = html.split('<script')
  expect(shown).not.toContain('Without sound')
  // Saving several at once needs JavaScript.
  expect(shown).not.toContain('Save all')
})

test('names the maker once, and JPEG as JPG', async () => {
  const info: VideoInfo = {
    title: 'Maker - A made-up post',
    uploader: 'Maker',
    platform: 'twitter',
    is_podcast: false,
    source_url: 'https://x.com/maker/status/1002',
    formats: [
      {
        url: 'https://cdn.example/p.jpeg',
        label: 'Image JPEG',
        ext: 'jpeg',
        resolution: '1280 × 720',
        is_audio_only: false,
        has_audio: false,
        key: 'k',
      },
    ],
  }
  const form = await answerForm(green, '/', info.source_url, async () => info)
  const { html } = await page('/', green, { form: form! })
  expect(/<h2[^>]*id="result"[^>]*>([^<]*)/.exec(html)?.[1]).toBe('A made-up post')
  expect(html).toContain('<span>Download 1280 × 720 JPG')
})

test('asks for a Vimeo URL without a link', async () => {
  const refuse = () => Promise.reject(new Error('must not be called'))
  const form = await answerForm(green, '/vimeo-downloader', 'not a link', refuse)
  expect(form).toEqual({
    text: 'not a link',
    state: { step: 'failed', message: expect.stringContaining('Please enter a valid Vimeo URL') },
  })
  const { html } = await page('/vimeo-downloader', green, { form: form! })
  expect(html).toContain('Please enter a valid Vimeo URL')
})

test('returns message and link of a failure', async () => {
  const form = await answerForm(green, '/', 'https://vimeo.com/123456789', () =>
    Promise.reject(new Failure('private')),
  )
  expect(form?.state).toEqual({
    step: 'failed',
    message: failures.private.text,
    url: 'https://vimeo.com/123456789',
  })
})

test('the report of a failure is a mail with its link and message (C113)', async () => {
  const link = 'https://castbox.fm/episode/made-up-id1-id2'
  const form = await answerForm(green, '/castbox-downloader', link, () =>
    Promise.reject(new Failure('broken')),
  )
  const { html } = await page('/castbox-downloader', green, { form: form! })
  const [, mail = ''] = /href="(mailto:[^"]*)">Report this link/.exec(html) ?? []
  const { pathname, searchParams } = new URL(mail.replaceAll('&amp;', '&'))
  expect(pathname).toBe(green.contact.email)
  expect(searchParams.get('body')).toContain(`Link: ${link}\nMessage: ${failures.broken.text}`)
})

test('shows no result without a form', async () => {
  expect(
    await answerForm(green, '/blog', 'https://vimeo.com/123456789', () => Promise.reject(new Error())),
  ).toBeNull()
})
