import * as z from 'zod/mini'
import { Failure } from '#contract/failure.ts'
import { MAX_FILE_BYTES } from '#contract/limits.ts'
import { base64url, equalInConstantTime, hashOf, mac, macKey, nonce, seal, unseal } from './seal.ts'

const GRANT_SECONDS = 6 * 3_600
const IMAGE_GRANT_SECONDS = 24 * 3_600

// A playlist can contain hundreds of links, so all of them share one grant. This grant contains a secret
// instead of a hash. Each of the links carries the grant and a MAC that is made with the secret:
// `<grant>~<MAC of the link>`. A playlist that a list of variants names also carries the variables of this
// list: `<grant>~<MAC of the link and the variables>~<variables>`.

const claimsSchema = z.object({
  /** SHA-256 of the media link; absent in the grant of a playlist. */
  h: z.optional(z.string()),
  s: z.optional(z.string()),
  hd: z.record(z.string(), z.string()),
  w: z.enum(['edge', 'relay']),
  m: z.string(),
  /** Key of the format (contract/catalogue/format-row.ts); empty for images. */
  f: z.string(),
  /** File extension of the media, for example "mp4"; empty for images. */
  t: z.string(),
  /** Time in epoch milliseconds until which the origin refuses requests; absent if the link works at once. */
  a: z.optional(z.number()),
  /** Links of the item, which the edge checks against the block list. */
  b: z.optional(z.array(z.string())),
  /** Name of the remembered extraction (edge/extract/extraction.ts), which a refusal of the link ends. */
  e: z.optional(z.string()),
  /** Of subtitles: their language, the track in a manifest, and the length of their item. */
  l: z.optional(
    z.object({ language: z.string(), track: z.optional(z.string()), seconds: z.optional(z.number()) }),
  ),
  /** Only in the grant of a playlist: the host to which cookies and Authorization may be sent. */
  o: z.optional(z.string()),
  d: z.optional(z.array(z.string())),
  /** Only in the grant of a playlist: the maximum number of bytes that our proxy sends for one link. */
  n: z.optional(z.number()),
})
type GrantClaims = z.infer<typeof claimsSchema>

export type Grant = {
  url: URL
  headers: Record<string, string>
  way: 'edge' | 'relay'
  merger: string
  key: string
  container: string
  availableAt: number | null
  sources: readonly string[]
  extraction?: string | undefined
  credentialHost: string
  subtitles?: SubtitleClaim
  /** Present if the grant is for a playlist or for a link in a playlist. */
  playlistRules?: PlaylistRules
}

type SubtitleClaim = { language: string; track?: string | undefined; seconds?: number | undefined }

export type PlaylistRules = {
  child: (url: URL, variables?: ReadonlyMap<string, string>) => Promise<string>
  /** Of the list of variants that names this playlist. */
  variables: ReadonlyMap<string, string>
  /** They also apply to every playlist to which this playlist links. */
  domains: readonly string[]
  maxBytes: number
}

/** `expiresAt` is the time in epoch milliseconds at which the media link expires, or null if unknown. */
export type Terms = {
  headers: Record<string, string>
  cookies: string | null
  way: 'edge' | 'relay'
  merger: string
  key: string
  container: string
  expiresAt: number | null
  sources: readonly string[]
  availableAt?: number | null
  extraction?: string | undefined
  subtitles?: SubtitleClaim
}

export type PlaylistTerms = Terms & Pick<PlaylistRules, 'domains' | 'maxBytes'>

const claimsOf = (terms: Terms) => ({
  hd: { ...terms.headers, ...(terms.cookies !== null && { Cookie: terms.cookies }) },
  w: terms.way,
  m: terms.merger,
  f: terms.key,
  t: terms.container,
  b: [...terms.sources],
  ...((terms.availableAt ?? 0) > Date.now() && { a: terms.availableAt }),
  ...(terms.extraction !== undefined && { e: terms.extraction }),
  ...(terms.subtitles && { l: terms.subtitles }),
})
const endOf = (terms: Terms, seconds: number) =>
  Math.min(terms.expiresAt ?? Infinity, Date.now() + seconds * 1_000)

/** All hashes and MACs of links are computed from this form. */
export function normalised(url: string): string {
  const parsed = new URL(url)
  parsed.hash = ''
  return parsed.href
}

export async function grantMedia(env: Env, url: string, terms: Terms): Promise<string> {
  const claims = { ...claimsOf(terms), h: await hashOf(normalised(url)) }
  return await seal(env, 'media', claims, endOf(terms, GRANT_SECONDS))
}

export async function grantPlaylist(env: Env, url: string, terms: PlaylistTerms): Promise<string> {
  const secret = nonce()
  const rules = { s: secret, o: new URL(url).host, d: [...terms.domains], n: terms.maxBytes }
  const playlistGrant = await seal(
    env,
    'media',
    { ...claimsOf(terms), ...rules },
    endOf(terms, GRANT_SECONDS),
  )
  return await childGrant(playlistGrant, await macKey(base64url.decode(secret)), normalised(url))
}

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

async function childGrant(
  playlistGrant: string,
  key: CryptoKey,
  url: string,
  variables?: string,
): Promise<string> {
  const text = variables === undefined ? url : `${url}\n${variables}`
  const proof = base64url.encode((await mac(key, text)).subarray(0, 16))
  return [playlistGrant, proof, ...(variables === undefined ? [] : [variables])].join('~')
}

const variablesSchema = z.array(z.tuple([z.string(), z.string()]))
/** A list has thousands of links, and each carries them. */
const MAX_VARIABLES_TEXT = 2_000

function variablesText(variables: ReadonlyMap<string, string>): string {
  const text = base64url.encode(new TextEncoder().encode(JSON.stringify([...variables])))
  if (text.length > MAX_VARIABLES_TEXT) throw new Failure('too_big')
  return text
}

const variablesIn = (text: string) =>
  new Map(variablesSchema.parse(JSON.parse(new TextDecoder().decode(base64url.decode(text)))))

type GrantOpened =
  | { state: 'open'; grant: Grant }
  | { state: 'stale'; key: string; sources: readonly string[] }
  | { state: 'refused' }

export async function openGrant(
  env: Env,
  use: 'media' | 'image',
  url: string,
  sealed: string,
): Promise<GrantOpened> {
  const [body = '', proof, variables, ...rest] = sealed.split('~')
  if (rest.length > 0) return { state: 'refused' }
  const opened = await unseal(env, use, body)
  if (opened.state === 'refused' || !URL.canParse(url)) return { state: 'refused' }
  const claims = claimsSchema.parse(opened.claims)
  const link = normalised(url)
  const sources = claims.b ?? []
  let playlistRules: Grant['playlistRules']
  if (claims.s !== undefined) {
    const key = await macKey(base64url.decode(claims.s))
    if (!equalInConstantTime(await childGrant(body, key, link, variables), sealed))
      return { state: 'refused' }
    playlistRules = {
      child: async (inner, own) =>
        await childGrant(body, key, normalised(inner.href), own?.size ? variablesText(own) : undefined),
      variables: variables === undefined ? new Map() : variablesIn(variables),
      domains: claims.d ?? [],
      maxBytes: claims.n ?? MAX_FILE_BYTES,
    }
  } else if (proof !== undefined || !equalInConstantTime(await hashOf(link), claims.h ?? ''))
    return { state: 'refused' }
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
      extraction: claims.e,
      credentialHost: claims.o ?? new URL(link).host,
      ...(claims.l && { subtitles: claims.l }),
      ...(playlistRules && { playlistRules }),
    },
  }
}
