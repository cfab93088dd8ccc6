import type { Extraction } from '#contract/engine.ts'
import { MAX_FILE_BYTES } from '#contract/limits.ts'
import { platformOf } from '#contract/platforms/index.ts'
import { domainOf } from '../media/registrable-domain.ts'
import { itemKey } from '../request/block-list.ts'
import { sizeOf } from './format-row.ts'

/** The links of the item, for the block list: the pasted one, and the one that it led to. */
export function sourcesOf({ source_url, led_to }: Extraction): string[] {
  return led_to && itemKey(led_to) !== itemKey(source_url) ? [source_url, led_to] : [source_url]
}

/** A grant lists at most this many domains, because each link of a playlist carries the grant. */
const MAX_DOMAINS = 12
/** A body may be this much larger than the largest rendition, because many sizes are estimates. */
const SIZE_MARGIN = 1.2

/** Registrable domains of all media links of an extraction, and those of its platform's media. */
export function mediaDomains({ renditions, source_url }: Extraction): string[] {
  const links = renditions.flatMap(({ url, manifest }) => (manifest === undefined ? [url] : [url, manifest]))
  const seen = links.filter((link) => URL.canParse(link)).map((link) => domainOf(new URL(link)))
  const known = platformOf(new URL(source_url))?.mediaDomains ?? []
  return [...new Set([...known, ...seen])].slice(0, MAX_DOMAINS)
}

/** The largest body of a link in a playlist of this extraction, in bytes. */
export function maxBodyBytes({ renditions, duration }: Extraction): number {
  const sizes = renditions.map((rendition) => sizeOf(rendition, duration).bytes)
  const isKnown = sizes.every((size) => size !== null) && sizes.length > 0
  return isKnown ? Math.ceil(Math.max(...sizes.map(Number)) * SIZE_MARGIN) : MAX_FILE_BYTES
}
