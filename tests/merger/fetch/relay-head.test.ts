import { afterAll, expect, test } from 'vitest'
import { file, startRangeOrigin } from './range-origin.ts'
import { startRelay } from './relay-rig.ts'

const origin = await startRangeOrigin()
const relay = await startRelay(origin.dispatcher)
afterAll(async () => {
  relay.close()
  await origin.close()
})

const head = () => relay.call('http://a.example/file', { method: 'HEAD' })

test('the relay responds to HEAD with status 200, the size of the whole file and no Content-Range', async () => {
  origin.answerWith(() => ({}))
  const answer = await head()
  expect(answer.status).toBe(200)
  expect(Number(answer.headers.get('content-length'))).toBe(file.length)
  expect(answer.headers.get('content-range')).toBe(null)
  expect(origin.requests.map(({ range }) => range)).toEqual(['bytes=0-0'])
})

test('if the media server does not announce the size, the relay responds to HEAD without a Content-Length', async () => {
  origin.answerWith(() => ({ status: 200, isChunked: true }))
  const answer = await head()
  expect([answer.status, answer.headers.get('content-length')]).toEqual([200, null])
})

test.each([404, 503])(
  'if the media server responds with %i, the relay responds to HEAD with this status and Content-Length 0',
  async (status) => {
    origin.answerWith(() => ({ status }))
    const answer = await head()
    expect([answer.status, answer.headers.get('content-length')]).toEqual([status, '0'])
  },
)

test('if the media server sends the whole file during a HEAD request, the relay closes the connection to it', async () => {
  origin.answerWith(() => ({ status: 200 }))
  const answer = await head()
  expect(Number(answer.headers.get('content-length'))).toBe(file.length)
  await expect.poll(() => origin.connections()).toBe(0)
})
