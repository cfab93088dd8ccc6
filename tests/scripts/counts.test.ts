import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { Account } from './account/account.ts'
import { serve } from './account/serve.ts'

const script = new URL('../../scripts/operate/counts.ts', import.meta.url).pathname

test('prints the counts that the account answers', async () => {
  const account = new Account()
  const row = { event: 'request', platform: 'youtube', code: 'busy', p50: 12.4, p99: 300, bytes: 5_000_000 }
  // Analytics Engine writes UInt64 sums as strings.
  account.counts = [{ ...row, count: '17' }]
  const { env, close } = await serve(account)
  onTestFinished(close)
  const run = promisify(execFile)
  const { stdout } = await run(process.execPath, [script, '--env', 'staging'], {
    env: { ...process.env, ...env },
  })
  expect(account.queries).toEqual([expect.stringContaining('FROM media_downloader_staging ')])
  expect(stdout).toMatch(/request +youtube +busy +17 +12 +300 +5\.0/)
})
