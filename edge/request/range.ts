/** `start` and `end` are both inclusive. */
type SelectedRange =
  | { kind: 'whole' }
  | { kind: 'part'; start: number; end: number }
  | { kind: 'unsatisfiable' }

const WHOLE: SelectedRange = { kind: 'whole' }

/**
 * Parses a Range header (RFC 9110, sections 5.6.1 and 14.1.2) for a body of `size` bytes. If the header is
 * malformed or has several ranges, the whole body is selected, as section 14.2 allows.
 */
export function parseRange(header: string | null | undefined, size: number): SelectedRange {
  const list = /^bytes=(.*)$/i.exec(header ?? '')?.[1]
  if (list === undefined) return WHOLE
  const specs = list
    .split(',')
    .map((spec) => spec.trim())
    .filter((spec) => spec !== '')
  if (specs.length === 0) return WHOLE
  const ranges: { start: number; end: number }[] = []
  for (const spec of specs) {
    const [, first, last] = /^(\d*)-(\d*)$/.exec(spec) ?? []
    if (first === undefined || last === undefined || (first === '' && last === '')) return WHOLE
    const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
    const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
    if (last !== '' && Number(last) < Number(first)) return WHOLE
    if (start <= end) ranges.push({ start, end })
  }
  if (ranges.length === 0) return { kind: 'unsatisfiable' }
  return ranges.length === 1 ? { kind: 'part', ...ranges[0]! } : WHOLE
}

/** Returns the Range header to send to an origin. */
export function singleRange(header: string | null | undefined): string | null {
  const [, first, last] = /^bytes=[\s,]*(\d*)-(\d*)[\s,]*$/i.exec(header ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return null
  if (last !== '' && Number(last) < Number(first)) return null
  return `bytes=${first}-${last}`
}

/** `requested` must be a result of `singleRange`. */
export function answersRange(requested: string, contentRange: string | null): boolean {
  const [, start, end, size] = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(contentRange ?? '') ?? []
  if (start === undefined || Number(end) < Number(start)) return false
  if (size !== '*' && Number(end) >= Number(size)) return false
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(requested)!
  if (first === '') return size === '*' || Number(start) === Math.max(0, Number(size) - Number(last))
  return Number(start) === Number(first) && (last === '' || Number(end) <= Number(last))
}
