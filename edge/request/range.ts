/** What a Range header asks of a body: all of it, one part (both ends inclusive), or something it does not have. */
export type Wanted =
  | { kind: 'whole' }
  | { kind: 'part'; start: number; end: number }
  | { kind: 'unsatisfiable' }

const WHOLE: Wanted = { kind: 'whole' }

/**
 * Reads a Range header by RFC 9110 sections 5.6.1 and 14.1.2. What is malformed is ignored, and so are several ranges:
 * both answer with the whole body, which section 14.2 allows.
 */
export function parseRange(header: string | null | undefined, size: number): Wanted {
  const list = /^bytes=(.*)$/i.exec(header ?? '')?.[1]
  if (list === undefined) return WHOLE
  const specs = list
    .split(',')
    .map((spec) => spec.trim())
    .filter((spec) => spec !== '')
  if (specs.length === 0) return WHOLE
  const parts: { start: number; end: number }[] = []
  for (const spec of specs) {
    const [, first, last] = /^(\d*)-(\d*)$/.exec(spec) ?? []
    if (first === undefined || last === undefined || (first === '' && last === '')) return WHOLE
    const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
    const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
    if (first !== '' && last !== '' && Number(last) < Number(first)) return WHOLE
    if (start < size && start <= end) parts.push({ start, end })
  }
  if (parts.length === 0) return { kind: 'unsatisfiable' }
  return parts.length === 1 ? { kind: 'part', ...parts[0]! } : WHOLE
}

/** A Range header reduced to its one range, to pass on; null when it asks for the whole or for several. */
export function singleRange(header: string | null | undefined): string | null {
  const [, first, last] = /^bytes=[\s,]*(\d*)-(\d*)[\s,]*$/i.exec(header ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return null
  if (first !== '' && last !== '' && Number(last) < Number(first)) return null
  return `bytes=${first}-${last}`
}

/** Whether a source's Content-Range is what was asked for; `asked` comes from `singleRange`. */
export function answersRange(asked: string, contentRange: string | null): boolean {
  const [, start, end, size] = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(contentRange ?? '') ?? []
  if (start === undefined || Number(end) < Number(start)) return false
  if (size !== '*' && Number(end) >= Number(size)) return false
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(asked)!
  if (first === '') return size === '*' || Number(start) === Math.max(0, Number(size) - Number(last))
  return Number(start) === Number(first) && (last === '' || Number(end) <= Number(last))
}
