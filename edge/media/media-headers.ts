import { create } from 'content-disposition'
import { safeFileName } from '#contract/filename.ts'

/**
 * Headers of every response that contains bytes from another site. A browser may show the bytes, but it must
 * not run them, and other sites must not embed them.
 */
export const UNTRUSTED_MEDIA_HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
} as const

/**
 * Returns a Content-Disposition header with a file name that is safe for any text. `extension` replaces the
 * extension of the name.
 */
export function disposition(
  type: 'inline' | 'attachment',
  name: string | undefined,
  extension: string,
): string {
  const header = create(safeFileName(name ?? '', extension), { type })
  // RFC 6266 allows a file name without quotes, but some download programs read only a quoted one.
  return header.replace(/^(\w+; filename=)([^";]+)/, '$1"$2"')
}
