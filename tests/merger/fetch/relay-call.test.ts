import { once } from 'node:events'
import http from 'node:http'
import type net from 'node:net'
import type { Dispatcher } from 'undici'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { RELAY_HEADERS, RELAY_VISITOR } from '#contract/engine/relay.ts'
import { loopbackAgent } from '../raw-origin.ts'
import { routeThrough, startRelay, type Relay } from './relay-rig.ts'

/** The headers of the requests that the media server has received. */
const received: http.IncomingHttpHeaders[] = []
/** Whether the media server sends only the first byte of each file and keeps the connection open. */
let isSilent = false
/** The number of connections that the media server has accepted. */
let accepted = 0
const source = http.createServer((request, response) => {
  received.push(request.headers)
  if (isSilent) response.writeHead(200, { 'content-length': 2 }).write('x')
  else response.end('media')
})
source.on('connection', () => accepted++)
let dispatcher: Dispatcher
let relay: Relay
beforeAll(async () => {
  await once(source.listen(0, '127.0.0.1'), 'listening')
  dispatcher = loopbackAgent((source.address() as net.AddressInfo).port)
  relay = await startRelay(dispatcher)
})
beforeEach(() => {
  received.length = 0
  isSilent = false
})
afterAll(async () => {
  relay.close()
  await dispatcher.destroy()
  source.closeAllConnections()
  source.close()
})

const LINK = 'http://a.example/file'
const withHeaders = (headers: Record<string, string>) =>
  relay.call(LINK, { headers: { [RELAY_HEADERS]: JSON.stringify(headers) } })

test('handles only GET /relay, as new work', () => {
  const { method, path, isNewWork } = routeThrough(dispatcher)
  expect([method, isNewWork]).toEqual(['GET', true])
  expect(['/relay', '/relay/', '/x/relay', '/relays'].filter((text) => path.test(text))).toEqual(['/relay'])
})

test.each([
  'Host',
  'range',
  'If-Range',
  'Connection',
  'content-type',
  'Content-Length',
  'Transfer-Encoding',
  'te',
  'Upgrade',
  'proxy-authorization',
  'Proxy-Connection',
])('the relay does not pass on the header %s to the media server', async (name) => {
  const answer = await withHeaders({ [name]: 'fake', referer: 'https://site.example/' })
  expect([answer.status, await answer.text()]).toEqual([200, 'media'])
  expect(Object.values(received[0]!)).not.toContain('fake')
  expect(received[0]).toMatchObject({ referer: 'https://site.example/' })
})

test('always asks for an uncompressed body', async () => {
  await (await withHeaders({ 'Accept-Encoding': 'gzip' })).text()
  expect(received[0]).toMatchObject({ 'accept-encoding': 'identity' })
})

test('passes on a header that resembles a dropped one', async () => {
  const headers = {
    'x-host': 'a',
    hostname: 'b',
    'x-range': 'c',
    'range-unit': 'd',
    content: 'e',
    proxy: 'f',
  }
  await (await withHeaders(headers)).text()
  expect(received[0]).toMatchObject(headers)
})

const numbered = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, nth) => [`x-${nth}`, 'value']))

test('fails with bad_request on more than 32 headers', async () => {
  expect(await (await withHeaders({ ...numbered(32), host: 'dropped' })).text()).toBe('media')
  expect(received[0]).toMatchObject(numbered(32))
  expect(await (await withHeaders(numbered(33))).text()).toBe('bad_request')
})

test('reuses the connection of a HEAD request', async () => {
  const head = async () => (await relay.call(LINK, { method: 'HEAD' })).headers.get('content-length')
  expect(await head()).toBe('5')
  const before = accepted
  for (const _ of [1, 2, 3]) expect(await head()).toBe('5')
  expect(accepted).toBe(before)
})

test('limits one visitor, but no other, to 48 open downloads', async () => {
  isSilent = true
  const stop = new AbortController()
  const open = (visitor: string) =>
    relay.call(LINK, { headers: { [RELAY_VISITOR]: visitor }, signal: stop.signal })
  const answers = await Promise.all(Array.from({ length: 48 }, () => open('greedy')))
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 48 }, () => 200))
  const refused = await open('greedy')
  expect([refused.status, await refused.text()]).toEqual([500, 'busy'])
  expect((await open('other')).status).toBe(200)
  stop.abort()
  isSilent = false
  const again = () => relay.call(LINK, { headers: { [RELAY_VISITOR]: 'greedy' } })
  // The relay refuses the visitor until it has noticed that the connections of the downloads are closed.
  await expect.poll(async () => (await again()).status).toBe(200)
})

test('serves one visitor 60 downloads in a row', async () => {
  for (let nth = 0; nth < 60; nth++) {
    const answer = await relay.call(LINK, { headers: { [RELAY_VISITOR]: 'steady' } })
    expect(await answer.text()).toBe('media')
  }
})
