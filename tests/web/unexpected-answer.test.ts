import { afterEach, expect, test, vi } from 'vitest'
import { platformById } from '#contract/platforms/index.ts'
import { extract, readStatus } from '../../web/api.ts'
import { findFormats } from '../../web/download/find-formats.ts'
import { watchTask } from '../../web/preview/watch.ts'
import { wordsIn } from './page-words.ts'

// Tests responses that do not match our API: an error page of a proxy, a response of another version of the
// product, or a broken connection.

afterEach(() => vi.unstubAllGlobals())

const json = (body: unknown, status = 200) => Response.json(body, { status })
const page = (status: number) =>
  new Response('<html>nginx</html>', { status, headers: { 'content-type': 'text/html' } })

/**
 * Returns the message that a page shows for a response. `id` is the platform of the page; undefined = home
 * page.
 */
async function shown(answer: Response, id?: string): Promise<string | undefined> {
  vi.stubGlobal('screen', { width: 1, height: 1 })
  vi.stubGlobal('fetch', () => Promise.resolve(answer))
  const found = await findFormats(
    () => extract({ tweet_url: 'https://a.example/' }),
    id === undefined ? undefined : platformById(id),
    wordsIn('en'),
  )
  return 'fault' in found ? found.fault : undefined
}

test.each([
  ['an HTML page with status 502', () => page(502), 'Failed to process video'],
  ['an HTML page with status 404', () => page(404), 'Failed to process video'],
  ['JSON without an error text and status 500', () => json({ message: 'x' }, 500), 'Failed to process video'],
  ['an error text without a code', () => json({ error: 'Too busy today.' }, 500), 'Too busy today.'],
  [
    'a response with status 200 that is only an error text',
    () => json({ error: 'Not today.' }),
    'Not today.',
  ],
])('explains %s', async (_, answer, sentence) => {
  expect(await shown(answer())).toBe(sentence)
})

test.each([
  ['an empty object', () => json({})],
  ['a response without a list of formats', () => json({ title: 'x', platform: 'web', source_url: 'x' })],
  ['a list', () => json([1])],
  ['an HTML page with status 200', () => page(200)],
  ['an empty body', () => new Response('')],
])('calls %s unreadable', async (_, answer) => {
  expect(await shown(answer())).toMatch(/^Could not retrieve video details\. The response was not/)
  expect(await shown(answer(), 'vimeo')).toBe('Could not retrieve Vimeo video details.')
})

test("names the platform after a proxy's error page", async () => {
  expect(await shown(page(502), 'vimeo')).toBe('Failed to process Vimeo video')
  expect(await shown(page(502), 'castbox')).toBe('Failed to process Castbox content')
})

test('says that the connection was lost', async () => {
  const cut = new Response(
    new ReadableStream({ pull: (stream) => stream.error(new TypeError('terminated')) }),
  )
  expect(await shown(cut)).toMatch(/connection/i)
})

test.each([
  ['an error page of a proxy', () => page(502), 'HTTP 502: Bad Gateway'],
  ['an unknown status', () => page(521), 'HTTP 521: Unknown Error'],
  ['an unreadable response', () => json({ status: 9 }), 'the answer is not the expected JSON'],
])('ends five polls that get %s', async (_, answer, sentence) => {
  vi.stubGlobal('fetch', () => Promise.resolve(answer()))
  vi.useFakeTimers()
  const calls = { readStatus, hasFile: () => Promise.resolve(false) }
  const ended = watchTask('id', calls, () => undefined, new AbortController().signal)
  await vi.runAllTimersAsync()
  vi.useRealTimers()
  const end = await ended
  expect(end).toMatchObject({
    type: 'failed',
    fault: { pollingErrors: expect.objectContaining({ message: sentence }) },
  })
})
