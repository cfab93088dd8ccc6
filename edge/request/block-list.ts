import * as z from 'zod/mini'
import { Failure } from '#contract/failure.ts'
import { hostOf, isHostOf } from '#contract/link.ts'
import { canonicalLink, platformOf } from '#contract/platforms/index.ts'
import { hashOf } from '../grants/seal.ts'

// Links that were blocked after a complaint: one value in KV, written by `npm run block`.

export const BLOCK_LIST = 'block-list'
const texts = z.array(z.string())
export const blockListSchema = z.object({
  /** Hosts; each includes its subdomains. */
  hosts: texts,
  /** Platform ids. */
  platforms: texts,
  /** SHA-256 in base64url of an item key (`itemKey`), or of one exact canonical link. */
  links: texts,
})
export type BlockList = z.infer<typeof blockListSchema>

/**
 * A change is in effect everywhere within a minute: an isolate keeps the list for 30 s, and so does KV's
 * cache.
 */
const MEMORY_SECONDS = 30
let memory: { list: BlockList; until: number } | undefined

/** Throws `blocked` for a link whose host, platform or item is on the block list. */
export async function assertAllowed(env: Env, link: string): Promise<void> {
  const list = await blockList(env)
  const url = new URL(link)
  const isBlocked =
    isHostOf(hostOf(url), list.hosts) ||
    list.platforms.includes(platformOf(url)?.id ?? '') ||
    (list.links.length > 0 && (await hashesOf(link)).some((hash) => list.links.includes(hash)))
  if (isBlocked) throw new Failure('blocked')
}

/** Throws `blocked` when one of the links of an item is on the block list. */
export async function assertAllAllowed(env: Env, links: readonly string[]): Promise<void> {
  for (const link of links) await assertAllowed(env, link)
}

/** The hashes under which a link may be on the list: of its item and of its exact canonical form. */
async function hashesOf(link: string): Promise<string[]> {
  return await Promise.all([itemKey(link), canonicalLink(link).url].map(hashOf))
}

/**
 * Identifies the item of a link in every spelling. On a known platform: the platform and its canonical link,
 * without the number of a video within a post. Elsewhere: host and path. Scheme, `www.`, port, a trailing dot
 * of the host, extra slashes and needless escapes never count; query and fragment count only in canonical
 * links of a platform.
 */
export function itemKey(link: string): string {
  const { url, platform } = canonicalLink(link)
  const parsed = new URL(url)
  const host = hostOf(parsed).replace(/^www\./, '')
  const path = parsed.pathname.split('/').filter(Boolean).map(unescaped).join('/')
  if (!platform) return `${host}/${path}`
  // One of several videos: bilibili `?p=2`, X `/status/N/video/2`.
  const item = path.replace(/(\/status\/\d+)\/(?:video|photo)\/\d+$/, '$1')
  parsed.searchParams.delete('p')
  const query = parsed.searchParams.toString()
  return `${platform.id}:${host}/${item}${query && `?${query}`}`
}

/** "%31" is "1". A malformed escape stays as it is. */
function unescaped(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment // decodeURIComponent throws a URIError for "%zz".
  }
}

async function blockList(env: Env): Promise<BlockList> {
  if (memory && memory.until > Date.now()) return memory.list
  const value = await env.LINKS.get(BLOCK_LIST, { type: 'json', cacheTtl: MEMORY_SECONDS })
  const list = value === null ? { hosts: [], platforms: [], links: [] } : blockListSchema.parse(value)
  memory = { list, until: Date.now() + MEMORY_SECONDS * 1_000 }
  return list
}
