import { execFile } from 'node:child_process'
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

// Tests `npm run brand -- --remote` with the real Wrangler, against an imitation of Cloudflare's KV API on
// loopback. The imitation follows the section "Workers KV namespace" of Cloudflare's API reference.

const root = new URL('../../..', import.meta.url).pathname
const TOKEN = 'a-token-of-this-test'
const ACCOUNT = '0123456789abcdef0123456789abcdef'
const NAMESPACE = 'fedcba9876543210fedcba9876543210'
const BASE = `/accounts/${ACCOUNT}/storage/kv/namespaces/${NAMESPACE}`
const sample = `${root}docs/brands/tidepool.example.json`
/** Each call starts Wrangler. That takes 1.5 s on an idle machine and 10 s on a busy one. */
vi.setConfig({ testTimeout: 180_000, hookTimeout: 30_000 })

type Kept = { value: string; metadata?: unknown }
const kept = new Map<string, Kept>()
const calls: string[] = []
let folder = ''
let server: http.Server

beforeAll(async () => {
  folder = fs.mkdtempSync(`${os.tmpdir()}/brand-remote-`)
  fs.writeFileSync(
    `${folder}/wrangler.toml`,
    `name = "brands"\ncompatibility_date = "2026-11-02"\nroutes = [{ pattern = "tidepool.example", custom_domain = true }]\n[[kv_namespaces]]\nbinding = "BRANDS"\nid = "${NAMESPACE}"\n`,
  )
  server = http.createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  server.close()
  fs.rmSync(folder, { recursive: true })
})

async function answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://stand-in')
  const method = request.method ?? 'GET'
  calls.push(`${method} ${url.pathname}`)
  const say = (status: number, result: unknown, errors: object[] = []) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ success: status === 200, errors, messages: [], result }))
  }
  if (request.headers.authorization !== `Bearer ${TOKEN}`)
    return say(403, null, [{ code: 10_000, message: 'Authentication error' }])
  if (!url.pathname.startsWith(`${BASE}/`))
    return say(404, null, [{ code: 10_013, message: 'namespace not found' }])
  const rest = url.pathname.slice(BASE.length)
  if (rest === '/keys') {
    const names = [...kept].filter(([name]) => name.startsWith(url.searchParams.get('prefix') ?? ''))
    return say(
      200,
      names.map(([name, { metadata }]) => ({ name, ...(metadata !== undefined && { metadata }) })),
    )
  }
  const key = decodeURIComponent(/^\/values\/(.+)$/.exec(rest)?.[1] ?? '')
  const known = kept.get(key)
  if (method === 'PUT') {
    kept.set(key, await written(request))
    return say(200, null)
  }
  if (method === 'DELETE') {
    kept.delete(key)
    return say(200, null)
  }
  if (!known) return say(404, null, [{ code: 10_009, message: 'get: key not found' }])
  response.end(known.value)
}

/** Reads the body of a PUT request. The body is a value, or a form with a value and its metadata. */
async function written(request: http.IncomingMessage): Promise<Kept> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  const body = Buffer.concat(pieces)
  const type = request.headers['content-type'] ?? ''
  if (!type.startsWith('multipart/form-data')) return { value: body.toString() }
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
  const text = async (name: string) => {
    const field = form.get(name)
    return field instanceof Blob ? await field.text() : (field ?? '')
  }
  return { value: await text('value'), metadata: JSON.parse(await text('metadata')) as unknown }
}

type Answer = { code: number; out: string; errors: string }

/** Runs `npm run brand -- --remote` with the API token `token`. Without a token, Wrangler has no login. */
function brand(token: string | undefined, ...args: string[]): Promise<Answer> {
  const { port } = server.address() as AddressInfo
  const { CLOUDFLARE_API_TOKEN: _, CLOUDFLARE_API_KEY: __, CLOUDFLARE_EMAIL: ___, ...env } = process.env
  const own = {
    CLOUDFLARE_API_BASE_URL: `http://127.0.0.1:${port}`,
    CLOUDFLARE_ACCOUNT_ID: ACCOUNT,
    // With this home folder, Wrangler cannot find the Cloudflare login of the person who runs the tests.
    HOME: folder,
    XDG_CONFIG_HOME: folder,
    ...(token !== undefined && { CLOUDFLARE_API_TOKEN: token }),
  }
  const all = [`${root}scripts/brand.mjs`, ...args, '--remote', '--config', `${folder}/wrangler.toml`]
  return new Promise((resolve) => {
    execFile('node', all, { env: { ...env, ...own } }, (error, out, errors) =>
      resolve({ code: error ? Number(error.code) : 0, out, errors }),
    )
  })
}

test("writes, lists, shows and removes in Cloudflare's KV", async () => {
  expect((await brand(TOKEN, 'list')).out).toBe('No host has its own brand yet.\n')
  const put = await brand(TOKEN, 'put', 'tidepool.example', sample)
  expect(put).toMatchObject({ code: 0, errors: '' })
  expect(put.out).toContain('✓ tidepool.example: "Tidepool" is written\n')
  expect(JSON.parse(kept.get('tidepool.example')?.value ?? '')).toEqual(
    JSON.parse(fs.readFileSync(sample, 'utf8')),
  )
  expect((await brand(TOKEN, 'list')).out).toMatch(/^tidepool\.example +Tidepool {2}since \d{4}-\d\d-\d\d\n$/)
  const shown = await brand(TOKEN, 'show', 'tidepool.example')
  expect(JSON.parse(shown.out)).toEqual(JSON.parse(fs.readFileSync(sample, 'utf8')))
  expect((await brand(TOKEN, 'remove', 'tidepool.example')).code).toBe(0)
  expect([...kept.keys()]).toEqual([])
  const again = await brand(TOKEN, 'remove', 'tidepool.example')
  expect(again).toMatchObject({ code: 1 })
  expect(again.errors).toContain('tidepool.example has no own brand.')
})

test('sends nothing for an invalid brand', async () => {
  const before = calls.length
  const { code, errors } = await brand(TOKEN, 'put', 'earshot.example', sample)
  expect(code).toBe(1)
  expect(errors).toContain('the brand is for earshot.example')
  expect(calls.length).toBe(before)
})

test('explains a login, a token and a namespace that lack', async () => {
  const hint = 'needs a login (`npx wrangler login`) or CLOUDFLARE_API_TOKEN'
  const before = calls.length
  const stranger = await brand(undefined, 'list')
  expect(stranger.code).toBe(1)
  expect(stranger.errors).toContain(hint)
  expect(calls.length).toBe(before)
  for (const args of [['list'], ['show', 'tidepool.example'], ['put', 'tidepool.example', sample]]) {
    const refused = await brand('another-token', ...args)
    expect(refused.code, args[0]).toBe(1)
    expect(refused.errors, args[0]).toContain(hint)
  }
  const toml = fs.readFileSync(`${folder}/wrangler.toml`, 'utf8')
  fs.writeFileSync(`${folder}/wrangler.toml`, toml.replace(NAMESPACE, '0'.repeat(32)))
  const lost = await brand(TOKEN, 'show', 'tidepool.example')
  fs.writeFileSync(`${folder}/wrangler.toml`, toml)
  expect(lost.code).toBe(1)
  expect(lost.errors).toContain('the real namespace ids in wrangler.toml')
})
