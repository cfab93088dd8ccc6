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

test('responds with 200 and the size of the whole file', async () => {
  origin.answerWith(() => ({}))
  const answer = await head()
  expect(answer.status).toBe(200)
  expect(Number(answer.headers.get('content-length'))).toBe(file.length)
  expect(answer.headers.get('content-range')).toBe(null)
  expect(origin.requests.map(({ range }) => range)).toEqual(['bytes=0-0'])
})

test('sends no Content-Length for an unknown size', async () => {
  origin.answerWith(() => ({ status: 200, isChunked: true }))
  const answer = await head()
  expect([answer.status, answer.headers.get('content-length')]).toEqual([200, null])
})

test.each([404, 503])('responds with %i and Content-Length 0 like the server', async (status) => {
  origin.answerWith(() => ({ status }))
  const answer = await head()
  expect([answer.status, answer.headers.get('content-length')]).toEqual([status, '0'])
})

test('closes the connection of a server that sends the file', async () => {
  origin.answerWith(() => ({ status: 200 }))
  const answer = await head()
  expect(Number(answer.headers.get('content-length'))).toBe(file.length)
  await expect.poll(() => origin.connections()).toBe(0)
})
