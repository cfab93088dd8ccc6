import { platforms } from '#contract/platforms/index.ts'
import type { FormatFacts, Info } from '../ytdlp/facts.ts'

/** Prefixes of extractor names whose media links are bound to the address, or the cookies, of the merger. */
const EXTRACTORS = platforms.flatMap((platform) => platform.bound ?? [])
/** Media hosts that sign their links for one address, whatever page they come from. */
const HOSTS =
  /(^|\.)(googlevideo\.com|tiktokcdn[\w-]*\.com|tiktokv\.com|bilivideo\.com|fbcdn\.net|cdninstagram\.com|vkuser\.net|okcdn\.ru)$/
/** Query parameters that hold the address of the client that asked for the link. */
const ADDRESS_PARAMETERS = ['ip', 'ipbits', 'clientip', 'client_ip', 'srcip']

/** Whether all media links of an item's site are bound. */
export function isBoundSite({ extractor }: Info): boolean {
  return EXTRACTORS.some((prefix) => extractor.toLowerCase().startsWith(prefix))
}

/**
 * Whether the link of a format works only for the merger that extracted it: by its extractor, its host, an
 * address in its query, or the cookies of the merger's visit.
 */
export function isBound(format: FormatFacts, info: Info): boolean {
  if (isBoundSite(info)) return true
  if (format.cookie !== null) return true
  if (format.url === null || !URL.canParse(format.url)) return false
  const { hostname, searchParams } = new URL(format.url)
  const names = new Set([...searchParams.keys()].map((name) => name.toLowerCase()))
  return HOSTS.test(hostname) || ADDRESS_PARAMETERS.some((name) => names.has(name))
}
