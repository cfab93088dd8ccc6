import { env } from 'cloudflare:workers'
import { runInDurableObject } from 'cloudflare:test'
import { expect, onTestFinished, test, vi } from 'vitest'
import { videoInfoSchema } from '#contract/api.ts'
import { failures } from '#contract/failures.ts'
import { canonicalLink } from '#contract/platforms/index.ts'
import { hashOf } from '../../../edge/grants/seal.ts'
import { withBlockList } from '../request/block-list.ts'
import { errorOf, merger, paste, post, visitor } from '../visit.ts'

const fresh = (shape: string, query = '') => `https://media.test/${shape}/${crypto.randomUUID()}${query}`
const failing = (code: string) => post('/api/download-video', { tweet_url: fresh('direct', `?fail=${code}`) })

test('returns title, thumbnail and formats', async () => {
  const info = videoInfoSchema.parse(await paste(fresh('direct')))
  expect(info).toMatchObject({
    title: 'Coastline at dawn',
    uploader: 'Harbour Films',
    duration: 222,
    is_podcast: false,
  })
  expect(info.thumbnail_url).toMatch(/^\/api\/image-proxy\?url=/)
  expect(info.formats[0]).toMatchObject({
    label: '1080p MP4',
    ext: 'mp4',
    filesize: 48_200_000,
    has_audio: true,
    is_audio_only: false,
  })
  expect(info.formats[0]!.url).toMatch(/^https:\/\/cdn\.test\/v\.mp4#g=/)
})

test('returns the link that the visitor pasted as the source', async () => {
  const link = `https://vimeo.com/${Math.floor(1e8 + Math.random() * 8e8)}`
  expect((await paste(`${link}?share=copy`)).source_url).toBe(link)
})

test('answers a short link as what it leads to', async () => {
  const path = crypto.randomUUID().replaceAll('-', '')
  const target = `https://media.test/direct/${path}`
  expect(await paste(`https://t.co/${path}`)).toMatchObject({ source_url: target, platform: 'web' })
  await paste(target)
  await paste(`https://t.co/${path}`)
  expect((await merger(target)).extracts).toBe(1)
})

test('follows a short link to another short link no further', async () => {
  const path = 'loop'
  const answer = await post('/api/download-video', { tweet_url: `https://t.co/${path}` })
  expect((await errorOf(answer)).code).toBe('broken')
  expect((await merger(`https://t.co/${path}`)).extracts).toBe(1)
})

test('refuses a short link to a blocked site before it is asked', async () => {
  const path = crypto.randomUUID().replaceAll('-', '')
  await withBlockList({ hosts: ['media.test'], platforms: [], links: [] }, async () => {
    const answer = await post('/api/download-video', { tweet_url: `https://t.co/${path}` })
    expect((await errorOf(answer)).code).toBe('blocked')
  })
  expect((await merger(`https://media.test/direct/${path}`)).extracts).toBe(0)
})

test('proxies a format that needs a request header', async () => {
  expect((await paste(fresh('refered'))).formats[0]!.url).toMatch(/^\/api\/proxied_download\?url=/)
})

test('media at a private address is not offered as a format', async () => {
  const answer = await post('/api/download-video', { tweet_url: fresh('inside') })
  expect((await errorOf(answer)).code).toBe('no_media')
})

test('marks an episode as a podcast with its series', async () => {
  expect(await paste(fresh('podcast'))).toMatchObject({ is_podcast: true, series: 'A show' })
})

test('returns the number of an item and the total (C42)', async () => {
  const answer = await post('/api/download-video', { tweet_url: fresh('direct'), item: 2 })
  expect(await answer.json()).toMatchObject({ part: { index: 2, total: 4 } })
})

test('notices only the newest episode of a feed (C49)', async () => {
  const link = fresh('podcast', '?extractor=feed')
  expect((await paste(link)).notice).toBe('The newest episode of this feed.')
  const asked = await post('/api/download-video', { tweet_url: link, item: 3 })
  expect(await asked.json()).toMatchObject({ notice: null, part: { index: 3, total: 4 } })
  expect((await paste(fresh('direct', '?extractor=generic'))).notice).toBe(null)
})

test('grants public images of listed items', async () => {
  const { entries = [] } = await paste(fresh('direct', '?list=4'))
  expect(entries.map(({ index, kind, title, duration }) => [index, kind, title, duration])).toEqual([
    [1, 'image', 'First', null],
    [2, 'video', null, 12],
    [3, 'image', null, null],
    [4, 'video', null, 12],
  ])
  expect(entries[0]?.thumbnail_url).toMatch(/^\/api\/image-proxy\?url=https%3A%2F%2Fcdn\.test%2F0\.jpg&g=/)
  expect(entries[0]?.picture).toMatchObject({ ext: 'jpg', width: 1_280, height: 720 })
  expect(entries[0]?.picture?.url).toMatch(/^\/api\/proxied_download\?url=/)
  expect(entries[2]).toMatchObject({ thumbnail_url: null })
  expect(entries[2]).not.toHaveProperty('picture')
})

test('lists each item once, with a title of at most 300 characters', async () => {
  const { entries = [] } = await paste(fresh('direct', '?list=6&hostile=1'))
  expect(entries.map(({ index }) => index)).toEqual([1, 2, 3])
  expect(entries[0]?.title).toHaveLength(300)
})

test('lists neither one item nor more than 100', async () => {
  expect(await paste(fresh('direct', '?list=1'))).not.toHaveProperty('entries')
  expect((await paste(fresh('direct', '?list=100'))).entries).toHaveLength(100)
  const answer = await post('/api/download-video', { tweet_url: fresh('direct', '?list=101') })
  expect(await errorOf(answer)).toMatchObject({ status: 502, code: 'broken' })
})

test("says that a clip's formats contain the whole video", async () => {
  expect((await paste(fresh('direct', '?clip=1'))).notice).toBe(
    'This link is a clip (0:29 to 1:00:40). The formats below are the whole video.',
  )
})

test('plays separate HLS streams from one playlist', async () => {
  const { formats } = await paste(fresh('beside'))
  const answer = await visitor()(formats[0]!.play_url!)
  expect(await answer.text()).toMatch(/TYPE=AUDIO.*URI="\/api\/proxied_download\?url=/)
  expect(formats[0]!.url).toMatch(/^\/api\/download\/start-merge/)
})

test('shares one extraction among twenty requests', async () => {
  const link = fresh('direct', '?wait=300')
  const answers = await Promise.all(Array.from({ length: 20 }, () => paste(link)))
  expect(new Set(answers.map((info) => info.title)).size).toBe(1)
  expect((await merger(link)).extracts).toBe(1)
  await paste(link)
  expect((await merger(link)).extracts).toBe(1)
})

test('caches an extraction no longer than its media links', async () => {
  const soon = fresh('direct', '?ends=50000')
  await paste(soon)
  await paste(soon)
  expect((await merger(soon)).extracts).toBe(2)
  const later = fresh('direct', '?ends=90000')
  await paste(later)
  await runInDurableObject(env.EXTRACTIONS.getByName(await hashOf(`${later} `)), async (_, state) => {
    const alarm = await state.storage.getAlarm()
    expect(alarm! - Date.now()).toBeLessThan(31_000)
  })
})

test('caches a failure of the site, but not our own', async () => {
  const link = fresh('direct', '?fail=private')
  for (let i = 0; i < 3; i++)
    expect((await errorOf(await post('/api/download-video', { tweet_url: link }))).code).toBe('private')
  expect((await merger(link)).extracts).toBe(1)
  const busy = fresh('direct', '?fail=busy')
  for (let i = 0; i < 2; i++) await post('/api/download-video', { tweet_url: busy })
  expect((await merger(busy)).extracts).toBe(2)
})

test('returns status and message of every failure (C19)', async () => {
  for (const code of ['private', 'drm', 'removed', 'live', 'geo', 'timeout', 'site_limit', 'busy'] as const) {
    const answer = await failing(code)
    expect(answer.headers.get('retry-after') !== null).toBe([429, 503].includes(answer.status))
    expect(await errorOf(answer)).toEqual({ status: failures[code].status, code, error: failures[code].text })
  }
})

test('fails with too_big above the maximum duration (C7)', async () => {
  const answer = await post('/api/download-video', { tweet_url: fresh('direct', '?duration=20000') })
  expect(await errorOf(answer)).toMatchObject({ status: 413, code: 'too_big' })
})

test("refuses a link of another platform than the request's", async () => {
  const answer = await post('/api/download-video', { tweet_url: 'https://vimeo.com/1', platform: 'youtube' })
  expect(await errorOf(answer)).toMatchObject({
    status: 400,
    error: 'Please enter a valid YouTube URL (youtube.com or youtu.be)',
  })
})

test('a link to a host of the product itself is refused', async () => {
  const answer = await post('/api/download-video', { tweet_url: 'https://pocketreel.example/api/config' })
  expect(answer.status).toBe(400)
})

test('refuses a blocked host or item and a switched-off platform', async () => {
  const link = fresh('direct')
  const list = { hosts: ['blocked.test'], platforms: ['vimeo'], links: [await hashOf(link)] }
  await withBlockList(list, async () => {
    for (const tweet_url of ['https://blocked.test/v', 'https://www.blocked.test/v', link])
      expect(await errorOf(await post('/api/download-video', { tweet_url })), tweet_url).toMatchObject({
        status: 451,
        code: 'blocked',
      })
    const answer = await post('/api/download-video', { tweet_url: 'https://vimeo.com/123456789' })
    expect(await errorOf(answer)).toEqual({
      status: 503,
      code: 'switched_off',
      error:
        'We have switched off downloads from Vimeo for now. Please try a link of another site, or come back later.',
    })
  })
  await paste(link)
})

/** Stores the failure site_blocks_us for a new Vimeo link. Then requests the formats of this link. */
async function refusedByVimeo(more: { retryAt?: number } = {}): Promise<Response> {
  const link = `https://vimeo.com/${Math.floor(1e8 + Math.random() * 8e8)}`
  await runInDurableObject(
    env.EXTRACTIONS.getByName(await hashOf(`${canonicalLink(link).url} `)),
    (_, state) => {
      const outcome = { ok: false, code: 'site_blocks_us', detail: 'made up', ...more }
      state.storage.kv.put('memory', { outcome, until: Date.now() + 60_000 })
    },
  )
  return await post('/api/download-video', { tweet_url: link })
}

test('states in Retry-After when a platform may answer again', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  onTestFinished(() => void vi.useRealTimers())
  const after = async (ms: number) =>
    (await refusedByVimeo({ retryAt: Date.now() + ms })).headers.get('retry-after')
  expect(await after(3_599_001)).toBe('3600')
  expect(await after(-5_000)).toBe('1')
})

test('names the platform that refuses us', async () => {
  const answer = await refusedByVimeo()
  expect(answer.headers.get('retry-after')).toBe('900')
  expect(await errorOf(answer)).toEqual({
    status: 503,
    code: 'site_blocks_us',
    error: 'Vimeo refuses our servers at the moment. Other sites work; please try this one later.',
  })
})

test('answers 429 with Retry-After above the rate limit', async () => {
  const me = visitor()
  const link = fresh('direct')
  const answers = await Promise.all(
    Array.from({ length: 22 }, () => post('/api/download-video', { tweet_url: link }, me)),
  )
  const refused = answers.filter((answer) => answer.status === 429)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused[0]!.headers.get('retry-after')).toBe('60')
  expect((await errorOf(refused[0]!)).error).toBe('Too many requests. Please wait 60 seconds and try again.')
  expect((await post('/api/download-video', { tweet_url: link })).status).toBe(200)
})

