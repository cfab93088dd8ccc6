import { Failure } from '#contract/failure.ts'
import { concat } from '../request/bounded-body.ts'

/** Number of bytes that are examined. They are enough to distinguish text from media. */
const HEAD_BYTES = 512
/**
 * Length of an AES-128 key (RFC 8216, section 4.3.2.4). All bytes of a key can be printable, so a body of
 * this length is not taken for text.
 */
const KEY_BYTES = 16

/**
 * Checks the body of a link inside a playlist by its first bytes, because sites send segments under any
 * Content-Type. Text fails with `media_type`, so nobody can use a playlist to read pages or JSON through our
 * proxy; WebVTT and keys are allowed. A body that declares more than `maxBytes` fails with `too_big`; a
 * longer body without a declared length is cut off with an error. Encrypted segments have no signature, so
 * all other binary data is allowed.
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
    // The failure that is thrown below is the one to report, so an error of the cancel is ignored.
    void reader.cancel().catch(() => undefined)
    throw new Failure('media_type')
  }
  const length = answer.headers.get('content-length')
  return new Response(joined(head, answer.body, reader, { length, maxBytes }), answer)
}

/**
 * Returns whether a byte is a control character that text does not contain. White space and ESC are allowed
 * in text.
 */
const isControl = (byte: number): boolean => byte < 0x20 && !(byte >= 0x09 && byte <= 0x0d) && byte !== 0x1b

/**
 * Returns whether bytes are text that is not WebVTT. Text has no control characters except white space, and
 * it is valid UTF-8.
 */
function isForeignText(head: Uint8Array): boolean {
  const text = new TextDecoder().decode(head)
  if (text.trimStart().startsWith('WEBVTT')) return false
  // The end of `head` can cut the last character in the middle, so its decoding error does not count.
  return !head.some(isControl) && !text.slice(0, -1).includes('\ufffd')
}

/**
 * Joins the bytes already read with the rest of the body. If the length of the body is known, native streams
 * transfer the rest, and a body with another length breaks off. In this case the caller has already compared
 * the length with `maxBytes`. Only a body of unknown length is counted chunk by chunk in JavaScript.
 */
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
  // An error on one side ends the other side: the visitor gets an incomplete body, and the connection to the
  // origin is closed. After an error of `pipeTo` both sides have already ended, so these calls reject.
  move().catch(async (error: unknown) => {
    await Promise.allSettled([writer.abort(error), reader.cancel(error)])
  })
  return readable
}

type Reader = ReadableStreamDefaultReader<Uint8Array>
type Bounds = { length: string | null; maxBytes: number }

/** Copies the rest of a body. Throws `too_big` if the rest has more than `maxBytes`. */
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
