import { env } from 'cloudflare:workers'
import { runInDurableObject } from 'cloudflare:test'
import { expect, test } from 'vitest'
import type { VideoInfo } from '#contract/api.ts'
import { failures } from '#contract/failures.ts'
import { hashOf } from '../../../edge/grants/seal.ts'
import { withBlockList } from '../request/block-list.ts'
import { errorOf, paste, post } from '../visit.ts'

const fresh = (query: string) => `https://media.test/direct/${crypto.randomUUID()}${query}`

test('lists all items with the message of the failure', async () => {
  const link = fresh('?list=4&failed=private')
  const list = await paste(link)
  expect(list.formats).toEqual([])
  expect(list.error).toBe(failures.private.text)
  expect(list.entries).toHaveLength(4)
  const third = await post('/api/download-video', { tweet_url: link, item: 3 })
  expect((await third.json<VideoInfo>()).formats).not.toEqual([])
})

test('caches the failure for 30 seconds', async () => {
  const link = fresh('?list=4&failed=private')
  await paste(link)
  await runInDurableObject(env.EXTRACTIONS.getByName(await hashOf(`${link} `)), async (_, state) => {
    const alarm = await state.storage.getAlarm()
    expect(alarm! - Date.now()).toBeLessThan(31_000)
  })
})

test('hides the facts of a blocked first item', async () => {
  const link = fresh('?list=4&led=https://blocked.test/v')
  await withBlockList({ hosts: ['blocked.test'], platforms: [], links: [] }, async () => {
    const list = await paste(link)
    expect(list).toMatchObject({ formats: [], thumbnail_url: null, description: null, uploader: null })
    expect(list.title).toBe('A list of 4 items')
    expect(list.error).toBe(failures.blocked.text)
    expect(list.entries).toHaveLength(4)
    expect(list.entries![0]).toEqual({
      index: 1,
      kind: 'image',
      title: null,
      duration: null,
      thumbnail_url: null,
    })
    expect((await paste(fresh('?list=4'))).entries![0]).toHaveProperty('picture')
    const item = await post('/api/download-video', { tweet_url: link, item: 2 })
    expect(await errorOf(item)).toMatchObject({ status: 451, code: 'blocked' })
  })
})

test('lists all items if the first one is too long', async () => {
  const list = await paste(fresh('?list=4&duration=20000'))
  expect(list).toMatchObject({ formats: [], duration: null, error: failures.too_big.text })
  expect(list.entries).toHaveLength(4)
})
