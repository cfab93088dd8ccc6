/** Each piece wakes the Worker, so pieces are as large as arrive within `QUICK_MS`. */
const PIECE_BYTES = 128 * 1024
const LEAST_BYTES = 4 * 1024
const QUICK_MS = 250
/** As long as the merger waits for a silent source. */
const SILENCE_MS = 20_000

/** Reads a body in pieces. A piece is valid until the next one is read, because they share one buffer. */
export class Pieces {
  #reader: ReadableStreamBYOBReader
  #buffer = new ArrayBuffer(PIECE_BYTES)
  #least = LEAST_BYTES

  constructor(body: ReadableStream<Uint8Array>) {
    this.#reader = body.getReader({ mode: 'byob' })
  }

  /** Undefined at the end of the body. */
  async next(least = this.#least): Promise<Uint8Array | undefined> {
    // A failed read keeps the buffer.
    if (this.#buffer.byteLength === 0) this.#buffer = new ArrayBuffer(PIECE_BYTES)
    const since = Date.now()
    const { value } = await inTime(this.#reader.readAtLeast(least, new Uint8Array(this.#buffer)))
    if (!value) return undefined
    this.#buffer = value.buffer
    this.#least =
      Date.now() - since > QUICK_MS
        ? Math.max(LEAST_BYTES, this.#least / 2)
        : Math.min(PIECE_BYTES, this.#least * 2)
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
