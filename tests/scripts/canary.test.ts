import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Format, VideoInfo } from '#contract/api.ts'
import { check, type Result } from '../../scripts/operate/canary/check.ts'
import { itemsOf, type Item } from '../../scripts/operate/canary/items.ts'
import { faults, newFaults, newlyFailingPlatforms } from '../../scripts/operate/canary/report.ts'

// Tests `npm run canary` against a server that imitates the edge. tests/e2e/canary.test.ts tests it against
// the product.

/** Ten MP3 frames with 128 kbit/s and 44.1 kHz. */
const MP3 = Buffer.concat(
  Array.from({ length: 10 }, () => Buffer.concat([Buffer.from('fffb9000', 'hex'), Buffer.alloc(413)])),
)
const media: Record<string, { status?: number; body: Buffer | string }> = {
  '/good.mp3': { body: MP3 },
  '/page.mp3': { body: '<!doctype html><title>Sign in</title>' },
  '/refused.mp3': { status: 403, body: 'no' },
  '/noise.mp3': { body: Buffer.alloc(4_000, 7) },
  '/other.m4a': { body: MP3 },
}

const sound = (url: string, more: Partial<Format> = {}): Format => ({
  url,
  label: 'Audio MP3',
  ext: url.includes('.m4a') ? 'm4a' : 'mp3',
  is_audio_only: true,
  has_audio: true,
  key: 'audio',
  ...more,
})
const info = (formats: Format[], more: Partial<VideoInfo> = {}): VideoInfo => ({
  platform: 'web',
  is_podcast: true,
  title: 'An episode',
  formats,
  source_url: 'https://made-up.example/',
  ...more,
})
const viaProxy = (file: string) =>
  `/api/proxied_download?url=${encodeURIComponent(`https://cdn.example${file}`)}&g=x`

/** The responses of the imitated edge to extraction requests, by link. */
const answers: Record<string, { status?: number; body: object }> = {
  'https://a.example/good': { body: info([sound(viaProxy('/good.mp3'))]) },
  'https://a.example/private': { status: 403, body: { error: 'It is private.', code: 'private' } },
  'https://a.example/blocked': { status: 503, body: { error: 'Refused.', code: 'site_blocks_us' } },
  'https://a.example/broken': { status: 502, body: { error: 'Changed.', code: 'broken' } },
  'https://a.example/busy': { status: 503, body: { error: 'Busy.', code: 'busy' } },
  'https://a.example/page': { body: info([sound(viaProxy('/page.mp3'))]) },
  'https://a.example/refused': { body: info([sound(viaProxy('/refused.mp3'))]) },
  'https://a.example/noise': { body: info([sound(viaProxy('/noise.mp3'))]) },
  'https://a.example/other': { body: info([sound(viaProxy('/other.m4a'))]) },
  'https://a.example/silent': { body: info([sound(viaProxy('/good.mp3'), { has_audio: false })]) },
  'https://a.example/low': { body: info([sound(viaProxy('/good.mp3'), { resolution: '360p' })]) },
  'https://a.example/merge': {
    body: info([sound(viaProxy('/good.mp3')), sound('/api/download/start-merge?task_id=t', { filesize: 9 })]),
  },
}

const edge = http.createServer((request, response) => {
  const url = new URL(request.url ?? '', 'http://edge')
  const send = (status: number, body: unknown) => response.writeHead(status).end(JSON.stringify(body))
  if (url.pathname === '/api/download/start-merge') return send(200, { task_id: 'task' })
  if (url.pathname === '/api/download/status/task')
    return send(200, { task_id: 'task', status: 'failed', progress: 1, message: '-', code: 'merge_failed' })
  if (url.pathname === '/api/download/task/task') return send(200, { task_id: 'task' })
  if (url.pathname === '/api/proxied_download') {
    const { status = 206, body } = media[new URL(url.searchParams.get('url') ?? '').pathname]!
    return response.writeHead(status).end(body)
  }
  let text = ''
  request.on('data', (chunk: Buffer) => (text += String(chunk)))
  request.on('end', () => {
    const { tweet_url } = JSON.parse(text) as { tweet_url: string }
    const { status = 200, body } = answers[tweet_url]!
    send(status, body)
  })
})
let origin = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => edge.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(edge.address() as AddressInfo).port}`
})
afterAll(() => void edge.close())

const item = (link: string, more: Partial<Item> = {}): Item => ({
  platform: 'web',
  shape: 'episode',
  link: link && `https://a.example/${link}`,
  expected: 'ok',
  has: ['sound'],
  merge: false,
  ...more,
})

