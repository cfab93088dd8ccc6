import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { grantImage, grantMedia, grantPlaylist, openGrant } from '../../../edge/grants/grant.ts'
import { seal } from '../../../edge/grants/seal.ts'
import { DROPPED, KEYS } from '../keys.ts'
import { errorOf, hits, visit, visitor } from '../visit.ts'
import { termsOf } from './terms.ts'
import { controlsOf } from '../../../edge/settings.ts'

const URL_A = 'https://cdn.test/v.mp4'
const terms = termsOf({ key: 'both:1080:mp4:avc1:' })
const ask = (url: string, grant: string) =>
  visit(`/api/proxied_download?url=${encodeURIComponent(url)}&g=${encodeURIComponent(grant)}`)

test('a grant is valid only for its own link', async () => {
  const grant = await grantMedia(env, URL_A, terms)
  expect((await ask(URL_A, grant)).status).toBe(200)
  expect((await ask(`${URL_A}#t=10`, grant)).status).toBe(200)
  for (const other of [
    `${URL_A}?x=1`,
    'https://cdn.test/V.mp4',
    'http://cdn.test/v.mp4',
    'https://cdn.test./v.mp4',
    'https://other.test/v.mp4',
    '',
    'x',
  ])
    expect((await ask(other, grant)).status, other).toBe(403)
})

test('accepts a grant for an unnormalised link', async () => {
  const spelling = 'HTTPS://CDN.TEST:443/a/../v.mp4'
  expect((await ask(spelling, await grantMedia(env, spelling, terms))).status).toBe(200)
})

test('accepts a grant in the fragment of the parameter url', async () => {
  const grant = await grantMedia(env, URL_A, terms)
  const answer = await visit(
    `/api/proxied_download?url=${encodeURIComponent(`${URL_A}#g=${grant}`)}&filename=a.mp4`,
  )
  expect(answer.status).toBe(200)
})

test('keeps the grants of images and media apart', async () => {
  const image = await grantImage(env, URL_A, 'local:0', [])
  expect((await ask(URL_A, image)).status).toBe(403)
  const media = await grantMedia(env, 'https://cdn.test/poster.jpg', terms)
  const answer = await visit(
    `/api/image-proxy?url=${encodeURIComponent('https://cdn.test/poster.jpg')}&g=${media}`,
  )
  expect(answer.status).toBe(403)
})

test('accepts the previous key and no removed one', async () => {
  const at = (current: string, keys: Record<string, string>) => ({
    ...env,
    GRANT_KEYS: JSON.stringify({ current, keys }),
  })
  expect((await ask(URL_A, await grantMedia(at('old', KEYS.keys), URL_A, terms))).status).toBe(200)
  expect((await ask(URL_A, await grantMedia(at('gone', { gone: DROPPED }), URL_A, terms))).status).toBe(403)
  expect((await ask(URL_A, await grantMedia(at('new', { new: DROPPED }), URL_A, terms))).status).toBe(403)
})

test('answers an expired grant with its format key', async () => {
  const grant = await grantMedia(env, URL_A, { ...terms, expiresAt: Date.now() - 5_000 })
  expect(await errorOf(await ask(URL_A, grant))).toMatchObject({
    status: 403,
    code: 'stale',
    format_key: terms.key,
  })
  const head = await visit(`/api/proxied_download?url=${encodeURIComponent(URL_A)}&g=${grant}`, {
    method: 'HEAD',
  })
  expect(head.headers.get('x-format-key')).toBe(terms.key)
})

test('expires after six hours at the latest', async () => {
  const grant = await grantMedia(env, URL_A, { ...terms, expiresAt: Date.now() + 86_400_000 })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6 * 3_600_000 + 2_000 })
  try {
    expect((await openGrant(env, 'media', URL_A, grant)).state).toBe('stale')
  } finally {
    vi.useRealTimers()
  }
})

