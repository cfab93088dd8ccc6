import { expect, test, vi } from 'vitest'
import type { Share } from '#contract/api.ts'
import { grantImage, grantMedia, type Terms } from '../../../edge/grants/grant.ts'
import { checkShare, isSlug, previewOf, slugOf, sourcesOf } from '../../../edge/grants/short-link.ts'
import { keyedHashes } from '../../../edge/grants/seal.ts'
import { openTicket, writeTicket, type Order } from '../../../edge/grants/ticket.ts'
import { KEYS } from '../keys.ts'
import { termsOf } from './terms.ts'

const env = { GRANT_KEYS: JSON.stringify(KEYS) } as Env
const ORIGIN = 'https://pocketreel.example'
const LINK = 'https://cdn.test/v.mp4'
const PICTURE = 'https://cdn.test/p.jpg'
const PAGE = 'https://media.test/v'
const INSIDE = 'https://10.0.0.1/v.mp4'
const terms = termsOf({ sources: [PAGE] })
const grantOf = (changes: Partial<Terms> = {}) => grantMedia(env, LINK, { ...terms, ...changes })
const direct = async (changes?: Partial<Terms>) => `${LINK}#g=${await grantOf(changes)}`
const checked = (share: Share) => checkShare(env, ORIGIN, share)
const codeOf = (share: Share) =>
  checked(share).then(
    () => 'no error',
    (error: { code?: string }) => error.code,
  )
const order: Order = {
  plan: { source_url: PAGE, video: null, audio: null, container: 'mp4' },
  key: 'k',
  merger: 'local:0',
  ledTo: 'https://other.test/v',
}

test('stores a media link with its grant and its item', async () => {
  const url = await direct()
  const share: Share = { url, title: 'A', source_url: PAGE, filesize: '0', bitrate: 0 }
  expect(await checked(share)).toEqual({ share, sources: [PAGE] })
})

test('refuses a negative size or bitrate', async () => {
  const url = await direct()
  expect(await codeOf({ url, filesize: -1 })).toBe('bad_request')
  expect(await codeOf({ url, bitrate: '-1' })).toBe('bad_request')
})

test('refuses a preview without a link of its item', async () => {
  const url = await direct({ sources: [] })
  expect(await codeOf({ url })).toBe('bad_link')
  expect(await checked({ url, source_url: PAGE })).toMatchObject({ sources: [] })
})

test('stores a preview whose grant has expired', async () => {
  const url = await direct({ expiresAt: Date.now() - 5_000 })
  expect(await checked({ url })).toEqual({ share: { url }, sources: [PAGE] })
})

test.each([
  ['a link without a grant', async () => LINK],
  ['a link with the grant of another link', async () => `https://cdn.test/w.mp4#g=${await grantOf()}`],
  ['a private address', async () => `${INSIDE}#g=${await grantMedia(env, INSIDE, terms)}`],
  ['text that is no link', async () => 'https://'],
  ['a link of the own site that is no media link', async () => '/s/0123456789abc'],
  ['the page of a media link', async () => `/preview?url=${encodeURIComponent(await direct())}`],
  ['a start of a merge without a ticket', async () => '/api/download/start-merge'],
  ['a proxy link without a grant', async () => `/api/proxied_download?url=${encodeURIComponent(LINK)}`],
  [
    'a proxy link of a private address',
    async () => `/api/proxied_download?url=${INSIDE}&g=${await grantMedia(env, INSIDE, terms)}`,
  ],
])('answers bad_link for %s', async (_, url) => {
  expect(await codeOf({ url: await url(), source_url: PAGE })).toBe('bad_link')
})

test('refuses a source that is no public http link', async () => {
  expect(await codeOf({ url: await direct(), source_url: 'javascript:alert(1)' })).toBe('bad_link')
})

test.each([
  ['in its query', async () => `/api/proxied_download?url=${encodeURIComponent(LINK)}&g=${await grantOf()}`],
  ['in the fragment of its link', async () => `/api/preview?url=${encodeURIComponent(await direct())}`],
])('stores our own URL with a grant %s without its origin', async (_, path) => {
  const own = await path()
  expect(await checked({ url: `${ORIGIN}${own}` })).toEqual({ share: { url: own }, sources: [PAGE] })
})

test('stores a merge without its nonce', async () => {
  const url = `/api/download/start-merge?task_id=${await writeTicket(env, order)}`
  const value = await checked({ url, title: 'A' })
  expect(value).toEqual({ share: { url: '/api/download/start-merge', title: 'A' }, order })
  const nonces = new Set<string>()
  for (let n = 0; n < 2; n++) {
    const preview = await previewOf(env, value)
    const target = new URL(preview!.path, ORIGIN)
    expect(preview!.sources).toEqual([PAGE, 'https://other.test/v'])
    expect(target.hash).toBe('')
    const start = new URL(target.searchParams.get('url')!, ORIGIN)
    expect(start.pathname).toBe('/api/download/start-merge')
    const opened = await openTicket(env, start.searchParams.get('task_id')!)
    expect(opened).toMatchObject({ state: 'open', ticket: order })
    if (opened.state === 'open') nonces.add(opened.ticket.nonce)
  }
  expect(nonces.size).toBe(2)
})

