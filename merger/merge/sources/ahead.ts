type Lane = {
  chunks: Buffer[]
  bytes: number
  isDone: boolean
  error?: Error
  wake?: () => void
  room?: () => void
}

/** A lane that has read this many bytes ahead pauses, so that parts of any size need little memory. */
const LANE_BYTES = 8 * 1024 ** 2

/** Reads `width` items at once and yields their bytes in the order of the items. */
export async function* ahead<Item>(
  items: Iterable<Item>,
  width: number,
  read: (item: Item, signal: AbortSignal) => AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  const stop = new AbortController()
  const source = items[Symbol.iterator]()
  const lanes: Lane[] = []
  const launch = () => {
    while (lanes.length < width) {
      const next = source.next()
      if (next.done) return
      const lane: Lane = { chunks: [], bytes: 0, isDone: false }
      lanes.push(lane)
      void fill(lane, read(next.value, stop.signal), stop.signal)
    }
  }
  try {
    for (launch(); lanes[0]; launch()) {
      const lane = lanes[0]
      while (lane.chunks.length > 0 || !lane.isDone) {
        if (lane.chunks.length === 0) {
          await new Promise<void>((resolve) => (lane.wake = resolve))
          continue
        }
        const chunk = lane.chunks.shift()!
        lane.bytes -= chunk.length
        if (lane.bytes < LANE_BYTES) lane.room?.()
        yield chunk
      }
      if (lane.error) throw lane.error
      lanes.shift()
    }
  } finally {
    stop.abort()
    for (const lane of lanes) lane.room?.()
  }
}

async function fill(lane: Lane, bytes: AsyncIterable<Buffer>, signal: AbortSignal): Promise<void> {
  try {
    for await (const chunk of bytes) {
      lane.chunks.push(chunk)
      lane.bytes += chunk.length
      lane.wake?.()
      if (lane.bytes >= LANE_BYTES) await new Promise<void>((resolve) => (lane.room = resolve))
      if (signal.aborted) return
    }
  } catch (error) {
    lane.error = error instanceof Error ? error : new Error('a part failed', { cause: error })
  } finally {
    lane.isDone = true
    lane.wake?.()
  }
}
