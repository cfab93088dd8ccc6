import { create } from 'content-disposition'
import { safeFileName } from '#contract/filename.ts'

/** With them a browser may show the bytes but not run them as a page, and other sites may not embed them. */
export const UNTRUSTED_MEDIA_HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
} as const

export function disposition(
  type: 'inline' | 'attachment',
  name: string | undefined,
  extension: string,
): string {
  const header = create(safeFileName(name ?? '', extension), { type })
  // The file name is quoted. RFC 6266 allows a name without quotes, but some download programs read only a
  // quoted one.
  return header.replace(/^(\w+; filename=)([^";]+)/, '$1"$2"')
}
