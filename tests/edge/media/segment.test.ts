import { expect, test } from 'vitest'
import { assertSegment } from '../../../edge/media/segment.ts'

const text = new TextEncoder()
/**
 * Creates a response whose body consists of the passed chunks, and records whether the body was cancelled.
 */
function answerOf(chunks: (string | Uint8Array)[], headers: Record<string, string> = {}) {
  const source = { cancelled: false }
  const left = chunks.map((chunk) => (typeof chunk === 'string' ? text.encode(chunk) : chunk))
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const next = left.shift()
      if (next) controller.enqueue(next)
      else controller.close()
    },
    cancel() {
      source.cancelled = true
    },
  })
  return { answer: new Response(body, { headers, status: 206 }), source }
}
const media = (size: number) => new Uint8Array(size).fill(1)
const bytesOf = async (answer: Response) => new Uint8Array(await answer.arrayBuffer())

test('passes on status, headers and bytes', async () => {
  const chunks = [media(300), media(400), media(7)]
  const { answer } = answerOf(chunks, { 'content-length': '707', etag: '"1"' })
  const checked = await assertSegment(answer, 707)
  expect(checked.status).toBe(206)
  expect(checked.headers.get('etag')).toBe('"1"')
  expect(await bytesOf(checked)).toEqual(media(707))
})

test('a segment without Content-Length is passed on completely', async () => {
  const { answer } = answerOf([media(600), media(600)])
  expect(await bytesOf(await assertSegment(answer, 1_200))).toEqual(media(1_200))
})

test('breaks off above the maximum size', async () => {
  const { answer, source } = answerOf([media(600), media(600), media(1)])
  const checked = await assertSegment(answer, 1_199)
  await expect(checked.arrayBuffer()).rejects.toThrow()
  expect(source.cancelled).toBe(true)
})

test('refuses a longer Content-Length', async () => {
  const { answer, source } = answerOf([media(10)], { 'content-length': '1001' })
  await expect(assertSegment(answer, 1_000)).rejects.toMatchObject({ code: 'too_big' })
  expect(source.cancelled).toBe(true)
})

test('assertSegment returns a response without a body unchanged', async () => {
  const answer = new Response(null, { headers: { 'content-length': '99' } })
  expect(await assertSegment(answer, 10)).toBe(answer)
})

test.each([
  ['HTML', '<html>'],
  ['JSON with white space', '{\r\n\t"a": 1 }\v\f'],
  ['text with a colour code', '\x1b[31mred'],
  ['one letter', 'a'],
])('refuses the body %s', async (_, body) => {
  const { answer, source } = answerOf([body, media(0), ...Array<string>(600).fill('a')])
  await expect(assertSegment(answer, 10_000)).rejects.toMatchObject({ code: 'media_type' })
  expect(source.cancelled).toBe(true)
})

test('refuses text that ends inside a character', async () => {
  const { answer } = answerOf([text.encode('aé').subarray(0, 2)])
  await expect(assertSegment(answer, 10_000)).rejects.toMatchObject({ code: 'media_type' })
})

test.each([
  ['WebVTT', 'WEBVTT\n\n1'],
  ['WebVTT behind a byte order mark and a line', '\ufeff\nWEBVTT'],
  ['bytes with a control character', 'a\x00b'],
  ['bytes below the white space', 'a\x08b'],
  ['bytes above the white space', 'a\x0eb'],
  ['bytes that are no UTF-8', Uint8Array.of(0x61, 0xff, 0x61, 0x61)],
])('accepts the body %s', async (_, body) => {
  const { answer } = answerOf([body])
  expect((await assertSegment(answer, 10_000)).status).toBe(206)
})

test('accepts 16 printable bytes, which may be a key', async () => {
  expect((await assertSegment(answerOf(['k'.repeat(16)]).answer, 100)).status).toBe(206)
  for (const size of [15, 17])
    await expect(assertSegment(answerOf(['k'.repeat(size)]).answer, 100)).rejects.toMatchObject({
      code: 'media_type',
    })
})

test('judges by the first 512 bytes', async () => {
  const { answer } = answerOf(['a'.repeat(511), 'a', Uint8Array.of(0)])
  await expect(assertSegment(answer, 10_000)).rejects.toMatchObject({ code: 'media_type' })
  const inHead = answerOf(['a'.repeat(511), Uint8Array.of(0)])
  expect((await assertSegment(inHead.answer, 10_000)).status).toBe(206)
})

test('fails with its source', async () => {
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(media(600)),
    pull: (controller) => controller.error(new Error('connection lost')),
  })
  const checked = await assertSegment(new Response(body), 10_000)
  await expect(checked.arrayBuffer()).rejects.toThrow()
})
