import { Failure } from '#contract/failure.ts'
import { SIGNATURE_BYTES } from '#contract/media-signature.ts'
import { concat } from '../request/bounded-body.ts'
import { Pieces } from './pieces.ts'

/** Asks for the rest of a broken body. Undefined if it is not the rest of the same file. */
export type AskRest = (position: number) => Promise<Response | undefined>

type StreamOptions = {
  /** Bytes of the whole body, null if unknown. */
  length: number | null
  maxBytes?: number | undefined
  askRest?: AskRest | undefined
  relay?: RelayedBytes | undefined
}

/** A body of a merger is counted in slices, each before it is sent. It breaks off if that throws. */
export class RelayedBytes {
  static readonly SLICE = 8 * 1024 ** 2
  readonly #count: (bytes: number) => Promise<void>
  /** Null until a merger passes bytes on. */
  #counted: number | null = null
  #sent = 0

  constructor(count: (bytes: number) => Promise<void>) {
    this.#count = count
  }

  async begin(length: number | null): Promise<void> {
    this.#counted = Math.min(length ?? RelayedBytes.SLICE, RelayedBytes.SLICE)
    await this.#count(this.#counted)
  }

  async send(bytes: number): Promise<void> {
    this.#sent += bytes
    if (this.#counted === null || this.#sent <= this.#counted) return
    this.#counted += RelayedBytes.SLICE
    await this.#count(RelayedBytes.SLICE)
  }

  /** From now on a merger passes bytes on. */
  async resume(): Promise<void> {
    if (this.#counted !== null) return
    this.#sent = 0
    await this.begin(null)
  }
}

/** The body of an answer, whose first bytes are read before anyone gets it. */
export class SourceBody {
  readonly head: Uint8Array
  readonly #body: ReadableStream<Uint8Array> | null
  #pieces: Pieces | null

  private constructor(head: Uint8Array, body: ReadableStream<Uint8Array> | null, pieces: Pieces | null) {
    this.head = head
    this.#body = body
    this.#pieces = pieces
  }

  static async open({ body }: Response): Promise<SourceBody> {
    const pieces = body && new Pieces(body)
    const chunks: Uint8Array[] = []
    for (let left = SIGNATURE_BYTES; left > 0; left -= chunks.at(-1)!.byteLength) {
      const piece = await pieces?.next(left)
      if (!piece) return new SourceBody(concat(chunks), body, null)
      chunks.push(piece.slice())
    }
    return new SourceBody(concat(chunks), body, pieces)
  }

  cancel(): void {
    this.#pieces?.cancel()
  }

  stream(options: StreamOptions): ReadableStream<Uint8Array> {
    const { length, askRest, relay } = options
    const { readable, writable } =
      length === null ? new IdentityTransformStream() : new FixedLengthStream(length)
    // Native streams move a body that needs no counting, at less than the CPU time of the loop.
    const isLong = relay !== undefined && (length ?? Infinity) > RelayedBytes.SLICE
    const isCounted = length === null || askRest !== undefined || this.#pieces === null || isLong
    // A broken body reaches the visitor as a broken transfer.
    void (isCounted ? this.#count(writable, options) : this.#pipe(writable))
    return readable
  }

  async #pipe(writable: WritableStream<Uint8Array>): Promise<void> {
    const writer = writable.getWriter()
    try {
      await writer.write(this.head)
      writer.releaseLock()
      this.#pieces!.release()
      await this.#body!.pipeTo(writable)
    } catch (error) {
      // Where `pipeTo` has ended both streams, these fail.
      await Promise.allSettled([writer.abort(error), writable.abort(error), this.#body!.cancel(error)])
      this.cancel()
    }
  }

  async #count(writable: WritableStream<Uint8Array>, options: StreamOptions) {
    const writer = writable.getWriter()
    try {
      for await (const piece of this.#resumed(options)) await writer.write(piece)
      await writer.close()
    } catch (error) {
      this.cancel()
      await writer.abort(error).catch(() => undefined)
    }
  }

  async *#resumed({ length, maxBytes = Infinity, askRest, relay }: StreamOptions) {
    let position = this.head.byteLength
    await relay?.send(position)
    if (position > 0) yield this.head
    for (let mayResume = true; ;) {
      try {
        const piece = await this.#pieces?.next()
        if (!piece && length !== null && position !== length) throw new Error('the source ended early')
        if (!piece) return
        position += piece.byteLength
        if (position > maxBytes) throw new Failure('too_big')
        await relay?.send(piece.byteLength)
        yield piece
      } catch (error) {
        const rest = mayResume && !(error instanceof Failure) ? await askRest?.(position) : undefined
        if (!rest?.body) throw error
        mayResume = false
        await relay?.resume()
        this.cancel()
        this.#pieces = new Pieces(rest.body)
      }
    }
  }
}
