import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { withBlockList } from './block-list.ts'
import { ask, pathOf } from '../grants/grant-maker.ts'
import { eventually } from '../eventually.ts'
import { startOn } from '../tasks/task-rig.ts'
import { grantImage } from '../../../edge/grants/grant.ts'
import { assertAllowed } from '../../../edge/request/block-list.ts'
import { itemKey } from '../../../edge/request/item-key.ts'
import { hashOf } from '../../../edge/grants/seal.ts'
import { env } from 'cloudflare:workers'
import { errorOf, hits, mergeRow, paste, post, startTask, until, visit } from '../visit.ts'

const nothing = { hosts: [], platforms: [], links: [] }
const isBlocked = async (answer: Response) =>
  expect(await errorOf(answer)).toMatchObject({ status: 451, code: 'blocked' })

describe('the block list knows each spelling of a link', () => {
  const spellings = {
    'https://site.example/watch/1': [
      'http://site.example/watch/1',
      'https://www.site.example/watch/1',
      'https://site.example./watch/1',
      'https://site.example:443/watch/1',
      'http://site.example:80/watch/1',
      'https://site.example/watch/1?x=1',
      'https://site.example/watch/1#!x=1',
      'https://site.example//watch/1/',
      'https://site.example/watch/%31',
    ],
    'https://x.com/i/status/1732824684683784516': [
      'https://twitter.com/SpaceX/status/1732824684683784516/video/2',
      'http://mobile.twitter.com/SpaceX/status/1732824684683784516?s=20',
    ],
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ': [
      'https://youtu.be/dQw4w9WgXcQ?t=1',
      'http://m.youtube.com/watch?v=dQw4w9WgXcQ&list=x',
    ],
    'https://www.xiaohongshu.com/explore/6411cf99000000001300b6d9?xsec_token=A&xsec_source=pc_share': [
      'https://www.xiaohongshu.com/explore/6411cf99000000001300b6d9?xsec_token=B',
      'https://www.xiaohongshu.com/explore/6411cf99000000001300b6d9',
    ],
    'https://podcasts.apple.com/us/podcast/a-show/id1?i=1000': [
      'https://podcasts.apple.com/de/podcast/id1?i=1000',
    ],
    'https://www.facebook.com/reel/1195289147628387': ['https://www.facebook.com/watch/?v=1195289147628387'],
    'https://vimeo.com/123456789': ['https://player.vimeo.com/video/123456789?h=abcdef0123'],
    'https://www.bilibili.com/video/BV1xx411c7mD': [
      'https://www.bilibili.com/video/BV1xx411c7mD/?p=2',
      'https://m.bilibili.com/video/BV1xx411c7mD',
    ],
  }

  test.each(Object.entries(spellings))('blocks every spelling of %s (C31)', async (link, others) => {
    await withBlockList({ ...nothing, links: [await hashOf(itemKey(link))] }, async () => {
      for (const spelling of [link, ...others])
        await expect(assertAllowed(env, spelling), spelling).rejects.toMatchObject({ code: 'blocked' })
    })
  })

  test('leaves other items of the site alone', async () => {
    const links = await Promise.all(Object.keys(spellings).map((link) => hashOf(itemKey(link))))
    await withBlockList({ ...nothing, links }, async () => {
      for (const link of [
        'https://site.example/watch/2',
        'https://site.example/watch',
        'https://other.example/watch/1',
        'https://x.com/i/status/1732824684683784517',
        'https://www.youtube.com/watch?v=aaaaaaaaaaa',
      ])
        await assertAllowed(env, link)
    })
  })

  test('blocks one link by its hash', async () => {
    const link = 'https://site.example/watch?v=1'
    await withBlockList({ ...nothing, links: [await hashOf(link)] }, async () => {
      await expect(assertAllowed(env, link)).rejects.toMatchObject({ code: 'blocked' })
      await assertAllowed(env, 'https://site.example/watch?v=2')
    })
  })
})

test('keeps the last list that could be read', async () => {
  await withBlockList({ ...nothing, hosts: ['blocked.test'] }, async () => {
    await assertAllowed(env, 'https://media.test/')
    vi.setSystemTime(Date.now() + 15_500)
    const failing = vi.spyOn(env.LINKS, 'get').mockRejectedValue(new Error('KV GET failed: 500'))
    onTestFinished(() => failing.mockRestore())
    await assertAllowed(env, 'https://media.test/')
    await expect(assertAllowed(env, 'https://blocked.test/')).rejects.toMatchObject({ code: 'blocked' })
    expect(failing).toHaveBeenCalledOnce()
  })
})

test('blocks a redirect to a blocked item (C32)', async () => {
  // The fake merger reports that this link redirects to https://blocked.test/v.
  const tweet_url = 'https://short.test/to-blocked'
  const links = [await hashOf(itemKey('http://www.blocked.test/v/?from=short'))]
  await withBlockList({ ...nothing, links }, async () =>
    isBlocked(await post('/api/download-video', { tweet_url })),
  )
})

test('stops a short link to a blocked item (C33)', async () => {
  const source_url = `https://media.test/direct/${crypto.randomUUID()}`
  const { url } = (await paste(source_url)).formats[0]!
  const merge = await mergeRow('size=1000')
  const paths: string[] = []
  for (const share of [{ url, source_url }, { url: merge.format.url }]) {
    const made = await (await post('/api/shorten-preview', share)).json<{ short_url: string }>()
    paths.push(new URL(made.short_url).pathname)
  }
  for (const path of paths) expect((await visit(path)).status).toBe(302)
  const links = [await hashOf(source_url), await hashOf(merge.link)]
  await withBlockList({ ...nothing, links }, async () => {
    for (const path of paths) await isBlocked(await visit(path))
    await isBlocked(await post('/api/shorten-preview', { url: merge.format.url }))
    await isBlocked(await visit(merge.format.url))
  })
  for (const path of paths) expect((await visit(path)).status).toBe(302)
})

