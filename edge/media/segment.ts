import { Failure } from '#contract/failure.ts'
import { concat } from '../request/bounded-body.ts'

/** Enough to tell text from media. */
const HEAD_BYTES = 512
/** An AES-128 key (RFC 8216, section 4.3.2.4): its bytes may all be printable. */
const KEY_BYTES = 16

/**
 * Checks the body of a link inside a playlist by its first bytes, because sites send segments under any
 * Content-Type. Text fails with `media_type`, so a playlist cannot be used to read pages or JSON through our
 * proxy; WebVTT and keys pass. A body of more than `maxBytes` fails with `too_big`, or breaks off there.
 * Encrypted segments have no signature, so other binary data must pass too.
 */
export async function assertSegment(answer: Response, maxBytes: number): Promise<Response> {
  if (!answer.body) return answer
  if (Number(answer.headers.get('content-length') ?? 0) > maxBytes) {
    void answer.body.cancel()
    throw new Failure('too_big')
  }
  const reader: ReadableStreamDefaultReader<Uint8Array> = answer.body.getReader()
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
    void reader.cancel().catch(() => undefined) // The failure below is the one to report.
    throw new Failure('media_type')
  }
  return new Response(joined(head, reader, answer.headers.get('content-length'), maxBytes), answer)
}

/** Whether a byte is a control character that no text holds; white space and ESC are allowed. */
const isControl = (byte: number): boolean => byte < 0x20 && !(byte >= 0x09 && byte <= 0x0d) && byte !== 0x1b

/** Whether bytes are text other than WebVTT: no control characters but white space, and no invalid UTF-8. */
function isForeignText(head: Uint8Array): boolean {
  const text = new TextDecoder().decode(head)
  if (text.trimStart().startsWith('WEBVTT')) return false
  // The last character may be cut in the middle.
  return !head.some(isControl) && !text.slice(0, -1).includes('\ufffd')
}

/** The head and the rest of a body; a stream of known length keeps its Content-Length in workerd. */
function joined(
  head: Uint8Array,
  reader: ReadableStreamDefaultReader<Uint8Array>,
  length: string | null,
  maxBytes: number,
): ReadableStream {
  const { readable, writable } =
    length === null ? new IdentityTransformStream() : new FixedLengthStream(Number(length))
  const writer = writable.getWriter()
  const copy = async () => {
    await writer.write(head)
    let size = head.byteLength
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return await writer.close()
      size += value.byteLength
      if (size > maxBytes) throw new Failure('too_big')
      await writer.write(value)
    }
  }
  // An error of either side ends the other: the visitor sees a cut body, the source a closed connection.
  copy().catch(async (error: unknown) => {
    await Promise.allSettled([writer.abort(error), reader.cancel(error)])
  })
  return readable
}
