import { MAX_MEDIA_LINK_LENGTH } from '#contract/limits.ts'
import { parsePublicLink } from '#contract/link.ts'

export function mediaTarget(text: string, base?: URL): URL | undefined {
  if (text.length > MAX_MEDIA_LINK_LENGTH || !URL.canParse(text, base?.href)) return undefined
  const url = new URL(text, base)
  if (!/^https?:$/.test(url.protocol) || url.username || url.password) return undefined
  return parsePublicLink(`${url.origin}/`) && url
}
