import { getDomain } from 'tldts'
import { hostOf } from '#contract/link.ts'

/** Two customers of one hosting company have different domains. */
export function domainOf(url: URL): string {
  const host = hostOf(url)
  return getDomain(host, { allowPrivateDomains: true }) ?? host
}
