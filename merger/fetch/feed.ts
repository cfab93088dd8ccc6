export type Feed = {
  /** `bytes` yields these bytes again. */
  readonly head: Buffer
  readonly size: number | null
  /** True if `bytes` throws when bytes are missing at the end. */
  readonly isExact: boolean
  /** May be called only once. */
  bytes(): AsyncIterable<Buffer>
}
