import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { smokeSite } from '../../../scripts/lib/deploy/smoke.mjs'

const limits = { tries: 2, pauseMs: 1, timeoutMs: 2_000 }
let server: http.Server
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

/** Starts a server and returns its origin. */
async function serve(answer: http.RequestListener): Promise<string> {
  server = http.createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('the smoke test of a deploy succeeds when the site responds correctly to the second attempt', async () => {
  let pages = 0
  const origin = await serve(({ method }, response) => {
    if (method === 'GET') pages++
    const status = method === 'GET' ? 200 : 400
    response.writeHead(pages === 1 ? 503 : status).end('text')
  })
  await smokeSite(origin, limits)
  expect(pages).toBe(2)
})

test('the smoke test of a deploy fails when the site does not respond in time', async () => {
  const origin = await serve(() => {})
  await expect(smokeSite(origin, { ...limits, timeoutMs: 100 })).rejects.toThrow(
    'answers nothing and nothing, not 200 and 400',
  )
})

test('the smoke test of a deploy ends even if the response body of a page never ends', async () => {
  const origin = await serve(({ method }, response) => {
    if (method === 'GET') response.writeHead(200).write('the first bytes')
    else response.writeHead(400).end()
  })
  await expect(smokeSite(origin, limits)).resolves.toBe(undefined)
})
