import type { Span } from './byte-range.ts'

type Lane = { chunks: Buffer[]; isDone: boolean; error?: Error; wake?: () => void }
/**
 * Requests one span (a byte range) and yields its bytes. `signal` fires when the reader stops before the end.
 */
type ReadSpan = (span: Span, signal: AbortSignal) => AsyncIterable<Buffer>

/**
 * Reads several spans in parallel and yields their bytes in order. At most `width` spans are requested or
 * buffered at the same time, so memory use is at most `width` times the longest span. When the reader stops,
 * all running requests are aborted. When the reader only pauses, `width` decides:
 * - if `width` is 1, nothing is buffered, and the request pauses too
 * - otherwise, the requested spans are read to their ends, and no further span is requested
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
  const lanes: Lane[] = []
  const launch = () => {
    while (lanes.length < width) {
      const next = source.next()
      if (next.done) return
      const lane: Lane = { chunks: [], isDone: false }
      lanes.push(lane)
      void fill(lane, read(next.value))
    }
  }
  for (launch(); lanes[0]; launch()) {
    const lane = lanes[0]
    while (lane.chunks.length > 0 || !lane.isDone) {
      if (lane.chunks.length === 0) {
        await new Promise<void>((resolve) => {
          lane.wake = resolve
        })
        continue
      }
      yield* lane.chunks.splice(0)
    }
    if (lane.error !== undefined) throw lane.error
    lanes.shift()
  }
}

/** Appends the bytes of a span to `lane.chunks`. If reading fails, stores the error in `lane.error`. */
async function fill(lane: Lane, bytes: AsyncIterable<Buffer>): Promise<void> {
  try {
    for await (const chunk of bytes) {
      lane.chunks.push(chunk)
      lane.wake?.()
    }
  } catch (error) {
    lane.error = error instanceof Error ? error : new Error('a range failed', { cause: error })
  } finally {
    lane.isDone = true
    lane.wake?.()
  }
}
