import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { RELAY_HEADERS, RELAY_VISITOR } from '#contract/engine/relay.ts'
import { NOTHING } from '../../../edge/budget/usage.ts'
import type { Grant } from '../../../edge/grants/grant.ts'
import { fetchSource, mayCarryCredentials, type SourceRequest } from '../../../edge/media/upstream.ts'

const env = {
  MEDIA_WAY: 'edge',
  ATTACHED_HOSTS: 'own.example',
  BRANDS: { get: async () => null },
  LINKS: { get: async () => null },
  BUDGET: { getByName: () => ({ read: async () => NOTHING }) },
  BUDGET_TASKS: '1',
  BUDGET_GIB: '1',
  BUDGET_CONTAINER_HOURS: '1',
  BUDGET_EGRESS_GIB: '1',
  MERGER_ORIGIN: 'http://merger.test',
  MERGERS: '0',
  REGIONS: 'weur',
} as unknown as Env
const LINK = 'https://cdn.test/v.mp4'
const grant: Grant = {
  url: new URL(LINK),
  headers: { Referer: 'https://page.test/', Cookie: 'session=1', Authorization: 'Bearer 1' },
  way: 'edge',
  merger: 'local:0',
  key: 'k',
  container: 'mp4',
  availableAt: null,
  sources: [],
  credentialHost: 'cdn.test',
}
const GET: SourceRequest = { range: null }

type Sent = { url: string; headers: Headers; init: RequestInit }
let sent: Sent[]
/**
 * Returns the response of the source to a request. A test may replace this function; by default the source
 * sends the file.
 */
let answer: (request: Sent) => Response | Promise<Response>

