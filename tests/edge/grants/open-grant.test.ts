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

test('a decrypted grant contains the request headers, merger, format key and item links that were sealed in it', async () => {
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

test('a grant that was sealed without cookies contains no Cookie header after it is decrypted', async () => {
  const opened = await open(LINK, await grantMedia(env, LINK, { ...terms, cookies: null }))
  expect(opened).toMatchObject({ grant: { headers: { Referer: 'https://page.test/' } } })
  expect(opened.state === 'open' && Object.keys(opened.grant.headers)).toEqual(['Referer'])
})

test('if the source refuses requests until a future time, the grant contains this time', async () => {
  const at = (availableAt: number) => grantMedia(env, LINK, { ...terms, availableAt })
  expect(await open(LINK, await at(NOW + 1))).toMatchObject({ grant: { availableAt: NOW + 1 } })
  expect(await open(LINK, await at(NOW))).toMatchObject({ grant: { availableAt: null } })
})

test('the grant of a media link expires with the link, but after six hours at the latest', async () => {
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

test('the grant of an image contains no request headers, and says that the edge itself fetches the image', async () => {
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

test('openGrant returns the format key and the links of the item even if the grant has expired', async () => {
  const sealed = await grantMedia(env, LINK, { ...terms, expiresAt: NOW - 1_000 })
  expect(await open(LINK, sealed)).toEqual({ state: 'stale', key: terms.key, sources: terms.sources })
})

test('for an expired grant that was sealed for another link, openGrant returns the state “refused”, not “stale”', async () => {
  const sealed = await grantMedia(env, LINK, { ...terms, expiresAt: NOW - 1_000 })
  expect(await open('https://cdn.test/other', sealed)).toEqual({ state: 'refused' })
})

test('a grant of a media link or of a playlist is refused if `~`, alone or with more text, is appended to it', async () => {
  const media = await grantMedia(env, LINK, terms)
  const playlistGrant = await grantPlaylist(env, LINK, playlist)
  expect(await open(LINK, `${media}~`)).toEqual({ state: 'refused' })
  expect(await open(LINK, `${media}~${playlistGrant.split('~')[1]}`)).toEqual({ state: 'refused' })
  expect(await open(LINK, `${playlistGrant}~x`)).toEqual({ state: 'refused' })
  expect(await open(LINK, `${playlistGrant}~`)).toEqual({ state: 'refused' })
})

test('openGrant refuses a grant if the link that is passed with it is not a valid URL', async () => {
  expect(await open('no link', await grantMedia(env, LINK, terms))).toEqual({ state: 'refused' })
})

test('a sealed grant of a media link is refused if it contains no hash of the link', async () => {
  const sealed = await seal(env, 'media', { hd: {}, w: 'edge', m: '', f: '', t: '' }, NOW + HOUR)
  expect(await open(LINK, sealed)).toEqual({ state: 'refused' })
})

test('the grant of a playlist is valid for the playlist, but each link in the playlist also needs a MAC of its own', async () => {
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

test('the MAC of a link in one playlist is invalid with the grant of another playlist', async () => {
  const [first, second] = [await grantPlaylist(env, LINK, playlist), await grantPlaylist(env, LINK, playlist)]
  expect(await open(LINK, `${second.split('~')[0]}~${first.split('~')[1]}`)).toEqual({ state: 'refused' })
})

test('the grant of a segment has the same merger, format key and item links as the grant of its playlist', async () => {
  const opened = await open(LINK, await grantPlaylist(env, LINK, playlist))
  if (opened.state !== 'open') throw new Error(opened.state)
  const child = await opened.grant.playlistRules!.child(new URL('https://cdn.test/1.ts'))
  expect(await open('https://cdn.test/1.ts', child)).toMatchObject({
    grant: { way: 'relay', merger: 'weur:1', key: terms.key, sources: terms.sources },
  })
})

test('credentials may be sent only to the host and port of the playlist or of the media link', async () => {
  const link = 'https://cdn.test:8443/v.m3u8'
  const opened = await open(link, await grantPlaylist(env, link, playlist))
  expect(opened).toMatchObject({ grant: { credentialHost: 'cdn.test:8443' } })
  const media = await open(link, await grantMedia(env, link, terms))
  expect(media).toMatchObject({ grant: { credentialHost: 'cdn.test:8443' } })
})

test('the grant of a playlist expires with the link of the playlist, but after six hours at the latest', async () => {
  const short = await grantPlaylist(env, LINK, { ...playlist, expiresAt: NOW + 10_000 })
  expect(await stateAfter(9_999, short)).toBe('open')
  expect(await stateAfter(10_000, short)).toBe('stale')
  vi.setSystemTime(NOW)
  const long = await grantPlaylist(env, LINK, playlist)
  expect(await stateAfter(6 * HOUR, long)).toBe('stale')
})

test("a playlist grant of an older version allows only links on the playlist's domain, and limits each segment to the maximum file size", async () => {
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

test('a link is normalised before it is hashed, and loses its fragment', () => {
  expect(normalised('HTTPS://CDN.TEST:443/a/../v.mp4?x#t=1')).toBe('https://cdn.test/v.mp4?x')
})
