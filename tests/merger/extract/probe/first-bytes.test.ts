import { MockAgent } from 'undici'
import { expect, test } from 'vitest'
import { rendition } from '../../../builders.ts'
import { firstBytes } from '../../../../merger/extract/probe/first-bytes.ts'

/**
 * Calls `firstBytes` for a link. The host of the link responds with `status`, `headers` and a body of one
 * byte. Returns the size of the file, null for an unknown size, or 'gone' for an unusable file.
 */
async function sizeOrReason(status: number, headers: Record<string, string>) {
  const dispatcher = new MockAgent()
  dispatcher.disableNetConnect()
  dispatcher
    .get('https://cdn.example')
    .intercept({ path: () => true })
    .reply(status, 'x', { headers })
  const one = rendition({ url: 'https://cdn.example/a.mp4' })
  const options = {
    dispatcher,
    signal: AbortSignal.timeout(5_000),
    ffprobe: 'ffprobe',
    python: '/usr/bin/python3',
  }
  const found = await firstBytes(one, true, options)
  return typeof found === 'object' ? found?.size : found
}

test.each([
  ['the total of Content-Range as size', 206, { 'content-range': 'bytes 0-0/1234' }, 1_234],
  ['the Content-Length of a whole file as size', 200, { 'content-length': '1' }, 1],
  ['no size for an unknown total', 206, { 'content-range': 'bytes 0-0/*' }, null],
  [
    'no size for a total that no number can express',
    206,
    { 'content-range': `bytes 0-0/${'9'.repeat(400)}` },
    null,
  ],
  ['gone for the status 410', 410, {}, 'gone'],
])('firstBytes with sizeOnly returns %s', async (_, status, headers, size) => {
  expect(await sizeOrReason(status, headers as Record<string, string>)).toBe(size)
})