beforeEach(() => {
  sent = []
  answer = () => new Response('file')
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init = {}) => {
    const url = typeof input === 'string' ? input : input instanceof URL ? input.href : input.url
    const request: Sent = { url, headers: new Headers(init.headers as HeadersInit), init }
    sent.push(request)
    const response = await answer(request)
    // The edge passes on only a body that says where it ends.
    if (!response.headers.has('content-length')) response.headers.set('content-length', '4')
    return response
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** Creates a response body that records whether the body was cancelled. */
function body() {
  const state = { cancelled: false }
  const stream = new ReadableStream({
    cancel() {
      state.cancelled = true
    },
  })
  return { stream, state }
}
const redirect = (location: string, status = 302) => new Response(null, { status, headers: { location } })
const urls = () => sent.map(({ url }) => url)
const relayed = (url: string) => `http://merger.test/relay?url=${encodeURIComponent(url)}`

test("asks once with the grant's headers, past the cache", async () => {
  expect(await (await fetchSource(env, grant, GET)).text()).toBe('file')
  expect(urls()).toEqual([LINK])
  expect(Object.fromEntries(sent[0]!.headers)).toEqual({
    referer: 'https://page.test/',
    cookie: 'session=1',
    authorization: 'Bearer 1',
    'accept-encoding': 'identity',
  })
  expect(sent[0]!.init).toMatchObject({ redirect: 'manual', cache: 'no-store' })
})

test('passes on Range and If-Range', async () => {
  await fetchSource(env, grant, { range: 'bytes=5-9', ifRange: '"1"' })
  expect(sent[0]!.headers.get('range')).toBe('bytes=5-9')
  expect(sent[0]!.headers.get('if-range')).toBe('"1"')
})

test('a media request without a range has no If-Range header', async () => {
  await fetchSource(env, grant, { ...GET, ifRange: '"1"' })
  expect(sent[0]!.headers.has('if-range')).toBe(false)
  expect(sent[0]!.headers.has('range')).toBe(false)
})

test.each([301, 302, 303, 307, 308])('a media request follows a redirect with status %i', async (status) => {
  const { stream, state } = body()
  answer = ({ url }) =>
    url === LINK ? new Response(stream, { status, headers: { location: '/w.mp4' } }) : new Response('moved')
  expect(await (await fetchSource(env, grant, GET)).text()).toBe('moved')
  expect(urls()).toEqual([LINK, 'https://cdn.test/w.mp4'])
  expect(state.cancelled).toBe(true)
})

test('returns 300 and a redirect without Location unchanged', async () => {
  answer = () => new Response('x', { status: 300, headers: { location: '/w.mp4' } })
  expect((await fetchSource(env, grant, GET)).status).toBe(300)
  answer = () => new Response(null, { status: 302 })
  expect((await fetchSource(env, grant, GET)).status).toBe(302)
  expect(sent).toHaveLength(2)
})

test('sends credentials only to the first host', async () => {
  answer = ({ url }) =>
    url === LINK
      ? redirect('https://other.test/a')
      : url === 'https://other.test/a'
        ? redirect('https://cdn.test/b')
        : new Response('file')
  await fetchSource(env, grant, GET)
  const credentials = sent.map(({ headers }) => [headers.get('cookie'), headers.get('authorization')])
  expect(credentials).toEqual([
    ['session=1', 'Bearer 1'],
    [null, null],
    ['session=1', 'Bearer 1'],
  ])
  expect(sent[1]!.headers.get('referer')).toBe('https://page.test/')
})

test('sends credentials only over https to the sealed host', () => {
  expect(mayCarryCredentials('cdn.test', new URL('https://cdn.test/x'))).toBe(true)
  for (const to of [
    'http://cdn.test/',
    'https://a.cdn.test/',
    'https://cdn.test:8443/',
    'https://other.test/',
  ])
    expect(mayCarryCredentials('cdn.test', new URL(to)), to).toBe(false)
})

test('follows at most twenty redirects', async () => {
  answer = ({ url }) => {
    const step = Number(new URL(url).searchParams.get('n') ?? 0)
    return step === 20 ? new Response('file') : redirect(`/v.mp4?n=${step + 1}`)
  }
  expect((await fetchSource(env, grant, GET)).status).toBe(200)
  sent = []
  answer = () => redirect('/again')
  await expect(fetchSource(env, grant, GET)).rejects.toMatchObject({ code: 'source_failed' })
  expect(sent).toHaveLength(21)
})

test.each([
  'http://10.0.0.1/x',
  'https://user@other.test/x',
  'ftp://other.test/x',
  'https://own.example/x',
  'https://www.own.example/x',
])('follows no redirect to %s', async (location) => {
  answer = () => redirect(location)
  await expect(fetchSource(env, grant, GET)).rejects.toMatchObject({ code: 'refused_address' })
  expect(urls()).toEqual([LINK])
})

test('refuses a private address in a grant', async () => {
  const inside = { ...grant, url: new URL('http://10.0.0.1/x') }
  await expect(fetchSource(env, inside, GET)).rejects.toMatchObject({ code: 'refused_address' })
  expect(sent).toEqual([])
})

test('asks the relay after 403', async () => {
  const { stream, state } = body()
  answer = ({ url }) => (url === LINK ? new Response(stream, { status: 403 }) : new Response('relayed'))
  const range = { range: 'bytes=0-9', ifRange: '"1"' }
  expect(await (await fetchSource(env, grant, range)).text()).toBe('relayed')
  expect(urls()).toEqual([LINK, relayed(LINK)])
  expect(state.cancelled).toBe(true)
  expect(JSON.parse(sent[1]!.headers.get(RELAY_HEADERS)!)).toEqual(grant.headers)
  expect(sent[1]!.headers.get('range')).toBe('bytes=0-9')
  expect(sent[1]!.headers.get('if-range')).toBe('"1"')
  expect(sent[1]!.headers.get('cookie')).toBe(null)
  expect(sent[1]!.init.redirect).toBe('manual')
})

test('asks the relay if the source cannot be reached', async () => {
  answer = ({ url }) => {
    if (url === LINK) throw new TypeError('connection refused')
    return new Response('relayed')
  }
  await fetchSource(env, grant, GET)
  expect(urls()).toEqual([LINK, relayed(LINK)])
})

type Odd = { status?: number; headers?: Record<string, string>; range?: string }
test.each<[string, Odd]>([
  ['without a length', { headers: { 'content-length': '' } }],
  ['in gzip', { headers: { 'content-encoding': 'gzip' } }],
  ['in part, though the whole was asked for', { status: 206 }],
  ['with 416 to every range', { status: 416, range: 'bytes=5-' }],
  ['with a short Retry-After', { status: 503, headers: { 'retry-after': '2' } }],
  ['400 without Range', { status: 400 }],
  ['400 to a range', { status: 400, range: 'bytes=0-9' }],
])('asks the relay if the source answers %s', async (_, { status = 200, headers = {}, range = null }) => {
  answer = ({ url }) => (url === LINK ? new Response(null, { status, headers }) : new Response('relayed'))
  expect(await (await fetchSource(env, grant, { range })).text()).toBe('relayed')
  expect(urls()).toEqual([LINK, relayed(LINK)])
})

test.each<[string, Odd]>([
  ['in chunks', { headers: { 'content-length': '', 'transfer-encoding': 'chunked' } }],
  ['with two equal lengths', { headers: { 'content-length': '4, 4' } }],
  ['in a coding that encodes nothing', { headers: { 'content-encoding': 'utf-8' } }],
  ['with 416 behind the end', { status: 416, range: 'bytes=5-', headers: { 'content-range': 'bytes */4' } }],
  ['with a long Retry-After', { status: 429, headers: { 'retry-after': '60' } }],
])(
  'does not ask the relay if the source answers %s',
  async (_, { status = 200, headers = {}, range = null }) => {
    answer = () => new Response(null, { status, headers })
    expect((await fetchSource(env, grant, { range })).status).toBe(status)
    expect(urls()).toEqual([LINK])
  },
)

test.each([404, 429, 500])('does not ask the relay after %i', async (status) => {
  answer = () => new Response(null, { status })
  expect((await fetchSource(env, grant, GET)).status).toBe(status)
  expect(sent).toHaveLength(1)
})

test('always asks the relay if grant or setting says so', async () => {
  await fetchSource(env, { ...grant, way: 'relay' }, GET)
  await fetchSource({ ...env, MEDIA_WAY: 'relay' }, grant, GET)
  expect(urls()).toEqual([relayed(LINK), relayed(LINK)])
})

test('keeps the credentials of another host from the relay', async () => {
  const segment = { ...grant, way: 'relay', url: new URL('https://keys.test/key') } as const
  await fetchSource(env, segment, GET)
  expect(JSON.parse(sent[0]!.headers.get(RELAY_HEADERS)!)).toEqual({ Referer: 'https://page.test/' })
})

test('has no url of the relay', async () => {
  const merger = { ...env, MERGER_ORIGIN: 'https://merger.example' }
  answer = ({ url }) => {
    const headers = { 'content-type': 'text/vtt', 'content-length': '4', 'content-range': 'bytes 0-3/9' }
    return Object.defineProperty(new Response('file', { status: 206, headers }), 'url', { value: url })
  }
  const relayedAnswer = await fetchSource(merger, { ...grant, way: 'relay' }, GET)
  expect(sent[0]!.url).toMatch('https://merger.example/relay?')
  expect(relayedAnswer.url).toBe('')
  expect(relayedAnswer.status).toBe(206)
  expect(Object.fromEntries(relayedAnswer.headers)).toMatchObject({
    'content-type': 'text/vtt',
    'content-length': '4',
    'content-range': 'bytes 0-3/9',
  })
  expect(await relayedAnswer.text()).toBe('file')
})

test('fails with merger_down without source and relay', async () => {
  answer = () => Promise.reject(new TypeError('connection refused'))
  await expect(fetchSource(env, grant, GET)).rejects.toMatchObject({ code: 'merger_down' })
})

describe('a download of an unchanged file is resumed', () => {
  const part = (headers: Record<string, string>) => new Response('part', { status: 206, headers })
  const request = (ifRange: string): SourceRequest => ({ range: 'bytes=5-', ifRange })

  test('resumes an unchanged file', async () => {
    answer = () => part({ etag: '"1"' })
    expect((await fetchSource(env, grant, request('"1"'))).status).toBe(206)
    const date = 'Sun, 06 Nov 1994 08:49:37 GMT'
    answer = () => part({ 'last-modified': date })
    expect((await fetchSource(env, grant, request(date))).status).toBe(206)
    expect(sent).toHaveLength(2)
  })

  test.each([
    ['the response has another ETag', { etag: '"2"' }, '"1"'],
    ['the response has neither ETag nor Last-Modified', {}, '"1"'],
    ['If-Range is a weak ETag', { etag: 'W/"1"' }, 'W/"1"'],
  ])('fetches the whole file instead of a 206 if %s', async (_, headers, ifRange) => {
    const { stream, state } = body()
    answer = ({ headers: asked }) =>
      asked.has('range') ? new Response(stream, { status: 206, headers }) : new Response('file')
    expect((await fetchSource(env, grant, request(ifRange))).status).toBe(200)
    expect(sent.map(({ headers: asked }) => asked.get('range'))).toEqual(['bytes=5-', null])
    expect(sent[1]!.headers.has('if-range')).toBe(false)
    expect(state.cancelled).toBe(true)
  })

  test('fetches the whole changed file in the same way', async () => {
    answer = () => part({ etag: '"2"' })
    const { signal } = new AbortController()
    const any = vi.spyOn(AbortSignal, 'any')
    await fetchSource(env, grant, { ...request('"1"'), signal })
    expect(any.mock.calls.map(([signals]) => [...signals].includes(signal))).toEqual([true, true])
  })

  test('sends the range of a changed file without If-Range', async () => {
    answer = () => part({ etag: '"2"' })
    expect((await fetchSource(env, grant, { range: 'bytes=5-' })).status).toBe(206)
    expect(sent).toHaveLength(1)
  })

  test('asks once if the source sends the whole file', async () => {
    answer = () => new Response('file', { headers: { etag: '"2"' } })
    expect((await fetchSource(env, grant, request('"1"'))).status).toBe(200)
    expect(sent).toHaveLength(1)
  })
})

test('asks the relay after 15 s of silence', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  answer = ({ url, init }) =>
    url === LINK
      ? new Promise((_, reject) => {
          init.signal!.addEventListener('abort', () => reject(new Error('aborted')))
        })
      : new Response('relayed')
  const asked = fetchSource(env, grant, GET)
  await vi.advanceTimersByTimeAsync(14_999)
  expect(sent).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(await (await asked).text()).toBe('relayed')
  expect(vi.getTimerCount()).toBe(0)
})

test('the response body of a media request has no deadline', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await fetchSource(env, grant, GET)
  expect(vi.getTimerCount()).toBe(0)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sent[0]!.init.signal!.aborted).toBe(false)
})

