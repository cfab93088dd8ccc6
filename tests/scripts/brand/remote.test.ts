import { execFile } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Account, TOKEN } from '../account/account.ts'
import { serve } from '../account/serve.ts'

// Tests `npm run brand -- --remote` against an imitation of Cloudflare's KV API.

const root = new URL('../../..', import.meta.url).pathname
const NAMESPACE = 'fedcba9876543210fedcba9876543210'
const sample = `${root}docs/brands/tidepool.example.json`

const account = new Account()
const kept = account.namespaces.add(NAMESPACE)
let folder = ''
let served: Awaited<ReturnType<typeof serve>>

beforeAll(async () => {
  folder = fs.mkdtempSync(`${os.tmpdir()}/brand-remote-`)
  fs.writeFileSync(
    `${folder}/wrangler.toml`,
    `name = "brands"\ncompatibility_date = "2026-11-02"\nroutes = [{ pattern = "tidepool.example", custom_domain = true }]\n[[kv_namespaces]]\nbinding = "BRANDS"\nid = "${NAMESPACE}"\n`,
  )
  served = await serve(account)
})
afterAll(() => {
  served.close()
  fs.rmSync(folder, { recursive: true })
})

type Answer = { code: number; out: string; errors: string }

/** Runs `npm run brand -- --remote` with the API token `token`. */
function brand(token: string, ...args: string[]): Promise<Answer> {
  const own = { ...served.env, CLOUDFLARE_API_TOKEN: token }
  const all = [`${root}scripts/operate/brand.ts`, ...args, '--remote', '--config', `${folder}/wrangler.toml`]
  return new Promise((resolve) => {
    execFile('node', all, { env: { ...process.env, ...own } }, (error, out, errors) =>
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
  account.calls.length = 0
  const { code, errors } = await brand(TOKEN, 'put', 'earshot.example', sample)
  expect(code).toBe(1)
  expect(errors).toContain('the brand is for earshot.example')
  expect(account.calls).toEqual([])
})

test('explains what is missing', async () => {
  account.calls.length = 0
  const stranger = await brand('', 'list')
  expect(stranger.code).toBe(1)
  expect(stranger.errors).toContain('Export CLOUDFLARE_ACCOUNT_ID and CLOUDFLARE_API_TOKEN')
  expect(account.calls).toEqual([])
  const refused = await brand('another-token', 'put', 'tidepool.example', sample)
  expect(refused.code).toBe(1)
  expect(refused.errors).toContain('CLOUDFLARE_API_TOKEN is wrong, or lacks a right')
  const toml = fs.readFileSync(`${folder}/wrangler.toml`, 'utf8')
  for (const [id, reason] of [
    ['0'.repeat(32), 'run npm run setup-account -- production'],
    ['1'.repeat(32), 'namespace not found'],
  ] as const) {
    fs.writeFileSync(`${folder}/wrangler.toml`, toml.replace(NAMESPACE, id))
    const lost = await brand(TOKEN, 'show', 'tidepool.example')
    fs.writeFileSync(`${folder}/wrangler.toml`, toml)
    expect(lost.code).toBe(1)
    expect(lost.errors).toContain(reason)
  }
})
