import { Failure } from '#contract/failure.ts'
import { MAX_MEDIA_LINK_LENGTH } from '#contract/limits.ts'
import { parsePublicLink } from '#contract/link.ts'

/**
 * Parses a URL that the merger is about to fetch and removes its fragment. Throws `bad_link` when the text
 * does not begin like an http(s) URL. Throws `refused_address` for every other URL that `parsePublicLink`
 * refuses, for example a URL with an internal name or an IP address as its host. This function does not
 * resolve the host name. The dialler (dial.ts) does this later, and checks the addresses.
 */
export function publicUrl(text: string): URL {
  const url = parsePublicLink(text, MAX_MEDIA_LINK_LENGTH)
  if (!url) throw new Failure(/^https?:\/\/[^/]/i.test(text) ? 'refused_address' : 'bad_link')
  url.hash = ''
  return url
}

/** Returns whether the merger may fetch a URL that a site returned. */
export function isPublicUrl(text: string | null): text is string {
  return text !== null && parsePublicLink(text, MAX_MEDIA_LINK_LENGTH) !== undefined
}
