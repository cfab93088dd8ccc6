import { Failure } from '#contract/failure.ts'

/** Media links are longer than what visitors paste: some carry a signed policy. */
const MAX_TARGET_LENGTH = 8_192
const INVISIBLE = /[\p{Cc}\p{Zs}\u00ad\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff\\]/u
const NAME = /^[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})+$/
const PRIVATE_SUFFIX = /(^|\.)(localhost|local|localdomain|internal|intranet|lan|corp|home|arpa|onion|svc)$/

/**
 * A link the merger may fetch, without its fragment (yt-dlp takes orders from one). Throws `bad_link` for what is no
 * web link and `refused_address` for names that cannot be public. Addresses are checked again where they are dialled.
 */
export function parseTarget(text: string): URL {
  if (text.length > MAX_TARGET_LENGTH || INVISIBLE.test(text) || !URL.canParse(text))
    throw new Failure('bad_link')
  const url = new URL(text)
  const authority = /^https?:\/\/([^/?#]+)/i.exec(text)?.[1]
  if (!authority || /[@%]/.test(authority)) throw new Failure('bad_link')
  const host = url.hostname.replace(/\.$/, '')
  const isLiteral = host.startsWith('[') || /^[\d.]+$/.test(host)
  if (isLiteral || !isPublicName(host)) throw new Failure('refused_address')
  if (url.port !== '' && !['80', '443'].includes(url.port)) throw new Failure('refused_address')
  url.hash = ''
  return url
}

/** Whether a name can be one of the public internet; what it leads to is checked where it is dialled. */
export function isPublicName(name: string): boolean {
  return NAME.test(name) && name.length <= 253 && !PRIVATE_SUFFIX.test(name)
}

/** Whether a link that a site gave us may be fetched at all. */
export function isTarget(text: string | null): text is string {
  try {
    return text !== null && parseTarget(text) !== undefined
  } catch {
    return false
  }
}
