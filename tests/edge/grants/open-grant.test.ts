import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { MAX_FILE_BYTES } from '#contract/limits.ts'
import {
  grantImage,
  grantMedia,
  grantPlaylist,
  normalised,
  openGrant,
  type PlaylistTerms,
} from '../../../edge/grants/grant.ts'
import { seal } from '../../../edge/grants/seal.ts'
import { KEYS } from '../keys.ts'
import { termsOf } from './terms.ts'

const env = { GRANT_KEYS: JSON.stringify(KEYS) } as Env
const LINK = 'https://cdn.test/v.m3u8?a=1'
const HOUR = 3_600_000
const NOW = 1_800_000_000_000
const terms = termsOf({
  headers: { Referer: 'https://page.test/' },
  cookies: 'session=1',
  way: 'relay',
  merger: 'weur:1',
  key: 'both:1080:mp4:avc1:',
  sources: ['https://page.test/v', 'https://other.test/v'],
})
const playlist: PlaylistTerms = { ...terms, domains: ['keys.test'], maxBytes: 5_000 }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
})
afterEach(() => {
  vi.useRealTimers()
})

const open = (url: string, sealed: string, use: 'media' | 'image' = 'media') =>
  openGrant(env, use, url, sealed)
/** Opens a grant `ms` milliseconds after it was sealed, and returns the `state` of the result. */
const stateAfter = async (ms: number, sealed: string, use: 'media' | 'image' = 'media') => {
  vi.setSystemTime(NOW + ms)
  return (await open(LINK, sealed, use)).state
}

test('returns headers, merger, key and links', async () => {
  expect(await open(`${LINK}#t=1`, await grantMedia(env, LINK, terms))).toEqual({
    state: 'open',
    grant: {
      url: new URL(LINK),
      headers: { Referer: 'https://page.test/', Cookie: 'session=1' },
      way: 'relay',
      merger: 'weur:1',
      key: 'both:1080:mp4:avc1:',
      container: 'mp4',
      availableAt: null,
      sources: ['https://page.test/v', 'https://other.test/v'],
      credentialHost: 'cdn.test',
    },
  })
})

test('has no Cookie header without cookies', async () => {
  const opened = await open(LINK, await grantMedia(env, LINK, { ...terms, cookies: null }))
  expect(opened).toMatchObject({ grant: { headers: { Referer: 'https://page.test/' } } })
  expect(opened.state === 'open' && Object.keys(opened.grant.headers)).toEqual(['Referer'])
})

test('contains the time from which the source serves', async () => {
  const at = (availableAt: number) => grantMedia(env, LINK, { ...terms, availableAt })
  expect(await open(LINK, await at(NOW + 1))).toMatchObject({ grant: { availableAt: NOW + 1 } })
  expect(await open(LINK, await at(NOW))).toMatchObject({ grant: { availableAt: null } })
})

test('expires with the link, after six hours at the latest', async () => {
  const short = await grantMedia(env, LINK, { ...terms, expiresAt: NOW + 10_000 })
  expect(await stateAfter(9_999, short)).toBe('open')
  expect(await stateAfter(10_000, short)).toBe('stale')
  vi.setSystemTime(NOW)
  for (const expiresAt of [null, NOW + 24 * HOUR]) {
    const long = await grantMedia(env, LINK, { ...terms, expiresAt })
    expect(await stateAfter(6 * HOUR - 1, long)).toBe('open')
    expect(await stateAfter(6 * HOUR, long)).toBe('stale')
    vi.setSystemTime(NOW)
  }
})

test('the grant of an image expires after 24 hours', async () => {
  const sealed = await grantImage(env, LINK, 'weur:1', [])
  expect(await stateAfter(24 * HOUR - 1, sealed, 'image')).toBe('open')
  expect(await stateAfter(24 * HOUR, sealed, 'image')).toBe('stale')
})

test('lets the edge fetch an image without headers', async () => {
  expect(await open(LINK, await grantImage(env, LINK, 'weur:1', ['https://page.test/v']), 'image')).toEqual({
    state: 'open',
    grant: {
      url: new URL(LINK),
      headers: {},
      way: 'edge',
      merger: 'weur:1',
      key: '',
      container: '',
      availableAt: null,
      sources: ['https://page.test/v'],
      credentialHost: 'cdn.test',
    },
  })
})

test('returns key and links of an expired grant', async () => {
  const sealed = await grantMedia(env, LINK, { ...terms, expiresAt: NOW - 1_000 })
  expect(await open(LINK, sealed)).toEqual({ state: 'stale', key: terms.key, sources: terms.sources })
})

test('refuses an expired grant of another link', async () => {
  const sealed = await grantMedia(env, LINK, { ...terms, expiresAt: NOW - 1_000 })
  expect(await open('https://cdn.test/other', sealed)).toEqual({ state: 'refused' })
})

test('refuses a grant with an appended ~', async () => {
  const media = await grantMedia(env, LINK, terms)
  const playlistGrant = await grantPlaylist(env, LINK, playlist)
  expect(await open(LINK, `${media}~`)).toEqual({ state: 'refused' })
  expect(await open(LINK, `${media}~${playlistGrant.split('~')[1]}`)).toEqual({ state: 'refused' })
  expect(await open(LINK, `${playlistGrant}~x`)).toEqual({ state: 'refused' })
  expect(await open(LINK, `${playlistGrant}~`)).toEqual({ state: 'refused' })
})

