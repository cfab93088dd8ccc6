import type { Extraction } from '#contract/engine/extraction.ts'
import { MAX_FILE_BYTES } from '#contract/limits.ts'
import type { Terms } from '../grants/grant.ts'
import { domainOf } from '../media/registrable-domain.ts'
import { itemKey } from '../request/item-key.ts'
import { sizeOf, type Item } from './known-facts.ts'

export function sourcesOf({ source_url, led_to }: Extraction): string[] {
  return led_to && itemKey(led_to) !== itemKey(source_url) ? [source_url, led_to] : [source_url]
}

type Fetched = { headers: Record<string, string>; bound: boolean }

export const termsOf = (
  { headers, bound }: Fetched,
  container: string,
  extraction: Extraction,
  merger: string,
): Terms => ({
  headers,
  cookies: null,
  way: bound ? 'relay' : 'edge',
  merger,
  key: '',
  container,
  expiresAt: extraction.expires_at,
  sources: sourcesOf(extraction),
})

/** Small, because the rewritten playlist contains the grant in every link. */
const MAX_DOMAINS = 12
/**
 * For one link in a playlist, our proxy sends at most the size of the largest rendition, multiplied by this
 * factor. The factor is above 1, because many sizes of renditions are estimates.
 */
const SIZE_MARGIN = 1.2

export function mediaDomains({ renditions }: Extraction): string[] {
  const links = renditions.flatMap(({ url, manifest }) => (manifest === undefined ? [url] : [url, manifest]))
  const seen = links.filter((link) => URL.canParse(link)).map((link) => domainOf(new URL(link)))
  return [...new Set(seen)].slice(0, MAX_DOMAINS)
}

export function maxBodyBytes({ renditions, duration }: Item): number {
  const sizes = renditions.map((rendition) => sizeOf(rendition, duration).filesize)
  const isKnown = sizes.every((size) => size !== null) && sizes.length > 0
  return isKnown ? Math.ceil(Math.max(...sizes.map(Number)) * SIZE_MARGIN) : MAX_FILE_BYTES
}
