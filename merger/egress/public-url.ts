import { Failure } from '#contract/failure.ts'
import { MAX_MEDIA_LINK_LENGTH } from '#contract/limits.ts'
import { parsePublicLink } from '#contract/link.ts'

/** Throws `bad_link` and `refused_address`. Does not resolve the host. */
export function publicUrl(text: string): URL {
  const url = parsePublicLink(text, MAX_MEDIA_LINK_LENGTH)
  if (!url) throw new Failure(/^https?:\/\/[^/]/i.test(text) ? 'refused_address' : 'bad_link')
  url.hash = ''
  return url
}

export function isPublicUrl(text: string | null): text is string {
  return text !== null && parsePublicLink(text, MAX_MEDIA_LINK_LENGTH) !== undefined
}
