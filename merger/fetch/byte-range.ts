/** A range of bytes. `start` and `end` are both inclusive, as in HTTP. */
export type Span = { start: number; end: number }

/**
 * The bytes that a client requests with a Range header, in one of two forms:
 * - from `start` to `end`, or to the end of the file when `end` is absent
 * - the last `suffix` bytes of the file
 */
export type WantedRange = { start: number; end?: number } | { suffix: number }

/**
 * Parses a Range header. Returns undefined when the header is absent or invalid, or requests several ranges.
 * The caller then sends the whole file (RFC 9110, section 14.2).
 */
export function parseRange(text: string | undefined): WantedRange | undefined {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(text ?? '') ?? []
  if (!first) return last ? { suffix: Number(last) } : undefined
  const start = Number(first)
  if (!last) return { start }
  return Number(last) < start ? undefined : { start, end: Number(last) }
}

/**
 * Parses a Content-Range header (RFC 9110, section 14.4). Returns undefined when the header is invalid or
 * does not state the size of the file.
 */
export function contentRange(text: string | undefined): (Span & { total: number }) | undefined {
  const match = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(text ?? '')
  if (!match) return undefined
  const [start, end, total] = [Number(match[1]), Number(match[2]), Number(match[3])]
  return Number.isSafeInteger(total) && start <= end && end < total ? { start, end, total } : undefined
}

/**
 * Returns the number of bytes in a Content-Length header. Returns null when the header is absent or not a
 * valid number.
 */
export function contentLength(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null
}

/**
 * Maximum length in bytes of the first range that the merger requests of a file. Nearly all media servers
 * accept a range of this length.
 */
export const FIRST_RANGE = 1024 ** 2
const LONGEST_RANGE = 8 * FIRST_RANGE

/**
 * Divides the bytes from `start` to `end` (exclusive) into spans. The first span has 1 MiB. Each later span
 * is twice as long as the one before, up to 8 MiB. The last span may be shorter.
 */
export function* growingSpans(start: number, end: number): Generator<Span> {
  let length = FIRST_RANGE
  for (let at = start; at < end; at += length) {
    if (at > start) length = Math.min(2 * length, LONGEST_RANGE)
    yield { start: at, end: Math.min(at + length, end) - 1 }
  }
}