test('stores a thumbnail only with our grant', async () => {
  const url = await direct()
  const picture = `${PICTURE}#g=${await grantImage(env, PICTURE, 'local:0', [])}`
  expect(await checked({ url, thumbnail_url: picture })).toMatchObject({ share: { thumbnail_url: picture } })
  const bad = [
    PICTURE,
    `${PICTURE}#g=x`,
    `https://cdn.test/q.jpg#${picture.split('#')[1]}`,
    'http://10.0.0.1/p',
  ]
  for (const one of [...bad, `${PICTURE}#g=${await grantOf()}`])
    expect(await codeOf({ url, thumbnail_url: one }), one).toBe('bad_link')
})

test('drops a thumbnail whose grant has expired', async () => {
  const url = await direct()
  const inside = `${INSIDE}#g=${await grantImage(env, INSIDE, 'local:0', [])}`
  expect(await codeOf({ url, thumbnail_url: inside })).toBe('bad_link')
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 25 * 3_600_000 })
  const old = `${PICTURE}#g=${await grantImage(env, PICTURE, 'local:0', [])}`
  vi.useRealTimers()
  expect(await checked({ url, thumbnail_url: old })).toEqual({ share: { url }, sources: [PAGE] })
})

test('puts names into the query and grants into the fragment', async () => {
  const picture = `${PICTURE}#g=${await grantImage(env, PICTURE, 'local:0', [])}`
  const share: Share = {
    url: await direct(),
    title: 'A & B',
    filename: 'a.mp4',
    is_audio: false,
    resolution: '1080p',
    filesize: 5,
    bitrate: '128',
    source_url: PAGE,
    item: 3,
    thumbnail_url: picture,
  }
  const preview = await previewOf(env, await checked(share))
  const target = new URL(preview!.path, ORIGIN)
  expect(target.pathname).toBe('/preview')
  expect(Object.fromEntries(target.searchParams)).toEqual({
    url: LINK,
    title: 'A & B',
    filename: 'a.mp4',
    is_audio: 'false',
    resolution: '1080p',
    filesize: '5',
    bitrate: '128',
    source_url: PAGE,
    item: '3',
    thumbnail_url: PICTURE,
  })
  expect(target.hash).toBe(`#${share.url.split('#')[1]}&t${picture.split('#')[1]}`)
  expect(preview!.sources).toEqual([PAGE])
})

test('omits empty query parameters', async () => {
  const preview = await previewOf(env, { share: { url: `${LINK}#g=x`, title: '', resolution: '' } })
  expect(preview).toEqual({ path: `/preview?url=${encodeURIComponent(LINK)}#g=x`, sources: [] })
})

test('keeps a grant that is in the query', async () => {
  for (const url of ['/api/proxied_download?url=x&g=y', '/api/preview?url=x&g=y'])
    expect(await previewOf(env, { share: { url } })).toEqual({
      path: `/preview?url=${encodeURIComponent(url)}`,
      sources: [],
    })
})

test.each([
  null,
  'text',
  {},
  { share: { url: 'javascript:alert(1)' } },
  { share: { url: '/api/proxied_download' } },
  { share: { url: '/api/config?x' } },
  { share: { url: LINK, source_url: 'javascript:alert(1)' } },
  { share: { url: LINK, thumbnail_url: PICTURE } },
  { share: { url: LINK, thumbnail_url: 'http://10.0.0.1/p.jpg#g=x' } },
  { share: { url: LINK, item: 0 } },
  { share: { url: LINK }, unknown: 1 },
])('makes no preview of the stored value %j', async (value) => {
  expect(await previewOf(env, value)).toBe(null)
})

test('returns source, merge and grant links', () => {
  expect(
    sourcesOf({
      share: { url: LINK, source_url: 'https://first.test/' },
      order,
      sources: ['https://third.test/', PAGE],
    }),
  ).toEqual(['https://first.test/', PAGE, 'https://other.test/v', 'https://third.test/'])
  expect(sourcesOf({ share: { url: LINK } })).toEqual([])
})

test('makes a slug from preview and key', async () => {
  const value = { share: { url: LINK } }
  const slug = await slugOf(env, value)
  expect(slug).toMatch(/^[0-9A-Za-z]{13}$/)
  expect(await slugOf(env, { share: { url: LINK } })).toBe(slug)
  expect(await slugOf(env, { share: { url: `${LINK}?` } })).not.toBe(slug)
  const other = { GRANT_KEYS: JSON.stringify({ ...KEYS, current: 'old' }) } as Env
  expect(await slugOf(other, value)).not.toBe(slug)
})

test('writes 72 bits as a base-62 number', async () => {
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  const value = { share: { url: LINK } }
  const [hash] = await keyedHashes(env, 'slug', JSON.stringify(value))
  const expected = [...hash!.subarray(0, 9)].reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
  const slug = await slugOf(env, value)
  const number = slug.split('').reduce((sum, digit) => sum * 62n + BigInt(digits.indexOf(digit)), 0n)
  expect(number).toBe(expected)
})

test('only a text of 13 letters and digits is a slug', () => {
  expect(isSlug('0123456789aBz')).toBe(true)
  for (const text of ['0123456789aB', '0123456789aBzz', '0123456789aB-', '', '0123456789aBz\n'])
    expect(isSlug(text), text).toBe(false)
})
