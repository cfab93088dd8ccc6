import { getDomain } from 'tldts'
import { hostOf } from '#contract/link.ts'

/**
 * Returns the registrable domain of a link's host by the Public Suffix List, including its private section:
 * two customers of one hosting company have different domains. Returns the host itself if it has no
 * registrable domain.
 */
export function domainOf(url: URL): string {
  const host = hostOf(url)
  return getDomain(host, { allowPrivateDomains: true }) ?? host
}
