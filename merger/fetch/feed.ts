/** Yields the bytes of one source in order. */
export type Feed = {
  /** The first bytes, enough to detect the format. `bytes` yields these bytes again. */
  readonly head: Buffer
  /** Size of the whole source in bytes, according to its origin; null = unknown. */
  readonly size: number | null
  /**
   * True when the feed checks that all bytes of its source arrive. It can check this if the source announces
   * its size or sends a chunked body.
   */
  readonly isExact: boolean
  /**
   * Yields all bytes from the beginning. May be called only once. The iterator throws a Failure when the
   * source breaks.
   */
  bytes(): AsyncIterable<Buffer>
}
