/** The bytes of one source in order. */
export type Feed = {
  /** The first bytes, enough to detect the format. `bytes` yields them again. */
  readonly head: Buffer
  /** Bytes of the whole source according to its origin; null = unknown. */
  readonly size: number | null
  /**
   * True when the origin announced the size and the feed checks it, so the end of the feed proves that it is
   * complete.
   */
  readonly isExact: boolean
  /** All bytes from the beginning. Call it once. The iterator throws a Failure when the source breaks. */
  bytes(): AsyncIterable<Buffer>
}
