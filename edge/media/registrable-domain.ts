import { getDomain } from 'tldts'
import { hostOf } from '#contract/link.ts'

/**
 * The registrable domain of a link's host by the Public Suffix List, with its private part: two customers of
 * a hosting company have different ones. The host itself when it has none.
 */
export function domainOf(url: URL): string {
  const host = hostOf(url)
  return getDomain(host, { allowPrivateDomains: true }) ?? host
}
