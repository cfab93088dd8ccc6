import { afterEach, expect, test, vi } from 'vitest'
import { paths } from '#contract/paths.ts'
import { canDownload } from '../../web/api.ts'

afterEach(() => vi.unstubAllGlobals())

/**
 * Returns the result of `canDownload` for a response with this status, or the failure code if `canDownload`
 * throws.
 */
async function checked(path: string, status: number): Promise<boolean | string> {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(null, { status })))
  return await canDownload(path, new AbortController().signal).catch((error: { code: string }) => error.code)
}

test.each([
  [`${paths.file}t`, 200, true],
  [`${paths.file}t`, 404, false],
  [`${paths.file}t`, 429, 'day_used'],
  [`${paths.proxiedDownload}?url=x`, 429, 'rate_limited'],
  [`${paths.proxiedDownload}?url=x`, 403, 'stale'],
])('answers for %s and status %i: %s', async (path, status, result) => {
  expect(await checked(path, status)).toBe(result)
})
