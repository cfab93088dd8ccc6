import { execFile } from 'node:child_process'
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Account, ACCOUNT, TOKEN } from '../account/account.ts'

// Tests `npm run brand -- --remote` with the real Wrangler, against an imitation of Cloudflare's KV API.

const root = new URL('../../..', import.meta.url).pathname
const NAMESPACE = 'fedcba9876543210fedcba9876543210'
const sample = `${root}docs/brands/tidepool.example.json`

const account = new Account()
const kept = account.keysOf(NAMESPACE)
let calls = 0
let folder = ''
let server: http.Server

beforeAll(async () => {
  folder = fs.mkdtempSync(`${os.tmpdir()}/brand-remote-`)
  fs.writeFileSync(
    `${folder}/wrangler.toml`,
    `name = "brands"\ncompatibility_date = "2026-11-02"\nroutes = [{ pattern = "tidepool.example", custom_domain = true }]\n[[kv_namespaces]]\nbinding = "BRANDS"\nid = "${NAMESPACE}"\n`,
  )
  server = http.createServer((request, response) => {
    calls++
    account.api(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  server.close()
  fs.rmSync(folder, { recursive: true })
})

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
  const all = [`${root}scripts/operate/brand.ts`, ...args, '--remote', '--config', `${folder}/wrangler.toml`]
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
  const before = calls
  const { code, errors } = await brand(TOKEN, 'put', 'earshot.example', sample)
  expect(code).toBe(1)
  expect(errors).toContain('the brand is for earshot.example')
  expect(calls).toBe(before)
})

test('explains a login, a token and a namespace that lack', async () => {
  const hint = 'needs a login (`npx wrangler login`) or CLOUDFLARE_API_TOKEN'
  const before = calls
  const stranger = await brand(undefined, 'list')
  expect(stranger.code).toBe(1)
  expect(stranger.errors).toContain(hint)
  expect(calls).toBe(before)
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
