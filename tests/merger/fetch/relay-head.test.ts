import { once } from 'node:events'
import http from 'node:http'
import type net from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Egress } from '../../../merger/egress/egress.ts'
import { relayRoute } from '../../../merger/fetch/relay-route.ts'
import { file, startRangeOrigin, type RangeOrigin } from './range-origin.ts'

let origin: RangeOrigin
let relay: http.Server
beforeAll(async () => {
  origin = await startRangeOrigin()
  const egress = { through: () => ({ dispatcher: origin.dispatcher, proxy: '' }) } as unknown as Egress
  const route = relayRoute(egress, () => undefined)
  relay = http.createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://relay')
    route
      .handle({ request, response, url, match: route.path.exec(url.pathname)! })
      .catch((error: Error) => response.destroy(error))
  })
  relay.listen(0, '127.0.0.1')
  await once(relay, 'listening')
})
afterAll(async () => {
  relay.close()
  await origin.close()
})

const head = () =>
  fetch(`http://127.0.0.1:${(relay.address() as net.AddressInfo).port}/relay?url=http://a.example/file`, {
    method: 'HEAD',
  })

test('the relay responds to HEAD with status 200, the size of the whole file and no Content-Range', async () => {
  origin.answerWith(() => ({}))
  const answer = await head()
  expect(answer.status).toBe(200)
  expect(Number(answer.headers.get('content-length'))).toBe(file.length)
  expect(answer.headers.get('content-range')).toBe(null)
  expect(origin.requests.map(({ range }) => range)).toEqual(['bytes=0-0'])
})

test('if the source sends the whole file for a HEAD call, the relay closes the connection to the source', async () => {
  origin.answerWith(() => ({ status: 200 }))
  const answer = await head()
  expect(Number(answer.headers.get('content-length'))).toBe(file.length)
  await expect.poll(() => origin.connections()).toBe(0)
})