test('aborts when the visitor disconnects', async () => {
  const visitor = new AbortController()
  await fetchSource(env, grant, { ...GET, signal: visitor.signal })
  await fetchSource(env, { ...grant, way: 'relay' }, { ...GET, signal: visitor.signal })
  visitor.abort()
  expect(sent.map(({ init }) => init.signal!.aborted)).toEqual([true, true])
})

test('waits until the link works', async () => {
  const now = 1_800_000_000_000
  vi.useFakeTimers({ now })
  const asked = fetchSource(env, { ...grant, availableAt: now + 5_000 }, GET)
  await vi.advanceTimersByTimeAsync(4_999)
  expect(sent).toHaveLength(0)
  await vi.advanceTimersByTimeAsync(1)
  await asked
  expect(sent).toHaveLength(1)
})

test('asks nothing if the visitor leaves meanwhile', async () => {
  const visitor = new AbortController()
  const asked = fetchSource(
    env,
    { ...grant, availableAt: Date.now() + 40_000 },
    { ...GET, signal: visitor.signal },
  )
  const failed = expect(asked).rejects.toThrow()
  visitor.abort()
  await failed
  expect(sent).toHaveLength(0)
})

test('fails at once if the visitor has left', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const later = { ...grant, availableAt: Date.now() + 40_000 }
  await expect(fetchSource(env, later, { ...GET, signal: AbortSignal.abort() })).rejects.toThrow()
  expect(vi.getTimerCount()).toBe(0)
  expect(sent).toHaveLength(0)
})

test('fails with site_limit above the longest wait', async () => {
  const late = { ...grant, availableAt: Date.now() + 60_000 }
  await expect(fetchSource(env, late, GET)).rejects.toMatchObject({ code: 'site_limit' })
  expect(sent).toHaveLength(0)
})

test('sends the hash of a visitor only if given', async () => {
  const boundGrant = { ...grant, way: 'relay' } as const
  await fetchSource(env, boundGrant, { ...GET, visitor: 'hash' })
  await fetchSource(env, boundGrant, GET)
  expect(sent.map(({ headers }) => headers.get(RELAY_VISITOR))).toEqual(['hash', null])
})

test('names its own host to the relay', async () => {
  await fetchSource({ ...env, MEDIA_WAY: 'relay' }, grant, { ...GET, ownHost: 'saver.example' })
  expect(sent[0]!.headers.get('x-own-hosts')).toMatch(/^saver\.example\b/)
})
