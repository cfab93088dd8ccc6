/** Bytes of a resource; a `length` of null reaches to its end. */
export type ByteRange = { start: number; length: number | null }

/** RFC 9110, section 14.1.2. */
export const headerOf = (range: ByteRange | null): string | null =>
  range && `bytes=${range.start}-${range.length === null ? '' : range.start + range.length - 1}`

/** Of a whole resource, for a server without ranges. */
export const inRange = (bytes: Uint8Array, range: ByteRange | null): Uint8Array =>
  range ? bytes.subarray(range.start, range.length === null ? undefined : range.start + range.length) : bytes

/** RFC 8216, section 5.2. `iv`: 32 hexadecimal digits; null: the number of the segment is the vector. */
export type Key = { url: string; iv: string | null; sequence: number }

/** `urls` lead to the same bytes, in the order in which to try them. */
export type Address = {
  urls: string[]
  range: ByteRange | null
  key: Key | null
  /** The resource may end before its range does. */
  mayEnd?: boolean
}

export type Part = Address & {
  /** null = the list does not say. */
  seconds: number | null
  /** True if the number of the parts is computed from a rounded length, so that this one may not exist. */
  mayMiss?: boolean
}

/** Parts with one clock and one map. Joined bytes of a run are one stream. */
export type Run = {
  map: Address | null
  parts: Part[]
  /** Where the run begins on the clock of the item; null = a length before it is unknown. */
  start: number | null
  /** What the clock of its media shows there; null = only the media says. */
  zero: number | null
  /** How much of its media belongs to the item, from `zero` on; absent: all of it. */
  seconds?: number
  isAdvertisement: boolean
  /** Seconds of holes that the list itself names (EXT-X-GAP). */
  gaps: number
}

/** Seconds. */
export type ListedLength = { seconds: number; slack: number }

export type MediaTrack = {
  runs: Run[]
  /** The clock of the media can jump between runs, or a single run belongs to a list where it can. */
  isSpliced: boolean
  /** null = the list leaves it open. */
  expected: ListedLength | null
}
