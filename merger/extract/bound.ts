import { platforms } from '#contract/platforms/index.ts'
import type { FormatFacts, Info } from '../ytdlp/facts.ts'

/**
 * Extractors whose media links work only from the address, or with the cookies, of the merger that extracted
 * them. Each entry is a prefix of an extractor's name.
 */
const EXTRACTORS = platforms.flatMap((platform) => platform.bound ?? [])
/** Media hosts that sign their links for one client address, on whichever site the links appear. */
const HOSTS =
  /(^|\.)(googlevideo\.com|tiktokcdn[\w-]*\.com|tiktokv\.com|bilivideo\.com|fbcdn\.net|cdninstagram\.com|vkuser\.net|okcdn\.ru)$/
/** Query parameters that hold the address of the client that requested the link. */
const ADDRESS_PARAMETERS = ['ip', 'ipbits', 'clientip', 'client_ip', 'srcip']

/** Returns whether all media links from an item's extractor are bound. */
export function isBoundSite({ extractor }: Info): boolean {
  return EXTRACTORS.some((prefix) => extractor.toLowerCase().startsWith(prefix))
}

/**
 * Returns whether the link of a format works only for the merger that extracted it. Signs are its extractor,
 * its host, a client address in its query, and cookies of the extraction.
 */
export function isBound(format: FormatFacts, info: Info): boolean {
  if (isBoundSite(info)) return true
  if (format.cookie !== null) return true
  if (format.url === null || !URL.canParse(format.url)) return false
  const { hostname, searchParams } = new URL(format.url)
  const names = new Set([...searchParams.keys()].map((name) => name.toLowerCase()))
  return HOSTS.test(hostname) || ADDRESS_PARAMETERS.some((name) => names.has(name))
}
