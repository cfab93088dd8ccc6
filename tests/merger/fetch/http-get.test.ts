import http from 'node:http'
import net from 'node:net'
import { asyncProperty, assert } from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sourceFailure } from '../../../merger/egress/egress.ts'
import { headersFor } from '../../../merger/fetch/link.ts'
import { openRelay } from '../../../merger/fetch/relay-response.ts'
import { get, getWhole } from '../../../merger/fetch/http-get.ts'
import { fuzzRuns, hostileResponse, loopbackAgent, startRawOrigin, watchUncaught } from '../raw-origin.ts'

type Asked = { host: string; headers: http.IncomingHttpHeaders }

const signal = new AbortController().signal
const asked: Asked[] = []
/**
 * The URL to which each host redirects; an empty text = a redirect without a Location header. A host without
 * an entry responds with a short file.
 */
let redirects: Record<string, string> = {}
let redirectsLeft = Infinity
/** The Set-Cookie headers of all redirects. */
let cookies: string[] = []
/** The status of the responses of all hosts in `redirects`. */
let status = 302
/** If true, the server never ends the response body of a host in `redirects`. */
let isEndless = false
/** The number of endless responses whose connection was closed. */
let closed = 0
const server = http.createServer((request, response) => {
  const host = request.headers.host ?? ''
  asked.push({ host, headers: request.headers })
  const location = redirects[host]
  if (location === undefined || redirectsLeft-- <= 0) return void response.end('media')
  response.writeHead(status, { ...(location !== '' && { location }), 'set-cookie': cookies })
  if (!isEndless) return void response.end('moved')
  response.on('close', () => closed++)
  response.write(Buffer.alloc(65_536))
})
let dispatcher: ReturnType<typeof loopbackAgent>
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as net.AddressInfo
  dispatcher = loopbackAgent(port)
})
afterEach(() => {
  asked.length = 0
  redirects = {}
  redirectsLeft = Infinity
  cookies = []
  status = 302
  isEndless = false
  closed = 0
})
afterAll(async () => {
  await dispatcher.destroy()
  server.close()
})

const SECRET = { cookie: 'session=1', authorization: 'Bearer x', referer: 'https://site.example/' }
const clients = {
  get: async (url: string) => {
    const { body } = await get(url, SECRET, { dispatcher, signal })
    await body.dump()
  },
  openRelay: async (url: string) => {
    const headers = { Cookie: SECRET.cookie, Authorization: SECRET.authorization, Referer: SECRET.referer }
    ;(await openRelay(new URL(url), { dispatcher, headers, range: undefined, signal })).close()
  },
}
const cases = (Object.keys(clients) as (keyof typeof clients)[]).flatMap((client) =>
  (
    [
      ['to the same host', 'https://a.example/x', 'https://a.example/y', true],
      ['from http to https on the same host', 'http://a.example/x', 'https://a.example/y', true],
      ['to another host', 'https://a.example/x', 'https://b.example/y', false],
      ['to a subdomain', 'https://a.example/x', 'https://cdn.a.example/y', false],
      ['from https to http on the same host', 'https://a.example/x', 'http://a.example/y', false],
    ] as const
  ).map(([where, from, to, isKept]) => ({
    client,
    where,
    from,
    to,
    isKept,
    verb: isKept ? 'keeps' : 'drops',
  })),
)

test.each(cases)(
  '$client $verb the secret headers after a redirect $where',
  async ({ client, from, to, isKept }) => {
    redirects = { [new URL(from).host]: to }
    redirectsLeft = 1
    await clients[client](from)
    expect(asked.map(({ host }) => host)).toEqual([new URL(from).host, new URL(to).host])
    const [first, last] = asked
    expect(first?.headers).toMatchObject(SECRET)
    expect([last?.headers.cookie, last?.headers.authorization]).toEqual(
      isKept ? [SECRET.cookie, SECRET.authorization] : [undefined, undefined],
    )
    expect(last?.headers.referer).toBe(SECRET.referer)
  },
)

