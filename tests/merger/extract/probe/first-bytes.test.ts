import { gzipSync } from 'node:zlib'
import { MockAgent } from 'undici'
import { expect, test } from 'vitest'
import { rendition } from '../../../builders.ts'
import { firstBytes } from '../../../../merger/extract/probe/first-bytes.ts'

/**
 * Calls `firstBytes` with sizeOnly for a link. The host of the link responds with `status`, `headers` and
 * `body`, and to a request without Range with `whole` if it is given.
 */
async function answered(
  status: number,
  headers: Record<string, string>,
  body: string | Buffer = 'x',
  whole?: { status: number; body: string },
  sizeOnly = true,
) {
  const dispatcher = new MockAgent()
  dispatcher.disableNetConnect()
  dispatcher
    .get('https://cdn.example')
    .intercept({ path: () => true })
    .reply(({ headers: asked }) => {
      const answer = whole && !('range' in asked!) ? whole : { status, body }
      return { statusCode: answer.status, data: answer.body, responseOptions: { headers } }
    })
    .persist()
  const one = rendition({ url: 'https://cdn.example/a.mp4' })
  const options = {
    dispatcher,
    signal: AbortSignal.timeout(60_000),
    working: AbortSignal.timeout(60_000),
    ffprobe: 'ffprobe',
    python: '/usr/bin/python3',
  }
  return await firstBytes(one, sizeOnly, options)
}

async function sizeOrReason(status: number, headers: Record<string, string>) {
  const found = await answered(status, headers)
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

const TAG = 'ID3\u0004\0\0\0\0\u007f\u007f'
test('firstBytes reads the container from the bytes before the type', async () => {
  const found = await answered(200, { 'content-type': 'audio/mp4' }, TAG)
  expect(found).toMatchObject({ container: 'mp3', isSure: true })
})

test('firstBytes reads a gzip body without its compressed size', async () => {
  const headers = { 'content-type': 'text/plain', 'content-encoding': 'gzip' }
  const found = await answered(200, headers, gzipSync(TAG))
  expect(found).toMatchObject({ container: 'mp3', size: null })
})

test.each([416, 403])('firstBytes asks for the whole file after %i to a range', async (status) => {
  expect(await answered(status, {}, '', { status: 200, body: TAG })).toMatchObject({ container: 'mp3' })
})

test.each([
  ['a program', '', 'page'],
  ['a program with a word in UTF-8', '// héé 🎬', 'page'],
  ['sound behind plain characters', TAG, 'mp4'],
])('firstBytes knows %s', async (_, end, found) => {
  const program = "import { test } from 'vitest'\n".repeat(20)
  const answer = await answered(200, { 'content-type': 'video/mp4' }, program + end, undefined, false)
  expect(typeof answer === 'object' ? answer?.container : answer).toBe(found)
})

test('firstBytes lists the chapters of a file', async () => {
  const chapter = (name: string, ms: string) => `CHAP\0\0\0\x13\0\0${name}\0${ms}\0\0\0\0${'\xff'.repeat(8)}`
  const frames = chapter('a1', '\0\0\0\0') + chapter('b2', '\0\0\x2e\xe0')
  const tag = `ID3\x04\0\0\0\0\0${String.fromCharCode(frames.length)}${frames}`
  const found = await answered(200, {}, Buffer.from(`${tag}\xff\xfb\x90\x64`, 'latin1'), undefined, false)
  expect(found).toMatchObject({ chapters: [{ start: 0 }, { start: 12 }] })
})
