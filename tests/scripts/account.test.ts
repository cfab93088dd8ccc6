import fs from 'node:fs'
import os from 'node:os'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setUpAccount } from '../../scripts/operate/account.ts'
import { Account } from './account/account.ts'
import { serve } from './account/serve.ts'

const ran = vi.hoisted(() => [] as string[])
vi.mock('../../scripts/lib/step.ts', async (original) => ({
  ...(await original<object>()),
  runOrFail: async (command: string[]) => {
    ran.push(command.join(' '))
    return ''
  },
}))

const account = new Account()
let folder = ''
let close = () => {}
beforeEach(async () => {
  folder = fs.mkdtempSync(`${os.tmpdir()}/account-`)
  fs.cpSync('wrangler.toml', `${folder}/wrangler.toml`)
  fs.cpSync('merger/Dockerfile', `${folder}/merger/Dockerfile`)
  const served = await serve(account)
  close = served.close
  for (const [name, value] of Object.entries(served.env)) vi.stubEnv(name, value)
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
})
afterEach(() => {
  close()
  vi.restoreAllMocks()
  fs.rmSync(folder, { recursive: true })
})

const setUp = async () => {
  await setUpAccount('staging', 'enam', folder)
  return fs.readFileSync(`${folder}/wrangler.toml`, 'utf8')
}

test('sets up an environment, and only completes it the second time', async () => {
  const toml = await setUp()
  const [production, staging] = toml.split('[env.staging]')
  expect(production?.match(/id = "0+\d"/g)).toHaveLength(2)
  expect(staging).not.toMatch(/id = "0+\d"/)
  expect([...account.buckets]).toEqual([
    ['media-downloader-files-staging', { location: 'enam', rules: expect.objectContaining({ length: 2 }) }],
  ])
  expect(ran.at(-1)).toMatch(/secret put GRANT_KEYS .*--env=staging .*keys-staging\.json$/)
  expect(fs.statSync(`${folder}/keys-staging.json`).mode & 0o777).toBe(0o600)

  ran.length = 0
  account.calls.length = 0
  const { secrets } = account.workers.add('media-downloader-staging')
  secrets.push('GRANT_KEYS')
  expect(await setUp()).toBe(toml)
  expect([...ran, ...account.calls.filter((call) => call.startsWith('POST'))]).toEqual([])
})

test('takes the namespaces that an interrupted set-up has made', async () => {
  const toml = await setUp()
  fs.cpSync('wrangler.toml', `${folder}/wrangler.toml`)
  expect(await setUp()).toBe(toml)
})
