/** Evaluates If-Match (RFC 9110, section 13.1.1) with a strong comparison. */
export function passesIfMatch(header: string | undefined, etag: string): boolean {
  return header === undefined || header.trim() === '*' || listOf(header).includes(etag)
}

/** Evaluates If-None-Match (RFC 9110, section 13.1.2) with a weak comparison. */
export function passesIfNoneMatch(header: string | undefined, etag: string): boolean {
  if (header === undefined) return true
  return header.trim() !== '*' && !listOf(header).some((value) => value.replace(/^W\//, '') === etag)
}

const listOf = (header: string): string[] => header.split(',').map((value) => value.trim())