test('refuses an invalid URL', async () => {
  expect(await open('no link', await grantMedia(env, LINK, terms))).toEqual({ state: 'refused' })
})

test('refuses a media grant without the hash of its link', async () => {
  const sealed = await seal(env, 'media', { hd: {}, w: 'edge', m: '', f: '', t: '' }, NOW + HOUR)
  expect(await open(LINK, sealed)).toEqual({ state: 'refused' })
})

test('needs a MAC for each link of a playlist', async () => {
  const sealed = await grantPlaylist(env, LINK, playlist)
  const opened = await open(LINK, sealed)
  if (opened.state !== 'open' || !opened.grant.playlistRules) throw new Error('the grant has no rules')
  const { playlistRules } = opened.grant
  expect(playlistRules).toMatchObject({ domains: ['keys.test'], maxBytes: 5_000 })
  const segment = 'https://keys.test/1.ts'
  const child = await playlistRules.child(new URL(`${segment}#x`))
  expect(await open(segment, child)).toMatchObject({
    state: 'open',
    grant: { url: new URL(segment), credentialHost: 'cdn.test', headers: opened.grant.headers },
  })
  expect(await open(LINK, child)).toEqual({ state: 'refused' })
  expect(await open(segment, sealed)).toEqual({ state: 'refused' })
  expect(await open(segment, sealed.split('~')[0]!)).toEqual({ state: 'refused' })
})

test('carries the variables of a list of variants and proves them', async () => {
  const opened = await open(LINK, await grantPlaylist(env, LINK, playlist))
  if (opened.state !== 'open') throw new Error(opened.state)
  const { child } = opened.grant.playlistRules!
  const link = 'https://cdn.test/720.m3u8'
  const variables = new Map([['dir', 'ü/a~b']])
  const sealed = await child(new URL(link), variables)
  expect(await open(link, sealed)).toMatchObject({ grant: { playlistRules: { variables } } })
  const [body, proof] = sealed.split('~')
  const other = (await child(new URL(link), new Map([['dir', 'c']]))).split('~')[2]
  for (const forged of [`${body}~${proof}`, `${body}~${proof}~${other}`, `${sealed}~${other}`])
    expect(await open(link, forged)).toEqual({ state: 'refused' })
  await expect(child(new URL(link), new Map([['dir', 'x'.repeat(2_000)]]))).rejects.toMatchObject({
    code: 'too_big',
  })
})

test('refuses the MAC of another playlist', async () => {
  const [first, second] = [await grantPlaylist(env, LINK, playlist), await grantPlaylist(env, LINK, playlist)]
  expect(await open(LINK, `${second.split('~')[0]}~${first.split('~')[1]}`)).toEqual({ state: 'refused' })
})

test('gives a segment the facts of its playlist', async () => {
  const opened = await open(LINK, await grantPlaylist(env, LINK, playlist))
  if (opened.state !== 'open') throw new Error(opened.state)
  const child = await opened.grant.playlistRules!.child(new URL('https://cdn.test/1.ts'))
  expect(await open('https://cdn.test/1.ts', child)).toMatchObject({
    grant: { way: 'relay', merger: 'weur:1', key: terms.key, sources: terms.sources },
  })
})

test('sends credentials only to one host and port', async () => {
  const link = 'https://cdn.test:8443/v.m3u8'
  const opened = await open(link, await grantPlaylist(env, link, playlist))
  expect(opened).toMatchObject({ grant: { credentialHost: 'cdn.test:8443' } })
  const media = await open(link, await grantMedia(env, link, terms))
  expect(media).toMatchObject({ grant: { credentialHost: 'cdn.test:8443' } })
})

test('expires with the playlist, after six hours at the latest', async () => {
  const short = await grantPlaylist(env, LINK, { ...playlist, expiresAt: NOW + 10_000 })
  expect(await stateAfter(9_999, short)).toBe('open')
  expect(await stateAfter(10_000, short)).toBe('stale')
  vi.setSystemTime(NOW)
  const long = await grantPlaylist(env, LINK, playlist)
  expect(await stateAfter(6 * HOUR, long)).toBe('stale')
})

test('limits a playlist grant of an older version', async () => {
  const claims = { s: 'AAAAAAAAAAAAAAAAAAAAAA', hd: {}, w: 'edge', m: '', f: '', t: '' }
  const body = await seal(env, 'media', claims, NOW + HOUR)
  const { childOf } = await childrenOf(claims.s)
  expect(await open(LINK, await childOf(body, LINK))).toMatchObject({
    grant: {
      credentialHost: 'cdn.test',
      sources: [],
      playlistRules: { domains: [], maxBytes: MAX_FILE_BYTES },
    },
  })
})

/**
 * Returns an object with the function `childOf`. This function takes a sealed text and a link, and returns
 * the grant `<sealed text>~<MAC of the link>`. `secret` is the key for the MAC, in base64url.
 */
async function childrenOf(secret: string) {
  const { base64url, mac, macKey } = await import('../../../edge/grants/seal.ts')
  const key = await macKey(base64url.decode(secret))
  return {
    childOf: async (body: string, link: string) =>
      `${body}~${base64url.encode((await mac(key, link)).subarray(0, 16))}`,
  }
}

test('hashes a normalised link without its fragment', () => {
  expect(normalised('HTTPS://CDN.TEST:443/a/../v.mp4?x#t=1')).toBe('https://cdn.test/v.mp4?x')
})
