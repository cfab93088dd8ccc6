import { create } from 'content-disposition'
import { safeFileName } from '#contract/filename.ts'

/** What every answer with somebody else's bytes carries: a browser may show them and nothing more. */
export const UNTRUSTED_MEDIA_HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "sandbox; default-src 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
} as const

/** Content-Disposition with a name that is safe for any text; its extension is the media's own. */
export function disposition(
  type: 'inline' | 'attachment',
  name: string | undefined,
  extension: string,
): string {
  const header = create(safeFileName(name ?? '', extension), { type })
  // Quotes are optional around a plain word; some download programs read nothing else.
  return header.replace(/^(\w+; filename=)([^";]+)/, '$1"$2"')
}
