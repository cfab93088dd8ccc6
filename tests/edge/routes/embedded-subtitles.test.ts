import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import type { VideoInfo } from '#contract/api.ts'
import { openTicket } from '../../../edge/grants/ticket.ts'
import { paste, post } from '../visit.ts'
import { redirectOf, share, shortPathOf } from './short-links.ts'

const fresh = (shape: string) => `https://media.test/${shape}/${crypto.randomUUID()}`
async function withSubtitles(link: string, subtitles: string): Promise<VideoInfo> {
  return await (await post('/api/download-video', { tweet_url: link, subtitles })).json()
}
async function planIn(url: string) {
  const sealed = new URL(url, 'https://x.example').searchParams.get('task_id')!
  const opened = await openTicket(env, sealed)
  if (opened.state !== 'open') throw new Error(opened.state)
  return opened.ticket.plan
}

test.each(['direct', 'pairs'])('makes each video of %s with subtitles, and no sound', async (shape) => {
  const link = fresh(shape)
  const plain = await paste(link)
  const { formats, with_subtitles } = await withSubtitles(link, 'pt-BR:automatic')
  expect(with_subtitles).toBe('pt-BR:automatic')
  expect(formats.map(({ key }) => key)).toEqual(plain.formats.map(({ key }) => key))
  const videos = formats.filter(({ is_audio_only, ext }) => !is_audio_only && /^(?:mp4|webm|mkv)$/.test(ext))
  expect(videos.length).toBeGreaterThan(0)
  for (const { url } of videos)
    expect((await planIn(url)).subtitles).toEqual({ language: 'pt-BR', automatic: true })
  const made = formats.filter((one) => one.is_audio_only && one.url.startsWith('/api/download/start-merge'))
  for (const { url } of made) expect(await planIn(url)).not.toHaveProperty('subtitles')
})

test('a shared video keeps its subtitles', async () => {
  const link = fresh('pairs')
  const { formats } = await withSubtitles(link, 'de')
  const url = formats[0]!.url
  const target = await redirectOf(await shortPathOf(await share(url, { source_url: link, subtitles: 'de' })))
  const query = new URL(target, 'https://x.example').searchParams
  expect(query.get('subtitles')).toBe('de')
  expect((await planIn(query.get('url')!)).subtitles).toEqual({ language: 'de', automatic: false })
})

test.each(['', ':automatic', 'x'.repeat(70)])('takes %j for no choice', async (subtitles) => {
  expect(await withSubtitles(fresh('direct'), subtitles)).not.toHaveProperty('with_subtitles')
})

test('a ticket holds all languages of a file', async () => {
  const { formats, with_subtitles } = await withSubtitles(fresh('pairs'), 'de,pt-BR:automatic,fr')
  expect(with_subtitles).toBe('de,pt-BR:automatic,fr')
  expect(await planIn(formats[0]!.url)).toMatchObject({
    subtitles: { language: 'de', automatic: false },
    more_subtitles: [
      { language: 'pt-BR', automatic: true },
      { language: 'fr', automatic: false },
    ],
  })
})
