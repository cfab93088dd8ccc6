/** A range of bytes. Both ends are inclusive, as in HTTP. */
export type Span = { start: number; end: number }

type Lane = { chunks: Buffer[]; isDone: boolean; error?: Error; wake?: () => void }

/**
 * Fetches several spans in parallel and yields their bytes in order. At most `width` spans are in flight or
 * buffered, so memory is bounded by `width` times the longest span. When the reader pauses, fetching soon
 * pauses too. When the reader stops, the spans in flight are aborted.
 */
export async function* inOrder(
  spans: Iterable<Span>,
  width: number,
  fetchSpan: (span: Span, push: (chunk: Buffer) => void, signal: AbortSignal) => Promise<void>,
): AsyncGenerator<Buffer> {
  const source = spans[Symbol.iterator]()
  const lanes: Lane[] = []
  const stop = new AbortController()
  const launch = () => {
    while (lanes.length < width) {
      const next = source.next()
      if (next.done) return
      const lane: Lane = { chunks: [], isDone: false }
      lanes.push(lane)
      const push = (chunk: Buffer) => {
        lane.chunks.push(chunk)
        lane.wake?.()
      }
      fetchSpan(next.value, push, stop.signal)
        .catch((error: unknown) => {
          lane.error = error instanceof Error ? error : new Error('a range failed', { cause: error })
        })
        .finally(() => {
          lane.isDone = true
          lane.wake?.()
        })
        .catch(() => undefined)
    }
  }
  try {
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
  } finally {
    stop.abort()
  }
}

const FIRST = 1024 ** 2
const LONGEST = 8 * FIRST

/**
 * Yields the spans from `start` to the end of a file. The first has 1 MiB, each next one doubles, up to 8
 * MiB.
 */
export function* growingSpans(start: number, size: number): Generator<Span> {
  let length = FIRST
  for (let at = start; at < size; at += length) {
    if (at > start) length = Math.min(2 * length, LONGEST)
    yield { start: at, end: Math.min(at + length, size) - 1 }
  }
}
