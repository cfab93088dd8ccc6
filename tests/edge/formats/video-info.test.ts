import { describe, expect, test } from 'vitest'
import type { Extraction, Rendition } from '#contract/engine/extraction.ts'
import { MAX_FILE_BYTES } from '#contract/limits.ts'
import { proxied } from '../../../edge/formats/video-info.ts'
import { openGrant } from '../../../edge/grants/grant.ts'
import { openTicket } from '../../../edge/grants/ticket.ts'
import { audio, combined, video } from '../../extractions.ts'
import { env, formatOf, grantOf, infoWith, LINK, queryOf } from './infos.ts'

describe('the extraction response describes the item', () => {
  test('contains the facts of the item', async () => {
    expect(await infoWith({ expires_at: null })).toMatchObject({
      title: 'Coastline at dawn',
      uploader: 'Harbour Films',
      description: 'Four kilometres of the northern shore.',
      platform: 'web',
      is_podcast: false,
      series: null,
      season_number: null,
      episode_number: null,
      duration: 222,
      source_url: LINK,
      part: null,
      notice: null,
    })
  })

  test('is a podcast by its series or platform', async () => {
    expect((await infoWith({ series: 'A show' })).is_podcast).toBe(true)
    const of = async (source_url: string) => await infoWith({ source_url })
    expect(await of('https://podcasts.apple.com/de/podcast/a/id1?i=2')).toMatchObject({
      is_podcast: true,
      platform: 'apple_podcasts',
    })
    expect(await of('https://soundcloud.com/a/b')).toMatchObject({
      is_podcast: false,
      platform: 'soundcloud',
    })
    expect(await of('https://vimeo.com/1')).toMatchObject({ is_podcast: false, platform: 'vimeo' })
  })

  test('refuses more than four hours', async () => {
    expect((await infoWith({ duration: 4 * 3_600 })).formats.length).toBeGreaterThan(0)
    await expect(infoWith({ duration: 4 * 3_600 + 1 })).rejects.toMatchObject({ code: 'too_big' })
    expect((await infoWith({ duration: null })).duration).toBe(null)
  })

  test('fails with no_media or too_big without a format', async () => {
    await expect(infoWith({ renditions: [] })).rejects.toMatchObject({ code: 'no_media' })
    const inside = combined({ url: 'http://10.0.0.1/v.mp4' })
    await expect(infoWith({ renditions: [inside] })).rejects.toMatchObject({ code: 'no_media' })
    const huge = combined({ transport: 'hls', filesize: 2 * MAX_FILE_BYTES, acodec: null })
    const silent = { ...huge, kind: 'video' as const, width: null, height: null }
    await expect(infoWith({ renditions: [silent], duration: 3_600 })).rejects.toMatchObject({
      code: 'too_big',
    })
  })

  test('grants only public thumbnails', async () => {
    const info = await infoWith()
    expect(info.thumbnail_url).toMatch(/^\/api\/image-proxy\?url=/)
    const query = queryOf(info.thumbnail_url!)
    expect(query.get('url')).toBe('https://cdn.test/poster.jpg')
    expect(await openGrant(env, 'image', query.get('url')!, query.get('g')!)).toMatchObject({
      state: 'open',
      grant: { merger: 'weur:1', sources: [LINK] },
    })
    expect((await infoWith({ thumbnail: 'http://10.0.0.1/p.jpg' })).thumbnail_url).toBe(null)
    expect((await infoWith({ thumbnail: null })).thumbnail_url).toBe(null)
  })
})

describe('a notice explains an unexpected file', () => {
  const noticeOf = async (facts: Partial<Extraction>) => (await infoWith(facts)).notice

  test('notices a preview, a clip or the newest episode', async () => {
    expect(await noticeOf({ is_preview: true })).toContain('only a preview')
    expect(await noticeOf({ section: { start: 29, end: 3_639.7 } })).toBe(
      'This link is a clip (0:29 to 1:00:40). The formats below are the whole video.',
    )
    expect(await noticeOf({ section: { start: 600, end: 3_661 } })).toContain('(10:00 to 1:01:01)')
    expect(await noticeOf({ extractor: 'feed', part: { index: 1, total: 2 } })).toBe(
      'The newest episode of this feed.',
    )
  })

  test.each([
    ['another episode of a feed', { extractor: 'feed', part: { index: 2, total: 4 } }],
    ['the only episode of a feed', { extractor: 'feed', part: { index: 1, total: 1 } }],
    ['an episode of a feed of unknown length', { extractor: 'feed', part: { index: 1, total: null } }],
    ['an item of a post', { extractor: 'generic', part: { index: 1, total: 4 } }],
  ])('has no notice for %s', async (_, facts) => {
    expect(await noticeOf(facts)).toBe(null)
  })
})

