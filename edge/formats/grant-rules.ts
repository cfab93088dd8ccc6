import type { Extraction } from '#contract/engine/extraction.ts'
import type { Terms } from '../grants/grant.ts'
import { domainOf } from '../media/registrable-domain.ts'
import { itemKey } from '../request/item-key.ts'

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

export function mediaDomains({ renditions }: Extraction): string[] {
  const links = renditions.flatMap(({ url, manifest }) => (manifest === undefined ? [url] : [url, manifest]))
  const seen = links.filter((link) => URL.canParse(link)).map((link) => domainOf(new URL(link)))
  return [...new Set(seen)].slice(0, MAX_DOMAINS)
}
