import { Failure } from '#contract/failure.ts'
import { MAX_MEDIA_LINK_LENGTH } from '#contract/limits.ts'
import { parseTarget } from '#contract/link.ts'

/**
 * A link the merger may fetch, without its fragment. Throws `bad_link` for what is no web link and `refused_address`
 * for one that cannot be public. Addresses are checked again where they are dialled.
 */
export function targetOf(text: string): URL {
  const url = parseTarget(text, MAX_MEDIA_LINK_LENGTH)
  if (!url) throw new Failure(/^https?:\/\/[^/]/i.test(text) ? 'refused_address' : 'bad_link')
  url.hash = ''
  return url
}

/** Whether a link that a site gave us may be fetched at all. */
export function isTarget(text: string | null): text is string {
  return text !== null && parseTarget(text, MAX_MEDIA_LINK_LENGTH) !== undefined
}
