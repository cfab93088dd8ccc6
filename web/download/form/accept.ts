import type { Brand } from '#contract/brand.ts'
import { acceptAny, findLinks, platformOf } from '#contract/platforms/index.ts'
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

/**
 * The link of a pasted text that the page may submit without a press: the text contains exactly one link, and
 * the page accepts it. Null for other texts.
 */
export function soleLink(brand: Brand, text: string, platform?: Platform): string | null {
  const [link, ...more] = new Set(findLinks(text))
  return link !== undefined && more.length === 0 && acceptFor(brand, link, platform).ok ? link : null
}

/** A page that accepts a link which the page of another platform has refused. */
export type OtherPage = {
  /** The platform of the link. Absent for a site without a page of its own, which the home page accepts. */
  platformId?: string
  link: string
  /** "Vimeo", or the host of the link. */
  name: string
  /** The path of the page. */
  path: string
}

/** The page that accepts a text which the page of `platform` has refused. Undefined if there is none. */
export function otherPage(brand: Brand, text: string, platform: Platform): OtherPage | undefined {
  const link = soleLink(brand, text)
  if (link === null) return undefined
  const owner = platformOf(new URL(link))
  if (owner === platform) return undefined
  const [path] = owner?.paths ?? []
  if (!owner || path === undefined)
    return { link, name: owner?.displayName ?? new URL(link).hostname, path: '/' }
  return { link, platformId: owner.id, name: owner.displayName, path: `/${path}` }
}
