import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { smokeSite } from '../../../scripts/operate/deploy/smoke.ts'

const limits = { tries: 2, pauseMs: 1, timeoutMs: 60_000 }
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

test('succeeds at the second attempt', async () => {
  let pages = 0
  const origin = await serve(({ method }, response) => {
    if (method === 'GET') pages++
    const status = method === 'GET' ? 200 : 400
    response.writeHead(pages === 1 ? 503 : status).end('text')
  })
  await smokeSite(origin, limits)
  expect(pages).toBe(2)
})

test('fails if the site is silent', async () => {
  const origin = await serve(() => {})
  await expect(smokeSite(origin, { ...limits, timeoutMs: 100 })).rejects.toThrow(
    'answers nothing and nothing, not 200 and 400',
  )
})

test('ends although a body never ends', async () => {
  const origin = await serve(({ method }, response) => {
    if (method === 'GET') response.writeHead(200).write('the first bytes')
    else response.writeHead(400).end()
  })
  await expect(smokeSite(origin, limits)).resolves.toBe(undefined)
})
