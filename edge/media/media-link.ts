import { MAX_MEDIA_LINK_LENGTH } from '#contract/limits.ts'
import { parsePublicLink } from '#contract/link.ts'

/**
 * Parses a media link. With `base`, the link may be relative. Returns undefined if `parsePublicLink` does not
 * allow the link.
 */
export function mediaTarget(text: string, base?: URL): URL | undefined {
  if (text.length > MAX_MEDIA_LINK_LENGTH || !URL.canParse(text, base?.href)) return undefined
  const url = new URL(text, base)
  if (!/^https?:$/.test(url.protocol) || url.username || url.password) return undefined
  return parsePublicLink(`${url.origin}/`) && url
}
