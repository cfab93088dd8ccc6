import type { Span } from '#media/spans.ts'

export type WantedRange = { start: number; end?: number } | { suffix: number }

/** If the result is undefined, the caller sends the whole file (RFC 9110, section 14.2). */
export function parseRange(text: string | undefined): WantedRange | undefined {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(text ?? '') ?? []
  if (!first) return last ? { suffix: Number(last) } : undefined
  const start = Number(first)
  if (!last) return { start }
  return Number(last) < start ? undefined : { start, end: Number(last) }
}

/** RFC 9110, section 14.4. */
export function contentRange(text: string | undefined): (Span & { total: number }) | undefined {
  const match = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(text ?? '')
  if (!match) return undefined
  const [start, end, total] = [Number(match[1]), Number(match[2]), Number(match[3])]
  return Number.isSafeInteger(total) && start <= end && end < total ? { start, end, total } : undefined
}

/** Nearly all media servers accept a range of this length. */
export const FIRST_RANGE = 1024 ** 2
const LONGEST_RANGE = 8 * FIRST_RANGE

export function* growingSpans(start: number, end: number): Generator<Span> {
  let length = FIRST_RANGE
  for (let at = start; at < end; at += length) {
    if (at > start) length = Math.min(2 * length, LONGEST_RANGE)
    yield { start: at, end: Math.min(at + length, end) - 1 }
  }
}