describe('the link of each format contains a grant or a ticket', () => {
  test("links a browser's file directly", async () => {
    const { url } = await formatOf(combined({ url: 'https://cdn.test/v.mp4#t=1' }))
    expect(url).toMatch(/^https:\/\/cdn\.test\/v\.mp4#g=[\w.-]+$/)
    expect(await grantOf(url)).toMatchObject({
      state: 'open',
      grant: { way: 'edge', merger: 'weur:1', headers: {}, container: 'mp4', sources: [LINK] },
    })
  })

  test.each([
    [
      'that requires headers',
      { headers: { Referer: 'https://page.test/' } },
      { Referer: 'https://page.test/' },
    ],
    ['that requires cookies', { cookies: 'session=1' }, { Cookie: 'session=1' }],
    ['on plain http', { url: 'http://cdn.test/v.mp4' }, {}],
  ])('gives a media file %s a proxy link', async (_, facts, headers) => {
    const { url } = await formatOf(combined(facts))
    expect(url).toMatch(/^\/api\/proxied_download\?url=/)
    expect(await grantOf(url)).toMatchObject({ state: 'open', grant: { way: 'edge', headers } })
  })

  test('lets the merger fetch a bound file', async () => {
    const { url } = await formatOf(combined({ bound: true }))
    expect(url).toMatch(/^\/api\/proxied_download\?url=/)
    expect(await grantOf(url)).toMatchObject({ grant: { way: 'relay', merger: 'weur:1' } })
  })

  test('takes the User-Agent of the rendition first', async () => {
    const headersOf = async (facts: Partial<Rendition>) => {
      const opened = await grantOf((await formatOf(combined({ cookies: 'a=1', ...facts }))).url)
      return opened.state === 'open' ? opened.grant.headers : {}
    }
    expect(await headersOf({ user_agent: 'ours' })).toMatchObject({ 'User-Agent': 'ours' })
    expect(await headersOf({ user_agent: 'ours', headers: { 'User-Agent': 'theirs' } })).toMatchObject({
      'User-Agent': 'theirs',
    })
    expect(Object.keys(await headersOf({ user_agent: null }))).toEqual(['Cookie'])
  })

  test('limits a grant by the life of its link', async () => {
    const later = Date.now() + 3_600_000
    const { url } = await formatOf(combined({ available_at: later }))
    expect(await grantOf(url)).toMatchObject({ grant: { availableAt: later } })
    const ended = await formatOf(combined({}), { expires_at: Date.now() - 5_000 })
    expect(await grantOf(ended.url)).toMatchObject({ state: 'stale', key: ended.key, sources: [LINK] })
  })

  test('puts plan, key and links into a ticket', async () => {
    const led_to = 'https://other.test/v'
    const info = await infoWith({ led_to, renditions: [video({ id: 'v' }), audio({ id: 'a' })] })
    const format = info.formats[0]!
    expect(format.url).toMatch(/^\/api\/download\/start-merge\?task_id=/)
    expect(await openTicket(env, queryOf(format.url).get('task_id')!)).toMatchObject({
      state: 'open',
      ticket: {
        key: format.key,
        merger: 'weur:1',
        ledTo: led_to,
        plan: { source_url: LINK, video: { id: 'v' }, audio: { id: 'a' }, container: 'mp4' },
      },
    })
  })

  test('puts the redirect of an item into the ticket', async () => {
    const info = await infoWith({ led_to: LINK, renditions: [video({}), audio({})] })
    const opened = await openTicket(env, queryOf(info.formats[0]!.url).get('task_id')!)
    expect(opened.state === 'open' && opened.ticket).not.toHaveProperty('ledTo')
  })

  test('puts domains and size of a playlist into the grant', async () => {
    const hls = combined({ transport: 'hls', url: 'https://cdn.test/m.m3u8', filesize: 1_000 })
    const { play_url } = await formatOf(hls)
    expect(queryOf(play_url!).get('url')).toBe('https://cdn.test/m.m3u8')
    expect(await grantOf(play_url!)).toMatchObject({
      grant: { playlistRules: { domains: ['cdn.test'], maxBytes: 1_200 } },
    })
    expect(await formatOf(combined({}))).not.toHaveProperty('play_url')
  })

  test('has the required fields of each format', async () => {
    const renditions = [combined({ filesize: null, filesize_approx: 5_000 })]
    const { formats } = await infoWith({ renditions })
    expect(formats[0]).toMatchObject({
      label: '1080p MP4',
      ext: 'mp4',
      resolution: '1080p',
      is_audio_only: false,
      has_audio: true,
      tbr: 1_740,
      abr: 128,
      vbr: 1_612,
      filesize: 5_000,
      about: true,
      key: 'both:1080:mp4:avc1:',
      suggested: true,
    })
    for (const name of ['converted', 'note']) expect(formats[0]).not.toHaveProperty(name)
    const sound = formats.find((format) => format.converted)!
    expect(sound).toMatchObject({ is_audio_only: true, has_audio: true, note: expect.any(String) })
    expect(sound).not.toHaveProperty('suggested')
    const silent = (await infoWith({ renditions: [video({ filesize: 7 })] })).formats[0]!
    expect(silent).toMatchObject({ has_audio: false, is_audio_only: false })
    expect(silent).not.toHaveProperty('about')
  })

  test('calls no size exact of a file that is made', async () => {
    const renditions = [video({ filesize: 700 }), audio({ filesize: 70 })]
    const { formats } = await infoWith({ renditions })
    const facts = formats.map(({ url, filesize, about }) => [url.includes('start-merge'), filesize, about])
    expect(facts).toContainEqual([true, 770, true])
    expect(facts).toContainEqual([false, 70, undefined])
    expect(facts.filter(([isMade, size, about]) => isMade && size && !about)).toEqual([])
  })

  test('leaves the fragment of the media link out of a proxy link', () => {
    expect(proxied('https://cdn.test/v#a\nb', 'GRANT')).toBe(
      `/api/proxied_download?url=${encodeURIComponent('https://cdn.test/v')}&g=GRANT`,
    )
  })
})
