import { execFile } from 'node:child_process'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'

const root = new URL('../..', import.meta.url).pathname

test('prints the counts that the account answers', async () => {
  const asked: string[] = []
  const row = { event: 'request', platform: 'youtube', code: 'busy', p50: 12.4, p99: 300, bytes: 5_000_000 }
  const account = http.createServer((request, response) => {
    request.on('data', (chunk) => asked.push(String(request.url), String(chunk)))
    // Analytics Engine writes UInt64 sums as strings.
    request.on('end', () => response.end(JSON.stringify({ data: [{ ...row, count: '17' }] })))
  })
  await new Promise<void>((resolve) => account.listen(0, '127.0.0.1', resolve))
  const env = {
    ...process.env,
    CLOUDFLARE_ACCOUNT_ID: 'a1',
    CLOUDFLARE_API_TOKEN: 't',
    CLOUDFLARE_API_BASE_URL: `http://127.0.0.1:${(account.address() as AddressInfo).port}`,
  }
  const out = await new Promise<string>((resolve) =>
    execFile(
      process.execPath,
      [`${root}scripts/operate/counts.ts`, '--env', 'staging'],
      { env },
      (_, text, errors) => resolve(text + errors),
    ),
  )
  account.close()
  expect(asked[0]).toBe('/accounts/a1/analytics_engine/sql')
  expect(asked[1]).toContain('FROM media_downloader_staging')
  expect(out).toMatch(/request +youtube +busy +17 +12 +300 +5\.0/)
})