describe('the canary reports the state of an item', () => {
  test.each([
    ['a good file', item('good'), { state: 'ok', code: 'ok' }],
    ['an expected failure', item('private', { expected: 'private' }), { state: 'ok', code: 'private' }],
    ['a placeholder', item(''), { state: 'skipped', code: null }],
    ['another failure than expected', item('private', { expected: 'age' }), { state: 'gone' }],
    ['formats in spite of an expected failure', item('good', { expected: 'drm' }), { state: 'broken' }],
    ['a platform that refuses us', item('blocked'), { state: 'blocked', code: 'site_blocks_us' }],
    ['an extractor that fails', item('broken'), { state: 'broken', code: 'broken' }],
    ['a merger at capacity', item('busy'), { state: 'ours', code: 'busy' }],
    ['a page instead of media', item('page'), { state: 'broken', detail: /a page or a message/ }],
    ['media that answer 403', item('refused'), { state: 'broken', detail: /answer 403/ }],
    ['bytes of no media file', item('noise'), { state: 'broken', detail: /not those of a media file/ }],
    ['another container', item('other'), { state: 'broken', detail: /is mp3, and the format says m4a/ }],
    ['no format with sound', item('silent'), { state: 'broken', detail: /no format has a sound/ }],
    ['too few lines', item('low', { lines: 1080 }), { state: 'broken', detail: /360 lines/ }],
    [
      'a missing notice',
      item('good', { notice: 'preview' }),
      { state: 'broken', detail: /notice is absent/ },
    ],
    ['a merge that fails', item('merge', { merge: true }), { state: 'broken', detail: /with merge_failed/ }],
    ['no merge to make', item('good', { merge: true }), { state: 'broken', detail: /needs a merge/ }],
  ])('reports state, code and detail for %s', async (_, asked, expected) => {
    const { detail = expect.any(String) as unknown, ...rest } = expected as { detail?: RegExp }
    expect(await check(asked, origin, asked.merge)).toMatchObject({
      ...rest,
      detail: detail instanceof RegExp ? expect.stringMatching(detail) : detail,
    })
  })

  test('blames the product if it does not answer', async () => {
    expect(await check(item('good'), 'http://127.0.0.1:9', false)).toMatchObject({
      state: 'ours',
      code: null,
    })
  })
})

const result = (platform: string, state: Result['state'], expected = 'ok'): Result => ({
  platform,
  shape: 'video',
  expected,
  code: null,
  state,
  detail: '',
  ms: 1,
})

test('ignores a gone item beside one that works', () => {
  expect(faults([result('vimeo', 'gone'), result('vimeo', 'ok')])).toEqual([])
  expect(faults([result('vimeo', 'gone'), result('youtube', 'ok')])).toHaveLength(1)
  expect(faults([result('vimeo', 'blocked'), result('vimeo', 'ok')])).toHaveLength(1)
  expect(faults([result('vimeo', 'skipped')])).toEqual([])
})

test('counts a platform as lost after a good run', () => {
  const before = [result('vimeo', 'ok'), result('youtube', 'ok'), result('spotify', 'ok', 'drm')]
  expect(newlyFailingPlatforms(before, [result('vimeo', 'broken'), result('vimeo', 'ok')])).toEqual([
    'youtube',
  ])
})

test('what was as bad before does not stop a promotion', () => {
  const before = [result('youtube', 'blocked'), result('vimeo', 'ok')]
  const now = [result('youtube', 'blocked'), result('vimeo', 'broken'), result('tiktok', 'broken')]
  expect(newFaults(before, now).map(({ platform }) => platform)).toEqual(['vimeo', 'tiktok'])
})

describe('the canary checks its configuration file', () => {
  test('docs/canary.json names all 16 platforms and contains no link', () => {
    const items = itemsOf(fs.readFileSync('docs/canary.json', 'utf8'))
    expect(items.map(({ link }) => link).join('')).toBe('')
    expect(new Set(items.map(({ platform }) => platform)).size).toBe(16)
    expect(items.filter(({ merge }) => merge).length).toBeGreaterThan(0)
  })

  test.each([
    [
      'an unknown platform',
      { platform: 'myspace', shape: 'a', link: '' },
      'items.0.platform: is not a platform',
    ],
    ['an unknown code', { platform: 'web', shape: 'a', link: '', expected: 'well' }, 'is not a failure code'],
    ['an unknown field', { platform: 'web', shape: 'a', link: '', url: '' }, 'items.0'],
  ])('refuses %s and names the mistake', (_, wrong, message) => {
    expect(() => itemsOf(JSON.stringify({ items: [wrong] }))).toThrow(message)
  })
})
