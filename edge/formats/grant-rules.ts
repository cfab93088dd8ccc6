import type { Extraction } from '#contract/engine/extraction.ts'
import { MAX_FILE_BYTES } from '#contract/limits.ts'
import { domainOf } from '../media/registrable-domain.ts'
import { itemKey } from '../request/item-key.ts'
import { sizeOf } from './format-row.ts'

/**
 * Returns the links of an item that are checked against the block list: the source link and, if the source
 * link redirected to another item, the link of that item.
 */
export function sourcesOf({ source_url, led_to }: Extraction): string[] {
  return led_to && itemKey(led_to) !== itemKey(source_url) ? [source_url, led_to] : [source_url]
}

/**
 * Maximum number of domains in the grant of a playlist. The number is small, because the rewritten playlist
 * contains the grant in every link.
 */
const MAX_DOMAINS = 12
/**
 * For one link in a playlist, our proxy sends at most the size of the largest rendition, multiplied by this
 * factor. The factor is above 1, because many sizes of renditions are estimates.
 */
const SIZE_MARGIN = 1.2

/** Returns the registrable domains of the media links of an extraction, at most MAX_DOMAINS. */
export function mediaDomains({ renditions }: Extraction): string[] {
  const links = renditions.flatMap(({ url, manifest }) => (manifest === undefined ? [url] : [url, manifest]))
  const seen = links.filter((link) => URL.canParse(link)).map((link) => domainOf(new URL(link)))
  return [...new Set(seen)].slice(0, MAX_DOMAINS)
}

/**
 * Returns the maximum number of bytes that our proxy sends for one link in a playlist, for example for a
 * segment.
 */
export function maxBodyBytes({ renditions, duration }: Extraction): number {
  const sizes = renditions.map((rendition) => sizeOf(rendition, duration).bytes)
  const isKnown = sizes.every((size) => size !== null) && sizes.length > 0
  return isKnown ? Math.ceil(Math.max(...sizes.map(Number)) * SIZE_MARGIN) : MAX_FILE_BYTES
}
