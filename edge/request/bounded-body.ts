import { Failure, type FailureCode } from '#contract/failure.ts'

type Bounds = {
  maxBytes: number
  /** Thrown for a longer body. */
  tooLong: FailureCode
  /** Milliseconds until `bad_request` is thrown; absent = no deadline. */
  deadlineMs?: number
}

/**
 * The chunks of a body up to `maxBytes`. The bytes are counted, because Content-Length may be missing or
 * wrong.
 */
export async function* boundedBody(
  message: Request | Response,
  { maxBytes, tooLong, deadlineMs }: Bounds,
): AsyncGenerator<Uint8Array, void> {
  if (!message.body) return
  const reader: ReadableStreamDefaultReader<Uint8Array> = message.body.getReader()
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer =
    deadlineMs === undefined ? null : setTimeout(() => reject(new Failure('bad_request')), deadlineMs)
  let size = 0
  try {
    if (Number(message.headers.get('content-length') ?? 0) > maxBytes) throw new Failure(tooLong)
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), late])
      if (done) return
      size += value.byteLength
      if (size > maxBytes) throw new Failure(tooLong)
      yield value
    }
  } finally {
    clearTimeout(timer)
    // Cancelling a body that already failed rejects; the first error is the one to report.
    void reader.cancel().catch(() => undefined)
  }
}

/** The text of a body, decoded as UTF-8. Throws a TypeError for invalid UTF-8 if `fatal`. */
export async function boundedText(
  message: Request | Response,
  bounds: Bounds & { fatal?: boolean },
): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: bounds.fatal ?? false, ignoreBOM: false })
  let text = ''
  for await (const chunk of boundedBody(message, bounds)) text += decoder.decode(chunk, { stream: true })
  return text + decoder.decode()
}

/** Chunks as one array. */
export function concat(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(chunks.reduce((size, chunk) => size + chunk.byteLength, 0))
  let at = 0
  for (const chunk of chunks) {
    all.set(chunk, at)
    at += chunk.byteLength
  }
  return all
}
