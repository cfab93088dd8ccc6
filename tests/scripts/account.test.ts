import fs from 'node:fs'
import os from 'node:os'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setUpAccount } from '../../scripts/operate/account.ts'

const seen = vi.hoisted(() => ({ calls: [] as string[], secrets: '[]' }))
vi.mock('../../scripts/lib/step.ts', async (original) => ({
  ...(await original<object>()),
  runOrFail: async (command: string[]) => {
    const call = command.join(' ').replace('npx wrangler ', '')
    seen.calls.push(call)
    if (call.startsWith('kv'))
      return `Add to your configuration:\nid = "${String(seen.calls.length).padStart(32, 'a')}"`
    if (call.startsWith('r2 bucket create')) throw new Error('The bucket already exists (10004)')
    return call.startsWith('secret list') ? seen.secrets : ''
  },
}))

let folder = ''
beforeEach(() => {
  folder = fs.mkdtempSync(`${os.tmpdir()}/account-`)
  fs.cpSync('wrangler.toml', `${folder}/wrangler.toml`)
  fs.cpSync('merger/Dockerfile', `${folder}/merger/Dockerfile`)
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
  seen.calls.length = 0
})
afterEach(() => {
  vi.restoreAllMocks()
  fs.rmSync(folder, { recursive: true })
})

test('sets up an environment, and only completes it the second time', async () => {
  await setUpAccount('staging', 'enam', folder)
  const toml = fs.readFileSync(`${folder}/wrangler.toml`, 'utf8')
  const [production, staging] = toml.split('[env.staging]')
  expect(production?.match(/id = "0+\d"/g)).toHaveLength(2)
  expect(staging).not.toMatch(/id = "0+\d"/)
  expect(seen.calls.filter((call) => call.startsWith('kv'))).toEqual([
    'kv namespace create media-downloader-links-staging --update-config=false',
    'kv namespace create media-downloader-brands-staging --update-config=false',
  ])
  expect(seen.calls).toContain('r2 bucket create media-downloader-files-staging --location enam')
  expect(seen.calls.at(-1)).toMatch(/secret put GRANT_KEYS .*--env=staging .*keys-staging\.json$/)
  expect(fs.statSync(`${folder}/keys-staging.json`).mode & 0o777).toBe(0o600)
  seen.calls.length = 0
  seen.secrets = '[\n{"name":"GRANT_KEYS"}\n]'
  await setUpAccount('staging', 'enam', folder)
  expect(seen.calls.filter((call) => /^kv|secret put/.test(call))).toEqual([])
})