test('counts an IPv6 /56 network as one visitor', async () => {
  const link = fresh('direct')
  const statuses = []
  for (let i = 0; i < 22; i++)
    statuses.push(
      (
        await post(
          '/api/download-video',
          { tweet_url: link },
          visitor(undefined, `2001:db8:1:2${(i + 16).toString(16)}::1`),
        )
      ).status,
    )
  expect(statuses.at(-1)).toBe(429)
  expect(
    (await post('/api/download-video', { tweet_url: link }, visitor(undefined, '2001:db8:1:300::1'))).status,
  ).toBe(200)
})

test('a call gets the words of its language, whoever asked for the item before', async () => {
  const link = fresh('podcast', '?extractor=feed')
  expect((await paste(link)).notice).toBe('The newest episode of this feed.')
  const asked = await visitor()('/api/download-video', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': 'zh-Hans' },
    body: JSON.stringify({ tweet_url: link }),
  })
  expect(await asked.json()).toMatchObject({ notice: '这个订阅源中最新的一集。' })
})

test.each([
  ['https://www.youtube.com/@somebody', '这个链接指向频道。请粘贴一个视频的链接。'],
  ['https://pocketreel.example/x', '这是本页的链接。请粘贴视频、歌曲或单集的链接。'],
])('refuses %s in the language of the call', async (tweet_url, error) => {
  const answer = await visitor()('/api/download-video', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': 'zh-Hans' },
    body: JSON.stringify({ tweet_url }),
  })
  expect(await answer.json()).toMatchObject({ error })
})
