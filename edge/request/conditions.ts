/**
 * If-Match (RFC 9110, section 13.1.1): whether the condition holds for a strong `etag`. The comparison is
 * strong.
 */
export function passesIfMatch(header: string | undefined, etag: string): boolean {
  return header === undefined || header.trim() === '*' || listOf(header).includes(etag)
}

/** If-None-Match (section 13.1.2): whether the condition holds for `etag`. The comparison is weak. */
export function passesIfNoneMatch(header: string | undefined, etag: string): boolean {
  if (header === undefined) return true
  return header.trim() !== '*' && !listOf(header).some((value) => value.replace(/^W\//, '') === etag)
}

const listOf = (header: string): string[] => header.split(',').map((value) => value.trim())
