import type { Span } from '#media/spans.ts'

type SpanBuffer = { chunks: Buffer[]; isDone: boolean; error?: Error; wake?: () => void }
type ReadSpan = (span: Span, signal: AbortSignal) => AsyncIterable<Buffer>

/**
 * Memory use is at most `width` times the longest span. When the caller only pauses: if `width` is 1, nothing
 * is buffered, and the request pauses too. If `width` is larger, the requests that have started are read to
 * their ends.
 */
export async function* inOrder(spans: Iterable<Span>, width: number, read: ReadSpan): AsyncGenerator<Buffer> {
  const stop = new AbortController()
  try {
    if (width > 1) yield* inParallel(spans, width, (span) => read(span, stop.signal))
    else for (const span of spans) yield* read(span, stop.signal)
  } finally {
    stop.abort()
  }
}

async function* inParallel(
  spans: Iterable<Span>,
  width: number,
  read: (span: Span) => AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  const source = spans[Symbol.iterator]()
  const buffers: SpanBuffer[] = []
  const launch = () => {
    while (buffers.length < width) {
      const next = source.next()
      if (next.done) return
      const buffer: SpanBuffer = { chunks: [], isDone: false }
      buffers.push(buffer)
      void fill(buffer, read(next.value))
    }
  }
  for (launch(); buffers[0]; launch()) {
    const buffer = buffers[0]
    while (buffer.chunks.length > 0 || !buffer.isDone) {
      if (buffer.chunks.length === 0) {
        await new Promise<void>((resolve) => {
          buffer.wake = resolve
        })
        continue
      }
      yield* buffer.chunks.splice(0)
    }
    if (buffer.error !== undefined) throw buffer.error
    buffers.shift()
  }
}

async function fill(buffer: SpanBuffer, bytes: AsyncIterable<Buffer>): Promise<void> {
  try {
    for await (const chunk of bytes) {
      buffer.chunks.push(chunk)
      buffer.wake?.()
    }
  } catch (error) {
    buffer.error = error instanceof Error ? error : new Error('a range failed', { cause: error })
  } finally {
    buffer.isDone = true
    buffer.wake?.()
  }
}
