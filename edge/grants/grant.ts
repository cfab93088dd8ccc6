import * as z from 'zod/mini'
import { GRANT_SECONDS, IMAGE_GRANT_SECONDS } from '#contract/limits.ts'
import { base64url, hashOf, mac, macKey, nonce, same, seal, unseal } from './seal.ts'

// A grant says which media link may be fetched, with which headers, by which way and until when. A playlist names
// hundreds of links, so its grant holds a secret of its own instead of one hash: `<grant>~<MAC of the link>`.

const claimsSchema = z.object({
  /** SHA-256 of the link ... */
  h: z.optional(z.string()),
  /** ... or the secret of a playlist's family of links. */
  s: z.optional(z.string()),
  /** Headers to send, cookies included. */
  hd: z.record(z.string(), z.string()),
  w: z.enum(['edge', 'relay']),
  /** The merger that extracted. */
  m: z.string(),
  /** Format key; empty for pictures. */
  f: z.string(),
  /** Container, for a source that names no media type. */
  t: z.string(),
})
export type GrantClaims = z.infer<typeof claimsSchema>

/** What a fetch may do: the link, and how. */
export type Grant = {
  url: URL
  headers: Record<string, string>
  way: 'edge' | 'relay'
  merger: string
  key: string
  container: string
  /** Makes grants for the links inside a playlist; absent on single links. */
  child?: (url: URL) => Promise<string>
}

/** Terms of a new grant. `expiresAt`: epoch milliseconds at which the media link ends, if known. */
export type Terms = {
  headers: Record<string, string>
  cookies: string | null
  way: 'edge' | 'relay'
  merger: string
  key: string
  container: string
  expiresAt: number | null
}

const claimsOf = (terms: Terms) => ({
  hd: { ...terms.headers, ...(terms.cookies !== null && { Cookie: terms.cookies }) },
  w: terms.way,
  m: terms.merger,
  f: terms.key,
  t: terms.container,
})
const endOf = (terms: Terms, seconds: number) =>
  Math.min(terms.expiresAt ?? Infinity, Date.now() + seconds * 1_000)

/** The link as it is hashed, at minting and at opening: as `URL` writes it, without its fragment. */
export function normalised(url: string): string {
  const parsed = new URL(url)
  parsed.hash = ''
  return parsed.href
}

/** A grant for one media link. */
export async function grantMedia(env: Env, url: string, terms: Terms): Promise<string> {
  const claims = { ...claimsOf(terms), h: await hashOf(normalised(url)) }
  return await seal(env, 'media', claims, endOf(terms, GRANT_SECONDS))
}

/** A grant for a playlist and everything it names. */
export async function grantPlaylist(env: Env, url: string, terms: Terms): Promise<string> {
  const secret = nonce()
  const family = await seal(env, 'media', { ...claimsOf(terms), s: secret }, endOf(terms, GRANT_SECONDS))
  return await childGrant(family, await macKey(base64url.decode(secret)), normalised(url))
}

/** A grant for a picture. */
export async function grantImage(env: Env, url: string, merger: string): Promise<string> {
  const claims: GrantClaims = { h: await hashOf(normalised(url)), hd: {}, w: 'edge', m: merger, f: '', t: '' }
  return await seal(env, 'image', claims, Date.now() + IMAGE_GRANT_SECONDS * 1_000)
}

async function childGrant(family: string, key: CryptoKey, url: string): Promise<string> {
  return `${family}~${base64url.encode((await mac(key, url)).subarray(0, 16))}`
}

export type GrantOpened =
  | { state: 'open'; grant: Grant }
  | { state: 'stale'; key: string }
  | { state: 'refused' }

/** Opens the grant of exactly this link. */
export async function openGrant(
  env: Env,
  use: 'media' | 'image',
  url: string,
  sealed: string,
): Promise<GrantOpened> {
  const [family = '', proof, ...rest] = sealed.split('~')
  if (rest.length > 0) return { state: 'refused' }
  const opened = await unseal(env, use, family)
  if (opened.state === 'refused' || !URL.canParse(url)) return { state: 'refused' }
  const claims = claimsSchema.parse(opened.claims)
  const link = normalised(url)
  let child: Grant['child']
  if (claims.s !== undefined) {
    const key = await macKey(base64url.decode(claims.s))
    if (!same(await childGrant(family, key, link), `${family}~${proof}`)) return { state: 'refused' }
    child = (inner) => childGrant(family, key, normalised(inner.href))
  } else if (proof !== undefined || !same(await hashOf(link), claims.h ?? '')) return { state: 'refused' }
  if (opened.state === 'stale') return { state: 'stale', key: claims.f }
  return {
    state: 'open',
    grant: {
      url: new URL(link),
      headers: claims.hd,
      way: claims.w,
      merger: claims.m,
      key: claims.f,
      container: claims.t,
      ...(child && { child }),
    },
  }
}
