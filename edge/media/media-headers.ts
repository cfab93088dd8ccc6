import { create } from 'content-disposition'
import { safeFileName } from '#contract/filename.ts'

/**
 * Headers of every answer with bytes of another site: a browser may show them, but not run them or embed them
 * elsewhere.
 */
export const UNTRUSTED_MEDIA_HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
} as const

/** Content-Disposition with a file name that is safe for any text; `extension` replaces the name's own. */
export function disposition(
  type: 'inline' | 'attachment',
  name: string | undefined,
  extension: string,
): string {
  const header = create(safeFileName(name ?? '', extension), { type })
  // Quotes around a token are optional (RFC 6266), but some download programs read only a quoted name.
  return header.replace(/^(\w+; filename=)([^";]+)/, '$1"$2"')
}
