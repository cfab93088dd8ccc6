import { expect, test } from 'vitest'
import { boundedText, concat } from '../../../edge/request/bounded-body.ts'

const text = new TextEncoder()
/** A body in chunks that records whether it was cancelled; with `isSilent` it never ends. */
function bodyOf(chunks: Uint8Array[], { isSilent = false, length = '' } = {}) {
  const source = { cancelled: false }
  const left = [...chunks]
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const next = left.shift()
      if (next) controller.enqueue(next)
      else if (!isSilent) controller.close()
      return isSilent && !next ? new Promise(() => undefined) : undefined
    },
    cancel() {
      source.cancelled = true
    },
  })
  return { message: new Response(body, { headers: length ? { 'content-length': length } : {} }), source }
}
const bounds = { maxBytes: 4, tooLong: 'body_too_large' } as const

test('a body of exactly the largest size is read, also when a character is in two chunks', async () => {
  const bytes = text.encode('aéb')
  const { message } = bodyOf([bytes.subarray(0, 2), bytes.subarray(2)])
  expect(await boundedText(message, bounds)).toBe('aéb')
})

test('a message without a body is an empty text', async () => {
  expect(await boundedText(new Response(null), bounds)).toBe('')
})

test('a body with one byte more than allowed fails with the given code and is cancelled', async () => {
  const { message, source } = bodyOf([text.encode('abcd'), text.encode('e'), text.encode('f')])
  await expect(boundedText(message, bounds)).rejects.toMatchObject({ code: 'body_too_large' })
  expect(source.cancelled).toBe(true)
})

test('a body that announces more bytes than allowed fails before it is read', async () => {
  const { message, source } = bodyOf([text.encode('a')], { length: '5' })
  await expect(boundedText(message, { ...bounds, tooLong: 'too_big' })).rejects.toMatchObject({
    code: 'too_big',
  })
  expect(source.cancelled).toBe(true)
  expect(await boundedText(bodyOf([text.encode('abcd')], { length: '4' }).message, bounds)).toBe('abcd')
})

test('a body that does not end before its deadline fails with bad_request', async () => {
  const { message, source } = bodyOf([text.encode('a')], { isSilent: true })
  await expect(boundedText(message, { ...bounds, deadlineMs: 20 })).rejects.toMatchObject({
    code: 'bad_request',
  })
  expect(source.cancelled).toBe(true)
})

test('invalid UTF-8 is an error only when the caller asks for it', async () => {
  const invalid = () => bodyOf([Uint8Array.of(0x61, 0xff)]).message
  expect(await boundedText(invalid(), bounds)).toBe('a\ufffd')
  await expect(boundedText(invalid(), { ...bounds, fatal: true })).rejects.toBeInstanceOf(TypeError)
  const cut = () => bodyOf([text.encode('é').subarray(0, 1)]).message
  expect(await boundedText(cut(), bounds)).toBe('\ufffd')
  await expect(boundedText(cut(), { ...bounds, fatal: true })).rejects.toBeInstanceOf(TypeError)
})

test('a byte order mark is no part of the text', async () => {
  expect(await boundedText(bodyOf([text.encode('\ufeffa')]).message, bounds)).toBe('a')
})

test('chunks are joined in their order', () => {
  expect(concat([Uint8Array.of(1, 2), Uint8Array.of(), Uint8Array.of(3)])).toEqual(Uint8Array.of(1, 2, 3))
  expect(concat([])).toEqual(new Uint8Array())
})