test('restores no secret headers after a redirect back', async () => {
  redirects = { 'a.example': 'http://b.example/', 'b.example': 'http://a.example/' }
  redirectsLeft = 2
  await clients.get('http://a.example/')
  expect(asked.map(({ host, headers }) => [host, headers.cookie])).toEqual([
    ['a.example', SECRET.cookie],
    ['b.example', undefined],
    ['a.example', undefined],
  ])
})

test('headersFor drops secret headers for another origin', () => {
  const link = { url: 'https://a.example/list', headers: SECRET }
  expect(headersFor(link, 'https://a.example/1.ts')).toEqual(SECRET)
  for (const url of ['https://a.example:8443/1.ts', 'https://b.example/1.ts', 'http://a.example/1.ts'])
    expect(headersFor(link, url)).toEqual({ referer: SECRET.referer })
})

test('`get` returns cookies only to the origin that has set them', async () => {
  redirects = { 'a.example': 'http://a.example/', 'b.example': 'http://a.example/' }
  redirectsLeft = 2
  cookies = ['seen=1; Path=/; HttpOnly', 'seen=2', '=x', 'none']
  await clients.get('http://b.example/')
  expect(asked.map(({ headers }) => headers.cookie)).toEqual(['session=1', undefined, 'seen=2'])
})

test('`get` adds cookies of a redirect to those of the link', async () => {
  redirects = { 'a.example': 'http://a.example/' }
  redirectsLeft = 1
  cookies = ['seen=1']
  await clients.get('http://a.example/')
  expect(asked.at(-1)!.headers.cookie).toBe('session=1; seen=1')
})

test.each(['get', 'openRelay'] as const)('`%s` follows at most twenty redirects', async (client) => {
  redirects = { 'a.example': 'http://a.example/' }
  await expect(clients[client]('http://a.example/')).rejects.toMatchObject({
    code: 'unreachable',
    ...(client === 'get' && { cause: 'too many redirects' }),
  })
  expect(asked).toHaveLength(21)
})

test.each([
  ['file:///etc/passwd', 'get', 'refused_address'],
  ['file:///etc/passwd', 'openRelay', 'bad_link'],
  ['http://10.0.0.5/', 'openRelay', 'refused_address'],
  ['http://user:password@b.example/', 'openRelay', 'refused_address'],
  ['http://b.example:6379/', 'openRelay', 'refused_address'],
  ['http://[', 'get', 'unreachable'],
  ['http://[', 'openRelay', 'unreachable'],
] as const)('a redirect to %s makes `%s` fail with %s', async (location, client, code) => {
  redirects = { 'a.example': location }
  await expect(clients[client]('http://a.example/')).rejects.toMatchObject({ code })
  expect(asked).toHaveLength(1)
})

test.each([
  ['in UTF-8', 'утро', 'utf8', '/%D1%83%D1%82%D1%80%D0%BE'],
  ['in Latin-1', 'é', 'latin1', '/%C3%A9'],
  ['with percent-encoding', '%C3%A9', 'latin1', '/%C3%A9'],
] as const)(
  '`get` follows a redirect whose Location header has a path %s',
  async (_, name, encoding, path) => {
    redirects = { 'a.example': `http://b.example/${Buffer.from(name, encoding).toString('latin1')}` }
    const { url, body } = await get('http://a.example/', {}, { dispatcher, signal })
    await body.dump()
    expect(new URL(url).pathname).toBe(path)
  },
)

test('fails with "unreachable" on an invalid redirect URL', async () => {
  redirects = { 'a.example': 'http://[' }
  await expect(get('http://a.example/', {}, { dispatcher, signal })).rejects.toMatchObject({
    code: 'unreachable',
    cause: 'an invalid redirect',
  })
})

