import fs from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import { createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Format } from '#contract/api.ts'
import { ENGINE_VERSION } from '#contract/engine/version.ts'
import { callText, printCallToken, TOKEN_HEADER } from '#contract/merger-token.ts'
import { openAuthority } from '../../../internet/ca.ts'
import { names } from '../../../internet/names.ts'
import { startProduct, type Product } from '../../../internet/product.ts'
import { describeSealed } from '../../../sealed.ts'
import { bucketOf } from '../lib/bucket.ts'
import { spawnMerger, visitorOf, type SpawnedMerger } from '../lib/product.ts'

const HOSTS = ['merger-one.example', 'merger-two.example'] as const
const KEY = 'k'.repeat(43)
const OLD_KEY = 'o'.repeat(43)
const TLS_PORT = 8_443
const port = (index: number) => 9_620 + index
const isPair = ({ key }: Format) => key.startsWith('both:1080:mp4')

/**
 * Returns the call token that an edge with the given key and protocol version would send with a GET request
 * to `pathAndQuery`.
 */
function tokenOf(key: string, version: number, pathAndQuery: string): string {
  const call = { version, at: Date.now(), nonce: randomUUID() }
  const mac = createHmac('sha256', key)
    .update(callText(call, 'GET', pathAndQuery))
    .digest('base64url')
  return printCallToken({ ...call, mac })
}

/** Starts a reverse proxy with TLS in front of a merger. The proxy listens on the address of `host`. */
async function startTls(host: string, merger: number): Promise<https.Server> {
  const { fallback, sniCallback } = await openAuthority()
  const server = https.createServer({ ...fallback, SNICallback: sniCallback }, (request, response) => {
    const { method, url, headers } = request
    const inner = http.request({ port: merger, method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.on('error', () => response.destroy()).pipe(response)
    })
    inner.on('error', () => response.destroy())
    response.on('close', () => inner.destroy())
    request.pipe(inner)
  })
  server.listen(TLS_PORT, names[host]?.a?.[0])
  await once(server, 'listening')
  return server
}

describeSealed('the edge can use mergers outside Cloudflare', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'elsewhere-'))
  const fronts: https.Server[] = []
  let product: Product | undefined
  let mergers: SpawnedMerger[] = []
  let visitor: ReturnType<typeof visitorOf>

  const spawn = (index: number, keys: string) => spawnMerger(port(index), `${folder}/work-${index}`, keys)
  beforeAll(async () => {
    mergers = await Promise.all([spawn(0, KEY), spawn(1, `${KEY} ${OLD_KEY}`)])
    for (const [index, host] of HOSTS.entries()) fronts.push(await startTls(host, port(index)))
    product = await startProduct({
      state: `${folder}/state`,
      work: `${folder}/work`,
      port: 9_622,
      vars: {
        ENVIRONMENT: 'production',
        RATE_FACTOR: '50',
        MEDIA_WAY: 'edge',
        MERGER_ORIGIN: HOSTS.map((host) => `https://${host}:${TLS_PORT}`).join(' '),
        MERGER_KEYS: KEY,
      },
    })
    visitor = visitorOf(product.address, folder)
  })
  afterAll(async () => {
    await product?.stop()
    for (const { child } of mergers) child.kill('SIGKILL')
    for (const front of fronts) {
      front.close()
      front.closeAllConnections()
    }
    fs.rmSync(folder, { recursive: true, force: true })
  })

  test('completes the file after a kill in a second attempt', async () => {
    const link = 'https://www.youtube.com/watch?v=longvideo00'
    const slow = 'https://www.youtube.com/watch?v=pacedvideo0'
    const { hash } = await visitor.file(await visitor.start(link, isPair))
    const task = await visitor.start(slow, isPair)
    const progress = async () => (await visitor.status(task)).progress
    await expect.poll(progress, { timeout: 60_000, interval: 100 }).toBeGreaterThan(20)
    const at = mergers.findIndex(({ folders }) => folders().length > 0)
    expect(at, 'the merger at work').not.toBe(-1)
    await mergers[at]!.end('SIGKILL')
    const { hash: again, messages } = await visitor.file(task)
    expect([...messages]).toContain('Trying again')
    expect(again).toBe(hash)
    await expect.poll(() => bucketOf(`${folder}/state`)).toEqual({ objects: 2, uploads: 0 })
    mergers[at] = await spawn(at, KEY)
  })

  test.for([
    ['answers a call with its key and version with 200', { key: KEY, version: ENGINE_VERSION }, 200],
    ['refuses a call without a token with 401', undefined, 401],
    ['refuses a call with an old key with 401', { key: OLD_KEY, version: ENGINE_VERSION }, 401],
    ['refuses a call of an old protocol version with 426', { key: KEY, version: ENGINE_VERSION - 1 }, 426],
  ] as const)('a merger outside Cloudflare %s', async ([, caller, status]) => {
    const headers = caller && { [TOKEN_HEADER]: tokenOf(caller.key, caller.version, '/healthz') }
    const answer = await fetch(`https://${HOSTS[0]}:${TLS_PORT}/healthz`, headers && { headers })
    expect(answer.status).toBe(status)
  })

  test('fails with merger_down without an accepted key', async () => {
    for (const merger of mergers) await merger.end('SIGTERM')
    mergers = await Promise.all([spawn(0, OLD_KEY), spawn(1, OLD_KEY)])
    const answer = await fetch(`${product!.address}/api/download-video`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ tweet_url: 'https://www.youtube.com/watch?v=sealedvid00' }),
    })
    expect(answer.status).toBe(503)
    expect(await answer.json()).toMatchObject({ code: 'merger_down' })
  })
})
