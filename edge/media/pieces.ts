/** Each piece wakes the Worker, so pieces are as large as are read and sent within `QUICK_MS`. */
const MOST_BYTES = 512 * 1024
const LEAST_BYTES = 4 * 1024
const QUICK_MS = 250
/** As long as the merger waits for a silent source, which is then asked once more. */
const SILENCE_MS = 20_000

/** Reads a body in pieces. A piece is valid until the next one is read, because they share one buffer. */
export class Pieces {
  #reader: ReadableStreamBYOBReader
  #buffer = new ArrayBuffer(0)
  #size = LEAST_BYTES
  #since = Date.now()

  constructor(body: ReadableStream<Uint8Array>) {
    this.#reader = body.getReader({ mode: 'byob' })
  }

  /** Undefined at the end of the body. */
  async next(least = this.#size): Promise<Uint8Array | undefined> {
    if (this.#buffer.byteLength !== this.#size) this.#buffer = new ArrayBuffer(this.#size)
    const { value } = await inTime(this.#reader.readAtLeast(least, new Uint8Array(this.#buffer)))
    if (!value) return undefined
    this.#buffer = value.buffer
    const now = Date.now()
    const isQuick = now - this.#since <= QUICK_MS
    this.#size = isQuick ? Math.min(MOST_BYTES, this.#size * 2) : Math.max(LEAST_BYTES, this.#size / 2)
    this.#since = now
    return value.byteLength > 0 ? value : undefined
  }

  release(): void {
    this.#reader.releaseLock()
  }

  /** If the body has already failed, `cancel` rejects. */
  cancel(): void {
    void this.#reader.cancel().catch(() => undefined)
  }
}

async function inTime<T>(read: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | null = null
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the source is silent')), SILENCE_MS)
  })
  try {
    return await Promise.race([read, late])
  } finally {
    clearTimeout(timer)
  }
}
