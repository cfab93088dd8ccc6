import fs from 'node:fs'
import os from 'node:os'
import { afterEach, expect, test, vi } from 'vitest'
import { run } from '../../scripts/lib/step.ts'
import { assertPinned, pin } from '../../scripts/operate/pinned-account.ts'

const [ours, other] = ['a'.repeat(32), 'b'.repeat(32)]

afterEach(() => vi.unstubAllEnvs())

test('pins the first account and refuses another', () => {
  const folder = fs.mkdtempSync(`${os.tmpdir()}/pin-`)
  const file = `${folder}/wrangler.toml`
  fs.writeFileSync(file, 'name = "one"\nmain = "x.ts"\n')
  pin(file, ours)
  pin(file, other)
  const toml = fs.readFileSync(file, 'utf8')
  fs.rmSync(folder, { recursive: true })
  expect(toml).toBe(`name = "one"\naccount_id = "${ours}"\nmain = "x.ts"\n`)
  assertPinned(toml, ours)
  expect(() => assertPinned(toml, other)).toThrow(/belongs to the account a+, .*Nothing was changed/)
  assertPinned('name = "one"\n', other)
})

test('only a program that changes the account gets its token', async () => {
  vi.stubEnv('CLOUDFLARE_API_TOKEN', 'secret')
  vi.resetModules()
  const fresh = await import('../../scripts/lib/step.ts')
  const show = ['-e', 'console.log(process.env.CLOUDFLARE_API_TOKEN ?? "none")']
  expect((await fresh.run('node', show)).output.trim()).toBe('none')
  expect((await fresh.run('node', show, { account: true })).output.trim()).toBe('secret')
  expect((await run('node', show)).output.trim()).toBe('none')
})
