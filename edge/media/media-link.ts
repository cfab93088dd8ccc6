import { MAX_MEDIA_LINK_LENGTH } from '#contract/limits.ts'
import { parsePublicLink } from '#contract/link.ts'

/**
 * Parses a media link. With `base`, the link may be relative. Returns undefined if the link is invalid, is
 * too long, contains a user name or password, or has a host that `parsePublicLink` does not allow.
 */
export function mediaTarget(text: string, base?: URL): URL | undefined {
  if (text.length > MAX_MEDIA_LINK_LENGTH || !URL.canParse(text, base?.href)) return undefined
  const url = new URL(text, base)
  if (!/^https?:$/.test(url.protocol) || url.username || url.password) return undefined
  return parsePublicLink(`${url.origin}/`) && url
}
