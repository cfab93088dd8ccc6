/** Bytes of a file, both ends inside. */
export type Span = { start: number; end: number }

/** `earliest`: the key frame from which the spans can be played, in seconds of the item. */
export type Needed = { spans: Span[]; earliest: number }

/** Ranges with a smaller gap are fetched as one. */
const MAX_GAP = 256 * 1024
/** Each is a request to the site. */
const MAX_SPANS = 100

/** Joins ranges while they are added, so that a crafted table cannot name millions. */
export class Spans {
  readonly #found: Span[] = []
  #last: Span | undefined

  get all(): Span[] {
    return joinSpans(this.#found)
  }
  get isTooMany(): boolean {
    return this.#found.length > MAX_SPANS
  }

  add(span: Span): void {
    const near =
      this.#last && isNear(this.#last, span) ? this.#last : this.#found.find((one) => isNear(one, span))
    if (near) {
      near.start = Math.min(near.start, span.start)
      near.end = Math.max(near.end, span.end)
    } else this.#found.push({ ...span })
    this.#last = near ?? this.#found.at(-1)
  }
}

const isNear = (a: Span, b: Span) => b.start <= a.end + MAX_GAP && b.end >= a.start - MAX_GAP

export function joinSpans(spans: Span[]): Span[] {
  const found: Span[] = []
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    const last = found.at(-1)
    if (last && start <= last.end + MAX_GAP) last.end = Math.max(last.end, end)
    else found.push({ start, end })
  }
  return found
}
