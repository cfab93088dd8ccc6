import { Failure } from '#contract/failure.ts'
import { concat } from '../request/bounded-body.ts'

const HEAD_BYTES = 512
/**
 * Length in bytes of an AES-128 key (RFC 8216, section 4.3.2.4). All bytes of a key can be printable
 * characters, so a body of this length is never treated as text.
 */
const KEY_BYTES = 16

/**
 * The Content-Type of such a response is not reliable, so the first bytes of the body decide. Text other than
 * WebVTT fails with `media_type`, so that nobody can use a playlist to read pages or JSON through our proxy.
 * Binary data is allowed, because the first bytes of an encrypted segment do not show its file type.
 */
export async function assertSegment(answer: Response, maxBytes: number): Promise<Response> {
  if (!answer.body) return answer
  if (Number(answer.headers.get('content-length') ?? 0) > maxBytes) {
    void answer.body.cancel()
    throw new Failure('too_big')
  }
  const reader: Reader = answer.body.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  while (size < HEAD_BYTES) {
    const { done, value } = await reader.read()
    if (done) break
    chunks.push(value)
    size += value.byteLength
  }
  const head = concat(chunks)
  if (size !== KEY_BYTES && isForeignText(head.subarray(0, HEAD_BYTES))) {
    // An error of `cancel` is ignored, because the next line throws the reason of the failure.
    void reader.cancel().catch(() => undefined)
    throw new Failure('media_type')
  }
  const length = answer.headers.get('content-length')
  return new Response(joined(head, answer.body, reader, { length, maxBytes }), answer)
}

const isControl = (byte: number): boolean => byte < 0x20 && !(byte >= 0x09 && byte <= 0x0d) && byte !== 0x1b

function isForeignText(head: Uint8Array): boolean {
  const text = new TextDecoder().decode(head)
  if (text.trimStart().startsWith('WEBVTT')) return false
  // `head` can end in the middle of a character. The replacement character at the end of the text is
  // therefore ignored.
  return !head.some(isControl) && !text.slice(0, -1).includes('\ufffd')
}

/** Without a Content-Length, JavaScript counts the bytes chunk by chunk, which is slower. */
function joined(head: Uint8Array, body: ReadableStream<Uint8Array>, reader: Reader, bounds: Bounds) {
  const { length, maxBytes } = bounds
  const { readable, writable } =
    length === null ? new IdentityTransformStream() : new FixedLengthStream(Number(length))
  const writer = writable.getWriter()
  const move = async () => {
    await writer.write(head)
    if (length === null) return await copyCounted(reader, writer, maxBytes - head.byteLength)
    reader.releaseLock()
    writer.releaseLock()
    await body.pipeTo(writable)
  }
  // If `pipeTo` failed, it has already ended both streams. `abort` and `cancel` then fail, and `allSettled`
  // ignores their errors.
  move().catch(async (error: unknown) => {
    await Promise.allSettled([writer.abort(error), reader.cancel(error)])
  })
  return readable
}

type Reader = ReadableStreamDefaultReader<Uint8Array>
type Bounds = { length: string | null; maxBytes: number }

async function copyCounted(
  reader: Reader,
  writer: WritableStreamDefaultWriter<Uint8Array>,
  maxBytes: number,
): Promise<void> {
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return await writer.close()
    size += value.byteLength
    if (size > maxBytes) throw new Failure('too_big')
    await writer.write(value)
  }
}
