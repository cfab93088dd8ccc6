/** A stretch of bytes, both ends included, as HTTP counts. */
export type Span = { start: number; end: number }

type Lane = { chunks: Buffer[]; isDone: boolean; error?: Error; wake?: () => void }

/**
 * Reads spans several at a time and gives their bytes in order. At most `width` spans are in flight or waiting to be
 * taken, so memory is bounded by `width` times the longest span; when the reader pauses, fetching soon pauses too.
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

/** Bounded spans from `start` to the end of a file: 1 MiB, then twice as long each, at most 8 MiB. */
export function* growingSpans(start: number, size: number): Generator<Span> {
  let length = FIRST
  for (let at = start; at < size; at += length) {
    if (at > start) length = Math.min(2 * length, LONGEST)
    yield { start: at, end: Math.min(at + length, size) - 1 }
  }
}
