import { parseTarget } from '#contract/link.ts'

/** Media links are longer than what visitors paste: some carry a signed policy. */
const MAX_MEDIA_LINK = 8_192

/** A media link that may be fetched, by the rules of `parseTarget` for its host; undefined for all else. */
export function mediaTarget(text: string, base?: URL): URL | undefined {
  if (text.length > MAX_MEDIA_LINK || !URL.canParse(text, base?.href)) return undefined
  const url = new URL(text, base)
  if (!/^https?:$/.test(url.protocol) || url.username || url.password) return undefined
  return parseTarget(`${url.origin}/`) && url
}
