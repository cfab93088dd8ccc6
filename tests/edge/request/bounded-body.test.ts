import { expect, onTestFinished, test, vi } from 'vitest'
import { boundedText, concat } from '../../../edge/request/bounded-body.ts'

const text = new TextEncoder()
/**
 * Creates a request or response body that is sent in chunks, and records whether the body was cancelled. If
 * `isSilent` is true, the body never ends.
 */
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

test('reads a body of exactly the maximum', async () => {
  const bytes = text.encode('aéb')
  const { message } = bodyOf([bytes.subarray(0, 2), bytes.subarray(2)])
  expect(await boundedText(message, bounds)).toBe('aéb')
})

test('reads an empty text without a body', async () => {
  expect(await boundedText(new Response(null), bounds)).toBe('')
})

test('cancels a longer body with the given failure', async () => {
  const { message, source } = bodyOf([text.encode('abcd'), text.encode('e'), text.encode('f')])
  await expect(boundedText(message, bounds)).rejects.toMatchObject({ code: 'body_too_large' })
  expect(source.cancelled).toBe(true)
})

test('refuses a longer Content-Length unread', async () => {
  const { message, source } = bodyOf([text.encode('a')], { length: '5' })
  await expect(boundedText(message, { ...bounds, tooLong: 'too_big' })).rejects.toMatchObject({
    code: 'too_big',
  })
  expect(source.cancelled).toBe(true)
  expect(await boundedText(bodyOf([text.encode('abcd')], { length: '4' }).message, bounds)).toBe('abcd')
})

test('fails with bad_request at its deadline', async () => {
  const { message, source } = bodyOf([text.encode('a')], { isSilent: true })
  await expect(boundedText(message, { ...bounds, deadlineMs: 20 })).rejects.toMatchObject({
    code: 'bad_request',
  })
  expect(source.cancelled).toBe(true)
})

test('leaves no timer behind', async () => {
  const pausing = new ReadableStream<Uint8Array>({
    async start(controller) {
      await new Promise((resolve) => setTimeout(resolve, 20))
      controller.enqueue(text.encode('a'))
      controller.close()
    },
  })
  expect(await boundedText(new Response(pausing), bounds)).toBe('a')
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  await boundedText(bodyOf([text.encode('a')]).message, { ...bounds, deadlineMs: 1_000 })
  expect(vi.getTimerCount()).toBe(0)
})

test('refuses invalid UTF-8 only if asked to', async () => {
  const invalid = () => bodyOf([Uint8Array.of(0x61, 0xff)]).message
  expect(await boundedText(invalid(), bounds)).toBe('a\ufffd')
  await expect(boundedText(invalid(), { ...bounds, fatal: true })).rejects.toBeInstanceOf(TypeError)
  const cut = () => bodyOf([text.encode('é').subarray(0, 1)]).message
  expect(await boundedText(cut(), bounds)).toBe('\ufffd')
  await expect(boundedText(cut(), { ...bounds, fatal: true })).rejects.toBeInstanceOf(TypeError)
})

test('the text of a body does not contain the byte order mark', async () => {
  expect(await boundedText(bodyOf([text.encode('\ufeffa')]).message, bounds)).toBe('a')
})

test('concat joins chunks in their order', () => {
  expect(concat([Uint8Array.of(1, 2), Uint8Array.of(), Uint8Array.of(3)])).toEqual(Uint8Array.of(1, 2, 3))
  expect(concat([])).toEqual(new Uint8Array())
})
