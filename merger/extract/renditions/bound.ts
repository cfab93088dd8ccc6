import { platforms } from '#contract/platforms/index.ts'
import type { FormatFacts, Info } from '../../ytdlp/facts.ts'

/**
 * Prefixes of the names of yt-dlp's extractors. The media links of these extractors work only from the IP
 * address of the merger that extracted them, or only with the cookies of that extraction.
 */
const EXTRACTORS = platforms.flatMap((platform) => platform.boundExtractors ?? [])
/**
 * Media hosts whose links work only from the IP address that requested them. Several sites may use one host.
 */
const HOSTS =
  /(^|\.)(googlevideo\.com|tiktokcdn[\w-]*\.com|tiktokv\.com|bilivideo\.com|fbcdn\.net|cdninstagram\.com|vkuser\.net|okcdn\.ru)$/
/** Query parameters that hold the address of the client that requested the link. */
const ADDRESS_PARAMETERS = ['ip', 'ipbits', 'clientip', 'client_ip', 'srcip']

/** Returns whether all media links of the site work only for the merger that extracted them. */
export function isBoundSite({ extractor }: Info): boolean {
  return EXTRACTORS.some((prefix) => extractor.toLowerCase().startsWith(prefix))
}

/**
 * Returns whether the link of a format works only for the merger that extracted it. One of four signs is
 * enough: the extractor, the host of the link, a query parameter with the address of the client, or cookies
 * that the format needs.
 */
export function isBound(format: FormatFacts, info: Info): boolean {
  if (isBoundSite(info)) return true
  if (format.cookie !== null) return true
  if (format.url === null || !URL.canParse(format.url)) return false
  const { hostname, searchParams } = new URL(format.url)
  const names = new Set([...searchParams.keys()].map((name) => name.toLowerCase()))
  return HOSTS.test(hostname) || ADDRESS_PARAMETERS.some((name) => names.has(name))
}
