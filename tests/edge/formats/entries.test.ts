import { describe, expect, test } from 'vitest'
import { failures } from '#contract/failures.ts'
import { infoOf } from '../../../edge/formats/video-info.ts'
import { openGrant } from '../../../edge/grants/grant.ts'
import { extractionOf } from '../../extractions.ts'
import { env, grantOf, infoWith, queryOf } from './infos.ts'

describe('the extraction response lists the items of a post or feed', () => {
  const listOf = (count: number) => extractionOf(`https://media.test/direct/1?list=${count}`, undefined)

  test('lists nothing for one item', async () => {
    expect(await infoOf(env, listOf(1), 'weur:1', 'en')).not.toHaveProperty('entries')
    expect(await infoWith()).not.toHaveProperty('entries')
  })

  test('lists each item with granted links', async () => {
    const list = listOf(3)
    list.entries![0]!.picture!.headers = { Referer: 'https://page.test/' }
    const { entries } = await infoOf(env, { ...list, expires_at: null }, 'weur:1', 'en')
    expect(entries!.map(({ index, kind, title, duration }) => [index, kind, title, duration])).toEqual([
      [1, 'image', 'First', null],
      [2, 'video', null, 12],
      [3, 'image', null, null],
    ])
    const [first, second, third] = entries!
    const thumbnail = queryOf(first!.thumbnail_url!)
    expect(first!.thumbnail_url).toMatch(/^\/api\/image-proxy\?/)
    expect(await openGrant(env, 'image', thumbnail.get('url')!, thumbnail.get('g')!)).toMatchObject({
      state: 'open',
      grant: { merger: 'weur:1', sources: [list.source_url] },
    })
    expect(first!.picture).toMatchObject({ ext: 'jpg', width: 1_280, height: 720 })
    expect(first!.picture!.url).toMatch(/^\/api\/proxied_download\?/)
    expect(await grantOf(first!.picture!.url)).toMatchObject({
      state: 'open',
      grant: {
        url: new URL('https://cdn.test/0.jpg'),
        headers: { Referer: 'https://page.test/' },
        way: 'edge',
        merger: 'weur:1',
        container: 'jpg',
        sources: [list.source_url],
      },
    })
    expect(second).not.toHaveProperty('picture')
    // The links of the third item have private addresses, so they are left out.
    expect(third!.thumbnail_url).toBe(null)
    expect(third).not.toHaveProperty('picture')
  })

  test('lists dates and the cover, but neither a wrong nor a private one', async () => {
    const list = listOf(2)
    list.entries![0]!.date = '2026-01-06'
    list.entries![1]!.date = '<b>today</b>'
    const info = await infoOf(env, { ...list, cover: 'https://cdn.test/cover.jpg' }, 'weur:1', 'en')
    expect(info.entries!.map(({ date }) => date)).toEqual(['2026-01-06', undefined])
    expect(info.cover_url).toMatch(/^\/api\/image-proxy\?/)
    const inside = await infoOf(env, { ...list, cover: 'http://10.0.0.1/x.jpg' }, 'weur:1', 'en')
    expect(inside.cover_url).toBe(null)
  })

  test('names the post, and not only its first item', async () => {
    const info = await infoOf(env, { ...listOf(2), list_title: 'A walk' }, 'weur:1', 'en')
    expect(info).toMatchObject({ list_title: 'A walk', title: listOf(2).title })
  })

  test('lets the merger fetch a bound picture', async () => {
    const list = listOf(2)
    list.entries![0]!.picture!.bound = true
    const now = await infoOf(env, { ...list, expires_at: null }, 'weur:1', 'en')
    expect(await grantOf(now.entries![0]!.picture!.url)).toMatchObject({ grant: { way: 'relay' } })
    const ended = await infoOf(env, { ...list, expires_at: Date.now() - 5_000 }, 'weur:1', 'en')
    expect(await grantOf(ended.entries![0]!.picture!.url)).toMatchObject({ state: 'stale' })
  })

  test('lists the first of items with the same number', async () => {
    const list = extractionOf('https://media.test/direct/1?list=6&hostile=1', undefined)
    list.entries!.forEach((item, at) => (item.duration = at))
    const { entries } = await infoOf(env, list, 'weur:1', 'en')
    expect(entries!.map(({ index, duration }) => [index, duration])).toEqual([
      [1, 0],
      [2, 2],
      [3, 4],
    ])
  })

  test('answers a failed list with its message and no formats', async () => {
    const failed = 'private'
    const list = await infoOf(env, { ...listOf(2), renditions: [], failed }, 'weur:1', 'en')
    expect(list).toMatchObject({ error: failures.private.text, formats: [] })
    expect(list.entries).toHaveLength(2)
    expect(await infoWith({ failed })).not.toHaveProperty('error')
    expect(await infoOf(env, listOf(2), 'weur:1', 'en')).not.toHaveProperty('error')
  })

  test('has no thumbnail_url without a thumbnail', async () => {
    const list = listOf(2)
    list.entries![1]!.thumbnail = null
    expect((await infoOf(env, list, 'weur:1', 'en')).entries![1]!.thumbnail_url).toBe(null)
  })
})
