import type { Brand } from '#contract/brand.ts'
import { inBrand, whyNotTaken } from '#contract/brand-platforms.ts'
import { acceptAny, findLinks, platformOf } from '#contract/platforms/index.ts'
import { NO_LINK, reject, type Accepted, type Platform } from '#contract/platforms/platform.ts'

/**
 * Refuses a link that the page's platform does not accept. Also refuses a link to a platform that the brand
 * has disabled.
 */
export function acceptFor(brand: Brand, text: string, platform?: Platform): Accepted {
  if (!text.trim()) return reject(NO_LINK)
  const found = platform ? platform.accept(text) : acceptAny(text)
  if (!found.ok) return found
  const refusal = whyNotTaken(brand, platformOf(new URL(found.url)))
  return refusal === undefined ? found : reject(refusal)
}

export function soleLink(brand: Brand, text: string, platform?: Platform): string | null {
  const [link, ...more] = new Set(findLinks(text))
  return link !== undefined && more.length === 0 && acceptFor(brand, link, platform).ok ? link : null
}

export type OtherPage = {
  platformId?: string
  link: string
  name: string
  path: string
}

/**
 * Returns the page that accepts a text, after the page of `platform` has refused it. Returns undefined if no
 * other page accepts the text, or if the text does not contain exactly one link.
 */
export function otherPage(brand: Brand, text: string, platform: Platform): OtherPage | undefined {
  const link = soleLink(brand, text)
  if (link === null) return undefined
  const owner = platformOf(new URL(link))
  if (owner?.id === platform.id) return undefined
  const [path] = owner?.paths ?? []
  if (!owner || path === undefined)
    return { link, name: owner?.displayName ?? new URL(link).hostname, path: '/' }
  return { link, platformId: owner.id, name: inBrand(brand, owner).displayName, path: `/${path}` }
}
