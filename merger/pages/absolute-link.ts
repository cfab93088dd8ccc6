import { isPublicUrl } from '../egress/public-url.ts'
import type { Page } from './page.ts'

/** Undefined for a link that does not lead into the public internet. */
export function absoluteLink(found: string | null | undefined, page: Page): string | undefined {
  const link = found && URL.canParse(found, page.base.href) ? new URL(found, page.base).href : null
  return isPublicUrl(link) ? link : undefined
}
