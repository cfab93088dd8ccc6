import { Failure, type FailureCode } from '#contract/failure.ts'

type Bounds = {
  maxBytes: number
  tooLong: FailureCode
  deadlineMs?: number
}

/** The bytes are counted, because Content-Length can be missing or wrong. */
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
    // If the body has already failed, `cancel` rejects. The caller gets the first error, so this rejection is
    // ignored.
    void reader.cancel().catch(() => undefined)
  }
}

/** If `fatal` is true, throws a TypeError for invalid UTF-8. */
export async function boundedText(
  message: Request | Response,
  bounds: Bounds & { fatal?: boolean },
): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: bounds.fatal ?? false, ignoreBOM: false })
  let text = ''
  for await (const chunk of boundedBody(message, bounds)) text += decoder.decode(chunk, { stream: true })
  return text + decoder.decode()
}

export function concat(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(chunks.reduce((size, chunk) => size + chunk.byteLength, 0))
  let at = 0
  for (const chunk of chunks) {
    all.set(chunk, at)
    at += chunk.byteLength
  }
  return all
}
