/** Bytes of one source in order, from the beginning. */
export type Feed = {
  /** What came first; enough to tell what it is. `bytes` gives it again. */
  readonly head: Buffer
  /** The whole length as the origin says, or null while nobody knows. */
  readonly size: number | null
  /** True when the length was announced and checked, so that all bytes arriving proves all are there. */
  readonly isExact: boolean
  /** May be read once. Throws a Failure when the source breaks. */
  bytes(): AsyncIterable<Buffer>
}