test.each([300, 301, 303, 307, 308, 399])('`get` follows a redirect with status %i', async (code) => {
  status = code
  redirects = { 'a.example': 'http://b.example/' }
  const answer = await get('http://a.example/', {}, { dispatcher, signal })
  expect([answer.status, answer.url, await answer.body.text()]).toEqual([200, 'http://b.example/', 'media'])
})

test.each([200, 201, 299, 400, 404, 503])('ignores the Location header of a status %i', async (code) => {
  status = code
  redirects = { 'a.example': 'http://b.example/' }
  const answer = await get('http://a.example/', {}, { dispatcher, signal })
  expect([answer.status, answer.url, await answer.body.text()]).toEqual([code, 'http://a.example/', 'moved'])
})

test('returns a 302 without a Location header', async () => {
  redirects = { 'a.example': '' }
  const answer = await get('http://a.example/#fragment', {}, { dispatcher, signal })
  expect([answer.status, answer.url, await answer.body.text()]).toEqual([302, 'http://a.example/', 'moved'])
})

test('lets the caller replace only User-Agent and Accept', async () => {
  const replaced: Record<string, string> = {
    'User-Agent': 'app',
    Accept: 'video/mp4',
    'Accept-Encoding': 'gzip',
  }
  for (const headers of [{}, replaced])
    await (await get('http://a.example/', headers, { dispatcher, signal })).body.dump()
  expect(asked.map(({ headers }) => headers)).toMatchObject([
    { 'user-agent': expect.stringMatching(/^Mozilla\/5\.0 /), accept: '*/*', 'accept-encoding': 'identity' },
    { 'user-agent': 'app', accept: 'video/mp4', 'accept-encoding': 'identity' },
  ])
})

test('closes the connection of an endless redirect body', async () => {
  isEndless = true
  redirects = { 'a.example': 'http://b.example/' }
  const answer = await get('http://a.example/', {}, { dispatcher, signal })
  expect(await answer.body.text()).toBe('media')
  await expect.poll(() => closed).toBe(1)
})

test.each([404, 503])('getWhole closes the connection of an endless %i body', async (code) => {
  status = code
  isEndless = true
  redirects = { 'a.example': '' }
  await expect(getWhole('http://a.example/', {}, 9, { dispatcher, signal })).rejects.toMatchObject({
    code: 'source_failed',
    cause: `status ${code}`,
  })
  await expect.poll(() => closed).toBe(1)
})

test('getWhole throws the reason of an abort', async () => {
  const stop = new AbortController()
  isEndless = true
  status = 200
  redirects = { 'a.example': '' }
  const reading = getWhole('http://a.example/', {}, 1e6, { dispatcher, signal: stop.signal })
  await expect.poll(() => asked.length).toBe(1)
  stop.abort('enough')
  await expect(reading).rejects.toBe('enough')
})

test('getWhole fails with too_big beyond its limit', async () => {
  const options = { dispatcher, signal }
  expect((await getWhole('http://a.example/', {}, 5, options)).toString()).toBe('media')
  await expect(getWhole('http://a.example/', {}, 4, options)).rejects.toMatchObject({ code: 'too_big' })
})

test(`survives ${fuzzRuns} random responses of a site`, async () => {
  let bytes = ''
  const origin = await startRawOrigin(() => bytes)
  const uncaught = watchUncaught()
  const agent = loopbackAgent(origin.port)
  const options = { dispatcher: agent, signal, silenceMs: 2_000 }
  await assert(
    asyncProperty(hostileResponse, async (response) => {
      bytes = response
      const outcome = await get('http://a.example/', {}, options)
        .then(({ body }) => body.text())
        .catch(sourceFailure)
      expect(typeof outcome === 'string' || outcome.code !== 'internal').toBe(true)
      expect(uncaught.errors).toEqual([])
    }),
    { numRuns: fuzzRuns },
  )
  uncaught.stop()
  await agent.destroy()
  await origin.close()
}, 600_000)
