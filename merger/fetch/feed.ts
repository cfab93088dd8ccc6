/** The bytes of one input of a merge, in order. The input is one media file or the segments of a playlist. */
export type Feed = {
  /** The first bytes, enough to detect the format. `bytes` yields these bytes again. */
  readonly head: Buffer
  /** Size of the whole input in bytes, as announced by the media server; null = unknown. */
  readonly size: number | null
  /**
   * True if `bytes` throws when bytes are missing at the end. This check is possible if the media server
   * announces the size or sends a chunked body.
   */
  readonly isExact: boolean
  /**
   * Yields all bytes from the beginning. May be called only once. The iterator throws a Failure when the
   * input cannot be read completely.
   */
  bytes(): AsyncIterable<Buffer>
}