test('refuses an altered grant without a request', async () => {
  const before = await hits('/cdn.test/v.mp4')
  const link = await grantMedia(env, URL_A, terms)
  const playlistGrant = await grantPlaylist(env, URL_A, { ...terms, domains: [], maxBytes: 1e9 })
  let tried = 0
  for (const grant of [link, playlistGrant])
    for (let at = 0; at < grant.length; at++) {
      for (const letter of [grant[at] === 'A' ? 'B' : 'A', '-', '=', '']) {
        const changed = grant.slice(0, at) + letter + grant.slice(at + 1)
        if (changed === grant) continue
        tried++
        const opened = await openGrant(env, 'media', URL_A, changed)
        if (opened.state !== 'refused') expect.fail(`character ${at} of ${changed}`)
      }
    }
  expect(tried).toBeGreaterThan(1_000)
  const me = visitor()
  for (let i = 0; i < 100; i++) {
    const at = Math.floor(Math.random() * (link.length - 80)) + 70
    const changed = link.slice(0, at) + (link[at] === 'x' ? 'y' : 'x') + link.slice(at + 1)
    expect((await me(`/api/proxied_download?url=${encodeURIComponent(URL_A)}&g=${changed}`)).status).toBe(403)
  }
  expect(await hits('/cdn.test/v.mp4')).toBe(before)
})

test('refuses a text sealed for another use', async () => {
  const other = await seal(env, 'merge', { h: 'x' }, Date.now() + 60_000)
  expect((await openGrant(env, 'media', URL_A, other)).state).toBe('refused')
  for (const text of ['', '~', '....', 'a.b.c', 'eyJhbGciOiJub25lIn0.e30.', '\u0000', 'x'.repeat(10_000)])
    expect((await openGrant(env, 'media', URL_A, text)).state).toBe('refused')
})

test('explains a wrong key to the operator', async () => {
  const { assertSettings } = await import('../../../edge/settings.ts')
  const bad = [
    '',
    '{}',
    '{"current":"a","keys":{}}',
    '{"current":"a","keys":{"a":"c2hvcnQ"}}',
    '{"current":"b","keys":{"a":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}}',
    'nonsense',
  ]
  for (const GRANT_KEYS of bad)
    expect(() => assertSettings({ ...env, GRANT_KEYS }), GRANT_KEYS).toThrow(/GRANT_KEYS/)
  expect(() => assertSettings({ ...env, FILE_RETENTION_SECONDS: 'soon' })).toThrow(/FILE_RETENTION_SECONDS/)
})

test('refuses MEDIA_WAY=edge outside production', async () => {
  const { assertSettings } = await import('../../../edge/settings.ts')
  const assertWay = (ENVIRONMENT: string, MEDIA_WAY: string) => () =>
    assertSettings({ ...env, ENVIRONMENT, MEDIA_WAY, MERGER_ORIGIN: '', MERGERS: '1' })
  expect(assertWay('development', 'edge')).toThrow(/MEDIA_WAY/)
  expect(assertWay('production', 'direct')).toThrow(/MEDIA_WAY/)
  expect(assertWay('development', 'relay')).not.toThrow()
  expect(assertWay('development', 'unguarded')).not.toThrow()
  expect(assertWay('production', 'edge')).not.toThrow()
})

test.each([undefined, '', '{}'])('CONTROLS may be %j', (CONTROLS) => {
  expect(controlsOf({ ...(CONTROLS !== undefined && { CONTROLS }) })).toEqual({})
})

test.each(['{', '{"nowhere":"https://a.example/"}', '{"vimeo":"http://vimeo.com/1"}'])(
  'CONTROLS must not be %s',
  (CONTROLS) => expect(() => controlsOf({ CONTROLS })).toThrow('CONTROLS must read'),
)

test.each(['VISITOR_GIB', 'BUDGET_TASKS', 'BUDGET_GIB', 'BUDGET_CONTAINER_HOURS'])(
  'refuses everything if %s is not above 0',
  async (name) => {
    const { assertSettings } = await import('../../../edge/settings.ts')
    for (const value of ['', '0', '-1', 'many'])
      expect(() => assertSettings({ ...env, [name]: value }), value).toThrow(name)
    expect(() => assertSettings({ ...env, [name]: '0.5' })).not.toThrow()
  },
)
