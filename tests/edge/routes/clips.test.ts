import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import type { Format, MergeStatus, VideoInfo } from '#contract/api.ts'
import { openTicket } from '../../../edge/grants/ticket.ts'
import { errorOf, paste, post, startTask, until } from '../visit.ts'
import { redirectOf, share, shortPathOf } from './short-links.ts'

const fresh = (shape: string, query = '') => `https://media.test/${shape}/${crypto.randomUUID()}${query}`
const CLIP = { start: 12.3456, end: 20 }
const KEPT = { start: 12.346, end: 20 }

async function clipOf(link: string, clip: object = CLIP): Promise<VideoInfo> {
  const answer = await post('/api/download-video', { tweet_url: link, clip })
  expect(answer.status, await answer.clone().text()).toBe(200)
  return await answer.json()
}
const sealedIn = (url: string) => new URL(url, 'https://x.example').searchParams.get('task_id')!
async function orderIn(url: string) {
  const opened = await openTicket(env, sealedIn(url))
  if (opened.state !== 'open') throw new Error(opened.state)
  return opened.ticket
}
async function endOf(format: Format, status: 'completed' | 'failed'): Promise<MergeStatus> {
  return (await until(await startTask(format), status)).at(-1)!
}

test.each(['direct', 'pairs'])('makes each format of a clip of %s', async (shape) => {
  const link = fresh(shape)
  const whole = await paste(link)
  const { formats, clip } = await clipOf(link)
  expect(clip).toEqual(KEPT)
  expect(formats.map(({ key }) => key)).toEqual(whole.formats.map(({ key }) => `${key}@12.346-20`))
  for (const [index, format] of formats.entries()) {
    expect(format.url).toMatch(/^\/api\/download\/start-merge\?task_id=/)
    const order = await orderIn(format.url)
    expect(order.key).toBe(format.key)
    expect(order.plan).toMatchObject({ source_url: link, clip: KEPT })
    const { filesize } = whole.formats[index]!
    if (filesize) expect(format.filesize! / filesize).toBeCloseTo((20 - 12.346) / whole.duration!, 1)
  }
})

test.each([
  ['that ends before it starts', { start: 20, end: 10 }],
  ['of no length', { start: 10, end: 10 }],
  ['outside the item', { start: 300, end: 310 }],
  ['that reaches over the end', { start: 200, end: 230 }],
  ['before the item', { start: -5, end: 10 }],
])('refuses a clip %s in words of its own', async (_, clip) => {
  const error = await errorOf(await post('/api/download-video', { tweet_url: fresh('direct'), clip }))
  expect(error).toMatchObject({ status: 400, code: 'bad_clip' })
  expect(error.error).toMatch(/Please choose a start before the end/)
})

test('says where the made clip begins', async () => {
  const { formats } = await clipOf(fresh('pairs', '?ms=0'))
  const { proof } = await endOf(formats[0]!, 'completed')
  expect(proof).toMatchObject({ begins_at: 11.346 })
})

test('a short link keeps the clip', async () => {
  const { formats, source_url } = await clipOf(fresh('direct'))
  const path = await shortPathOf(await share(formats[0]!.url, { source_url, clip: '12.346-20' }))
  const { searchParams } = await redirectOf(path)
  expect(searchParams.get('clip')).toBe('12.346-20')
  expect((await orderIn(searchParams.get('url')!)).plan.clip).toEqual(KEPT)
  const bad = await share(formats[0]!.url, { source_url, clip: '20-10' })
  expect((await errorOf(bad)).code).toBe('bad_clip')
})
