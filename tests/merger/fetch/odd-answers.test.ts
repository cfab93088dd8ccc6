import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { errorOf, file, readFile, startRangeOrigin } from './range-origin.ts'

const origin = await startRangeOrigin()
afterAll(() => origin.close())

test.each(['identity', 'utf-8', 'binary', 'aws-chunked'])(
  'reads a file in ranges with the coding %s',
  async (coding) => {
    origin.answerWith(() => ({ headers: { 'content-encoding': coding } }))
    expect((await readFile(origin)).equals(file)).toBe(true)
    expect(origin.requests.length).toBeGreaterThan(1)
  },
)

const gzip = { 'content-encoding': 'gzip' }

test('decodes a file that is gzip though nobody asked', async () => {
  const body = gzipSync(file)
  const total = { 'content-range': `bytes 0-${body.length - 1}/${body.length}` }
  origin.answerWith(({ range }) =>
    range ? { body, headers: { ...gzip, ...total } } : { status: 200, body, headers: gzip },
  )
  expect((await readFile(origin)).equals(file)).toBe(true)
  expect(origin.requests.map(({ range }) => range)).toEqual(['bytes=0-1048575', undefined])
})

test('reads a file whose header alone says gzip', async () => {
  const bytes = Buffer.concat([Buffer.from('ID3'), file])
  origin.answerWith(() => ({ status: 200, body: bytes, headers: gzip }))
  expect((await readFile(origin)).equals(bytes)).toBe(true)
})

test('fails when a gzip body is cut', async () => {
  const cut = gzipSync(file).subarray(0, 3_000_000)
  origin.answerWith(() => ({ status: 200, body: cut, headers: gzip }))
  expect(await errorOf(readFile(origin))).toMatchObject({ code: 'source_failed' })
})

test('fails on a coding that it cannot decode', async () => {
  origin.answerWith(() => ({ status: 200, headers: { 'content-encoding': 'br' } }))
  expect(await errorOf(readFile(origin))).toMatchObject({
    code: 'source_failed',
    cause: 'content-encoding br',
  })
})

test.each([416, 400, 403])('reads the whole file from a server with %i to every range', async (status) => {
  origin.answerWith(({ range }) => ({ status: range ? status : 200 }))
  expect((await readFile(origin, { openingTries: 1 })).equals(file)).toBe(true)
  expect(origin.requests.filter(({ range }) => range === undefined)).toHaveLength(1)
})

test('waits once as long as the server asks', async () => {
  origin.answerWith(({ count }) => (count > 1 ? {} : { status: 503, headers: { 'retry-after': '1' } }))
  const before = performance.now()
  expect((await readFile(origin, { openingTries: 1 })).equals(file)).toBe(true)
  expect(performance.now() - before).toBeGreaterThan(990)
})

test.each(['1', '6'])('does not wait again, or long (Retry-After: %s)', async (seconds) => {
  origin.answerWith(() => ({ status: 429, headers: { 'retry-after': seconds } }))
  expect(await errorOf(readFile(origin, { openingTries: 1 }))).toMatchObject({ code: 'site_limit' })
  expect(origin.requests).toHaveLength(seconds === '1' ? 2 : 1)
})
