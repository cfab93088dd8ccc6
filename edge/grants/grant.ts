import * as z from 'zod/mini'
import { MAX_FILE_BYTES } from '#contract/limits.ts'
import { base64url, hashOf, mac, macKey, nonce, same, seal, unseal } from './seal.ts'

/** Life of a grant if its media link does not expire earlier. */
const GRANT_SECONDS = 6 * 3_600
const IMAGE_GRANT_SECONDS = 24 * 3_600

// A grant is a sealed permission to fetch one media link with given headers, directly or through the relay,
// until it expires. A playlist names hundreds of links, so its grant holds a secret instead of the hash of
// one link, and each link carries its own MAC: `<grant>~<MAC of the link>`.

const claimsSchema = z.object({
  /** SHA-256 of the link; absent in the grant of a playlist. */
  h: z.optional(z.string()),
  /** Secret for the MACs of a playlist's links; only in the grant of a playlist. */
  s: z.optional(z.string()),
  /** Request headers, cookies included. */
  hd: z.record(z.string(), z.string()),
  /** Who fetches: the edge, or a merger through `/relay`. */
  w: z.enum(['edge', 'relay']),
  /** Name of the merger that extracted the link. */
  m: z.string(),
  /** Format key; empty for images. */
  f: z.string(),
  /** Container, for a source that sends no media type. */
  t: z.string(),
  /** Epoch milliseconds before which the source refuses; absent if it answers at once. */
  a: z.optional(z.number()),
  /** Links of the item, for the block list: the pasted one, and the one that it led to. */
  b: z.optional(z.array(z.string())),
  /** Only in the grant of a playlist: the host that its credentials are for. */
  o: z.optional(z.string()),
  /** Only in the grant of a playlist: registrable domains that its links may have. */
  d: z.optional(z.array(z.string())),
  /** Only in the grant of a playlist: the largest body of a link in it, in bytes. */
  n: z.optional(z.number()),
})
export type GrantClaims = z.infer<typeof claimsSchema>

/** An opened grant: the link and how to fetch it. */
export type Grant = {
  url: URL
  headers: Record<string, string>
  way: 'edge' | 'relay'
  merger: string
  key: string
  container: string
  /** Epoch milliseconds before which the source refuses; null if it answers at once. */
  availableAt: number | null
  /** Links of the item, for the block list. */
  sources: readonly string[]
  /** The host that cookies and Authorization are for. */
  credentialHost: string
  /** Present when the grant is for a playlist or for a link in one. */
  family?: Family
}

/** The rules of a playlist and of all links in it. */
export type Family = {
  /** Makes the grant of a link in this playlist. */
  child: (url: URL) => Promise<string>
  /** Registrable domains that the links of every playlist in this family may have. */
  domains: readonly string[]
  /** The largest body of a link, in bytes. */
  maxBytes: number
}

/**
 * Terms of a new grant. `expiresAt`: epoch milliseconds at which the media link expires, or null if unknown.
 */
export type Terms = {
  headers: Record<string, string>
  cookies: string | null
  way: 'edge' | 'relay'
  merger: string
  key: string
  container: string
  expiresAt: number | null
  /** Links of the item, for the block list. */
  sources: readonly string[]
  /** Epoch milliseconds before which the source refuses; null or absent if it answers at once. */
  availableAt?: number | null
}

/** What a playlist may name, beside links of its own registrable domain. */
export type PlaylistTerms = Terms & Pick<Family, 'domains' | 'maxBytes'>

const claimsOf = (terms: Terms) => ({
  hd: { ...terms.headers, ...(terms.cookies !== null && { Cookie: terms.cookies }) },
  w: terms.way,
  m: terms.merger,
  f: terms.key,
  t: terms.container,
  b: [...terms.sources],
  ...((terms.availableAt ?? 0) > Date.now() && { a: terms.availableAt }),
})
const endOf = (terms: Terms, seconds: number) =>
  Math.min(terms.expiresAt ?? Infinity, Date.now() + seconds * 1_000)

/** The form of a link that is hashed: normalised by `URL`, without its fragment. */
export function normalised(url: string): string {
  const parsed = new URL(url)
  parsed.hash = ''
  return parsed.href
}

/** Seals a grant for one media link. It expires with the link, at the latest after GRANT_SECONDS. */
export async function grantMedia(env: Env, url: string, terms: Terms): Promise<string> {
  const claims = { ...claimsOf(terms), h: await hashOf(normalised(url)) }
  return await seal(env, 'media', claims, endOf(terms, GRANT_SECONDS))
}

/** Seals a grant for a playlist and all links in it. It expires as that of `grantMedia` does. */
export async function grantPlaylist(env: Env, url: string, terms: PlaylistTerms): Promise<string> {
  const secret = nonce()
  const rules = { s: secret, o: new URL(url).host, d: [...terms.domains], n: terms.maxBytes }
  const family = await seal(env, 'media', { ...claimsOf(terms), ...rules }, endOf(terms, GRANT_SECONDS))
  return await childGrant(family, await macKey(base64url.decode(secret)), normalised(url))
}

/** Seals a grant for an image. It expires after IMAGE_GRANT_SECONDS. */
export async function grantImage(
  env: Env,
  url: string,
  merger: string,
  sources: readonly string[],
): Promise<string> {
  const h = await hashOf(normalised(url))
  const claims: GrantClaims = { h, hd: {}, w: 'edge', m: merger, f: '', t: '', b: [...sources] }
  return await seal(env, 'image', claims, Date.now() + IMAGE_GRANT_SECONDS * 1_000)
}

async function childGrant(family: string, key: CryptoKey, url: string): Promise<string> {
  return `${family}~${base64url.encode((await mac(key, url)).subarray(0, 16))}`
}

/** The result of opening a grant. */
export type GrantOpened =
  | { state: 'open'; grant: Grant }
  | { state: 'stale'; key: string; sources: readonly string[] }
  | { state: 'refused' }

/**
 * Opens a grant for a link. It is `refused` when we did not make it, when it is for another link and when it
 * is for another use. It is `stale` when it has expired; a stale grant still names its format key.
 */
export async function openGrant(
  env: Env,
  use: 'media' | 'image',
  url: string,
  sealed: string,
): Promise<GrantOpened> {
  const [body = '', proof, ...rest] = sealed.split('~')
  if (rest.length > 0) return { state: 'refused' }
  const opened = await unseal(env, use, body)
  if (opened.state === 'refused' || !URL.canParse(url)) return { state: 'refused' }
  const claims = claimsSchema.parse(opened.claims)
  const link = normalised(url)
  const sources = claims.b ?? []
  let family: Grant['family']
  if (claims.s !== undefined) {
    const key = await macKey(base64url.decode(claims.s))
    if (!same(await childGrant(body, key, link), `${body}~${proof}`)) return { state: 'refused' }
    const child = (inner: URL) => childGrant(body, key, normalised(inner.href))
    family = { child, domains: claims.d ?? [], maxBytes: claims.n ?? MAX_FILE_BYTES }
  } else if (proof !== undefined || !same(await hashOf(link), claims.h ?? '')) return { state: 'refused' }
  if (opened.state === 'stale') return { state: 'stale', key: claims.f, sources }
  return {
    state: 'open',
    grant: {
      url: new URL(link),
      headers: claims.hd,
      way: claims.w,
      merger: claims.m,
      key: claims.f,
      container: claims.t,
      availableAt: claims.a ?? null,
      sources,
      credentialHost: claims.o ?? new URL(link).host,
      ...(family && { family }),
    },
  }
}
