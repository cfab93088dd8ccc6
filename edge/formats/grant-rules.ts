import type { Extraction } from '#contract/engine/extraction.ts'
import { MAX_FILE_BYTES } from '#contract/limits.ts'
import { platformOf } from '#contract/platforms/index.ts'
import { domainOf } from '../media/registrable-domain.ts'
import { itemKey } from '../request/block-list.ts'
import { sizeOf } from './format-row.ts'

/**
 * Returns the links under which the block list can block an item: the source link and, if it redirected to
 * another item, the link of that item.
 */
export function sourcesOf({ source_url, led_to }: Extraction): string[] {
  return led_to && itemKey(led_to) !== itemKey(source_url) ? [source_url, led_to] : [source_url]
}

/** Maximum number of domains in a grant. It is small, because every link of a playlist carries the grant. */
const MAX_DOMAINS = 12
/**
 * Factor by which a body may exceed the largest rendition. Many sizes are estimates, so they need a margin.
 */
const SIZE_MARGIN = 1.2

/**
 * Returns the registrable domains of all media links of an extraction, and the media domains of its platform.
 */
export function mediaDomains({ renditions, source_url }: Extraction): string[] {
  const links = renditions.flatMap(({ url, manifest }) => (manifest === undefined ? [url] : [url, manifest]))
  const seen = links.filter((link) => URL.canParse(link)).map((link) => domainOf(new URL(link)))
  const known = platformOf(new URL(source_url))?.mediaDomains ?? []
  return [...new Set([...known, ...seen])].slice(0, MAX_DOMAINS)
}

/** Returns the maximum body size, in bytes, for any link in a playlist of this extraction. */
export function maxBodyBytes({ renditions, duration }: Extraction): number {
  const sizes = renditions.map((rendition) => sizeOf(rendition, duration).bytes)
  const isKnown = sizes.every((size) => size !== null) && sizes.length > 0
  return isKnown ? Math.ceil(Math.max(...sizes.map(Number)) * SIZE_MARGIN) : MAX_FILE_BYTES
}
