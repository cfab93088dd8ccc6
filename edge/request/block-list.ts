import * as z from 'zod/mini'
import { Failure } from '#contract/failure.ts'
import { hostOf, isHostOf } from '#contract/link.ts'
import { canonicalLink, platformOf } from '#contract/platforms/index.ts'
import { sentenceOf } from '#contract/sentence.ts'
import { hashOf } from '../grants/seal.ts'

// Key of the block list: links that an operator blocked after a complaint. The list is one value in KV,
// written by `npm run block`.

export const BLOCK_LIST = 'block-list'
const texts = z.array(z.string())
export const blockListSchema = z.object({
  /** Blocked hosts; each entry also blocks its subdomains. */
  hosts: texts,
  /** Ids of platforms that an operator has switched off. */
  platforms: texts,
  /**
   * Blocked links: each entry is the SHA-256, in base64url, of an item key (`itemKey`) or of one exact
   * canonical link.
   */
  links: texts,
})
export type BlockList = z.infer<typeof blockListSchema>

/**
 * These times ensure that a change of the list takes effect everywhere within a minute. KV's cache keeps the
 * list for 30 s, which is its minimum. An isolate keeps the list for 15 s, and a running task checks the list
 * every 15 s.
 */
const CACHE_SECONDS = 30
const MEMORY_MS = 15_000
let memory: { list: BlockList; until: number } | undefined

/**
 * Throws `switched_off` if an operator has switched off the platform of a link, and `blocked` if the host or
 * the item is on the block list.
 */
export async function assertAllowed(env: Env, link: string): Promise<void> {
  const list = await blockList(env)
  const url = new URL(link)
  const isBlocked =
    isHostOf(hostOf(url), list.hosts) ||
    (list.links.length > 0 && (await hashesOf(link)).some((hash) => list.links.includes(hash)))
  if (isBlocked) throw new Failure('blocked')
  if (list.platforms.includes(platformOf(url)?.id ?? ''))
    throw new Failure('switched_off', { message: sentenceOf('switched_off', link) })
}

/** Throws `blocked` or `switched_off` if one of the links of an item is on the block list. */
export async function assertAllAllowed(env: Env, links: readonly string[]): Promise<void> {
  for (const link of links) await assertAllowed(env, link)
}

/**
 * Returns the hashes under which the list can contain a link: that of its item key and that of its canonical
 * link.
 */
async function hashesOf(link: string): Promise<string[]> {
  return await Promise.all([itemKey(link), canonicalLink(link).url].map(hashOf))
}

/**
 * Returns a key that is the same for every spelling of a link to one item. On a known platform it is the
 * platform and the canonical link, without the number of a video within a post. On other sites it is host and
 * path. Scheme, `www.`, port, a trailing dot of the host, extra slashes and needless escapes do not change
 * the key. Query and fragment matter only if the canonical link of a platform contains them.
 */
export function itemKey(link: string): string {
  const { url, platform } = canonicalLink(link)
  const parsed = new URL(url)
  const host = hostOf(parsed).replace(/^www\./, '')
  const path = parsed.pathname.split('/').filter(Boolean).map(unescaped).join('/')
  if (!platform) return `${host}/${path}`
  // These parts of a link select one of several videos: bilibili `?p=2`, X `/status/N/video/2`.
  const item = path.replace(/(\/status\/\d+)\/(?:video|photo)\/\d+$/, '$1')
  parsed.searchParams.delete('p')
  const query = parsed.searchParams.toString()
  return `${platform.id}:${host}/${item}${query && `?${query}`}`
}

/** Decodes a path segment: "%31" becomes "1". A malformed escape is returned unchanged. */
function unescaped(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment // decodeURIComponent throws a URIError for a malformed escape such as "%zz".
  }
}

async function blockList(env: Env): Promise<BlockList> {
  if (memory && memory.until > Date.now()) return memory.list
  const value = await env.LINKS.get(BLOCK_LIST, { type: 'json', cacheTtl: CACHE_SECONDS })
  const list = value === null ? { hosts: [], platforms: [], links: [] } : blockListSchema.parse(value)
  memory = { list, until: Date.now() + MEMORY_MS }
  return list
}
