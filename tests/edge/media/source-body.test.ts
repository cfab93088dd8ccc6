import { expect, test } from 'vitest'
import { concat } from '../../../edge/request/bounded-body.ts'
import { SourceBody } from '../../../edge/media/source-body.ts'

/** A body of native bytes, as of a fetched answer. It ends with an error if `fault` is set. */
function answerOf(chunks: Uint8Array[], fault?: Error) {
  const { readable, writable } = new IdentityTransformStream()
  const writer = writable.getWriter()
  const state = { isCancelled: false }
  const send = async () => {
    for (const chunk of chunks) await writer.write(chunk)
    await (fault ? writer.abort(fault) : writer.close())
  }
  send().catch(() => (state.isCancelled = true))
  return { answer: new Response(readable), state }
}
const media = (size: number, value = 1) => new Uint8Array(size).fill(value)
const bytesOf = async (stream: ReadableStream) => new Uint8Array(await new Response(stream).arrayBuffer())
const LOST = new Error('connection lost')

test('reads the first 512 bytes before it streams the whole', async () => {
  const chunks = [media(300, 1), media(400, 2), media(300_000, 3)]
  for (const askRest of [undefined, async () => undefined]) {
    const body = await SourceBody.open(new Response(concat(chunks)))
    expect(body.head.byteLength).toBeGreaterThanOrEqual(512)
    const got = await bytesOf(body.stream({ length: 300_700, askRest }))
    expect(got).toEqual(concat(chunks))
  }
})

test.each([[[media(2)]], [[]]])('streams a body shorter than its head', async (chunks) => {
  const body = await SourceBody.open(answerOf(chunks).answer)
  expect(await bytesOf(body.stream({ length: null }))).toEqual(media(2 * chunks.length))
})

test('breaks off above the maximum size', async () => {
  const { answer, state } = answerOf([media(600), media(300_000), media(300_000)])
  const body = await SourceBody.open(answer)
  await expect(bytesOf(body.stream({ length: null, maxBytes: 700 }))).rejects.toThrow()
  await expect.poll(() => state.isCancelled).toBe(true)
})

test.each([
  ['lost', [media(600), media(600)], LOST],
  ['short', [media(1_200)], undefined],
])('breaks when the source is %s', async (_, chunks, fault) => {
  const body = await SourceBody.open(answerOf(chunks, fault).answer)
  const askRest = async () => undefined
  await expect(bytesOf(body.stream({ length: 2_000, askRest }))).rejects.toThrow()
})

test('continues a broken body with the rest of the file', async () => {
  const asked: number[] = []
  const body = await SourceBody.open(answerOf([media(600), media(600)], LOST).answer)
  const askRest = async (position: number) => {
    asked.push(position)
    return answerOf([media(2_000 - position, 2)]).answer
  }
  const got = await bytesOf(body.stream({ length: 2_000, askRest }))
  const position = asked[0]!
  expect([asked.length, position >= 512, got.byteLength]).toEqual([1, true, 2_000])
  expect([...got].findIndex((byte) => byte === 2)).toBe(position)
})

test('continues only once, and not without an answer', async () => {
  for (const rest of [undefined, answerOf([media(1)], LOST).answer]) {
    const body = await SourceBody.open(answerOf([media(600)], LOST).answer)
    const stream = body.stream({ length: 2_000, askRest: async () => rest })
    await expect(bytesOf(stream)).rejects.toThrow()
  }
})

test('cancels the source when the visitor leaves', async () => {
  const { answer, state } = answerOf([media(600), media(400_000), media(400_000)])
  const body = await SourceBody.open(answer)
  const reader = body.stream({ length: null }).getReader()
  await reader.read()
  await reader.cancel()
  await expect.poll(() => state.isCancelled).toBe(true)
})
