import { platforms } from '#contract/platforms/index.ts'
import type { FormatFacts, Info } from '../../ytdlp/facts.ts'

/**
 * Media links of these extractors work only from the address, or only with the cookies, of their extraction.
 */
const EXTRACTORS = platforms.flatMap((platform) => platform.boundExtractors ?? [])
/** Hosts whose links work only from the address that requested them. */
const HOSTS =
  /(^|\.)(googlevideo\.com|tiktokcdn[\w-]*\.com|tiktokv\.com|bilivideo\.com|fbcdn\.net|cdninstagram\.com|vkuser\.net|okcdn\.ru)$/
const ADDRESS_PARAMETERS = ['ip', 'ipbits', 'clientip', 'client_ip', 'srcip']

export function isBoundSite({ extractor }: Info): boolean {
  return EXTRACTORS.some((prefix) => extractor.toLowerCase().startsWith(prefix))
}

export function isBound(format: FormatFacts, info: Info): boolean {
  if (isBoundSite(info)) return true
  if (format.cookie !== null) return true
  if (format.url === null || !URL.canParse(format.url)) return false
  const { hostname, searchParams } = new URL(format.url)
  const names = new Set([...searchParams.keys()].map((name) => name.toLowerCase()))
  return HOSTS.test(hostname) || ADDRESS_PARAMETERS.some((name) => names.has(name))
}