test('stops a grant whose host is blocked later', async () => {
  const link = 'https://cdn.test/v.mp4'
  expect((await ask(link)).status).toBe(200)
  const before = await hits('/cdn.test/v.mp4')
  await withBlockList({ ...nothing, hosts: ['cdn.test'] }, async () => isBlocked(await ask(link)))
  expect(await hits('/cdn.test/v.mp4')).toBe(before)
})

test('serves no finished file of a blocked item (C34)', async () => {
  const { format, link } = await mergeRow('size=1000')
  const id = await startTask(format)
  await until(id, 'completed')
  expect((await visit(`/api/download/file/${id}`)).status).toBe(200)
  await withBlockList({ ...nothing, links: [await hashOf(link)] }, async () =>
    isBlocked(await visit(`/api/download/file/${id}`)),
  )
})

test('stops grants of media and pictures', async () => {
  const source = 'https://item.test/watch/1'
  const links = [await hashOf(itemKey(source))]
  const media = await pathOf('https://cdn.test/v.mp4', { sources: ['https://alias.test/a', source] })
  const picture = 'https://cdn.test/poster.jpg'
  const grant = await grantImage(env, picture, 'local:0', [source])
  const image = `/api/image-proxy?url=${encodeURIComponent(picture)}&g=${grant}`
  for (const path of [media, image]) expect((await visit(path)).status).toBe(200)
  await withBlockList({ ...nothing, links }, async () => {
    for (const path of [media, image]) await isBlocked(await visit(path))
  })
})

test('stops everything of a redirect to a blocked item', async () => {
  const item = `https://item.test/watch/${crypto.randomUUID()}`
  const { format } = await mergeRow(`size=1000&led=${encodeURIComponent(item)}`)
  const id = await startTask(format)
  await until(id, 'completed')
  const alias = `https://media.test/direct/${crypto.randomUUID()}?led=${encodeURIComponent(item)}`
  const info = await paste(alias)
  const paths: string[] = []
  for (const url of [format.url, info.formats[0]!.url]) {
    const made = await post('/api/shorten-preview', { url })
    expect(made.status, await made.clone().text()).toBe(200)
    paths.push(new URL((await made.json<{ short_url: string }>()).short_url).pathname)
  }
  const links = [await hashOf(itemKey(item))]
  await withBlockList({ ...nothing, links }, async () => {
    await isBlocked(await visit(format.url))
    await isBlocked(await visit(`/api/download/file/${id}`))
    await isBlocked(await visit(`/api/download/start-merge?task_id=${id}`))
    await isBlocked(await visit(info.thumbnail_url!))
    for (const path of paths) await isBlocked(await visit(path))
    for (const url of [format.url, info.formats[0]!.url])
      await isBlocked(await post('/api/shorten-preview', { url }))
  })
  // While nothing is blocked, the short link redirects to a preview page. The query parameter `url` of that
  // page contains a new ticket (the sealed description of a file). Both the stored short link and this
  // ticket contain the link `item`. So both stop working when this link is blocked.
  const target = new URL((await visit(paths[0]!)).headers.get('location')!, 'https://x').searchParams.get(
    'url',
  )!
  await withBlockList({ ...nothing, links }, async () => isBlocked(await visit(target)))
})

test('shortens a file only with the link of its post', async () => {
  const [, query] = (await pathOf('https://cdn.test/v.mp4')).split('?')
  const url = `/api/proxied_download?${query}`
  expect(await errorOf(await post('/api/shorten-preview', { url }))).toMatchObject({ code: 'bad_link' })
  const source_url = 'https://media.test/direct/1'
  expect((await post('/api/shorten-preview', { url, source_url })).status).toBe(200)
})

test('ends a running merge and leaves nothing', async () => {
  const { stub, link, task, inside, hasUpload, cleanedUp, bucket } = await startOn(
    (_call, _nth, work) => work(),
    'size=30000000&ms=60000',
  )
  await hasUpload()
  await withBlockList({ ...nothing, links: [await hashOf(itemKey(link))] }, async () => {
    await inside((object) => object.endIfBlocked())
    await eventually(async () => (await task()).state.status === 'failed', 'the task ends')
    expect(await stub.read()).toMatchObject({ status: 'failed', code: 'blocked' })
  })
  await cleanedUp()
  expect(bucket.open.size).toBe(0)
})

test('ends a running task without a request', async () => {
  const { link, task, hasUpload, cleanedUp } = await startOn(
    (_call, _nth, work) => work(),
    'size=30000000&ms=60000',
    { blockCheckMs: 200 },
  )
  await hasUpload()
  await withBlockList({ ...nothing, links: [await hashOf(itemKey(link))] }, async () => {
    // `Date` is faked and does not advance, so the loop counts its iterations: at most 100 pauses of 50 ms.
    for (let turn = 0; turn < 100 && (await task()).state.status !== 'failed'; turn++)
      await new Promise((resolve) => setTimeout(resolve, 50))
    expect((await task()).state).toMatchObject({ status: 'failed', code: 'blocked' })
  })
  await cleanedUp()
})
