import type { Brand } from '#contract/brand.ts'
import { acceptAny, platformOf } from '#contract/platforms/index.ts'
import { NO_LINK, reject, type Accepted, type Platform } from '#contract/platforms/platform.ts'
import { isShown } from '../../brand.ts'

/**
 * Finds the link in a pasted text by the rules of the page's platform. Refuses links of platforms that the
 * brand has disabled.
 */
export function acceptFor(brand: Brand, text: string, platform?: Platform): Accepted {
  if (!text.trim()) return reject(NO_LINK)
  const found = platform ? platform.accept(text) : acceptAny(text)
  if (!found.ok) return found
  const owner = platformOf(new URL(found.url))
  // Brands cannot disable a platform without a page.
  if (!owner || owner.paths.length === 0 || isShown(brand, owner)) return found
  return reject(
    `${brand.branding.name} doesn’t take ${owner.displayName} links. Please try another platform.`,
  )
}
