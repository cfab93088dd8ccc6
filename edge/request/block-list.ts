import * as z from 'zod/mini'
import { Failure } from '#contract/failure.ts'
import { hostOf, isHostOf } from '#contract/link.ts'
import { canonicalLink, platformOf } from '#contract/platforms/index.ts'
import { sentenceOf } from '#contract/sentence.ts'
import { hashOf } from '../grants/seal.ts'
import { sharedRead } from '../shared-read.ts'
import { itemKey } from './item-key.ts'

// It is the value of one KV key; `npm run block` writes it.

export const BLOCK_LIST = 'block-list'
const texts = z.array(z.string())
export const blockListSchema = z.object({
  /** An entry also blocks all subdomains. */
  hosts: texts,
  platforms: texts,
  /** Each entry is a SHA-256 hash in base64url. */
  links: texts,
})
export type BlockList = z.infer<typeof blockListSchema>

/**
 * KV's cache keeps the list for 30 s, the minimum of KV, and an isolate keeps it for 15 s. A running task
 * checks the list every 15 s. So a change of the list takes effect everywhere within a minute.
 */
const CACHE_SECONDS = 30
const MEMORY_MS = 15_000
const RETRY_MS = 5_000

const blockListOf = sharedRead<BlockList>({
  event: 'block_list_failed',
  keepMs: MEMORY_MS,
  retryMs: RETRY_MS,
  read: async (env) => {
    const value = await env.LINKS.get(BLOCK_LIST, { type: 'json', cacheTtl: CACHE_SECONDS })
    return value === null ? { hosts: [], platforms: [], links: [] } : blockListSchema.parse(value)
  },
})

export async function assertAllowed(env: Env, link: string): Promise<void> {
  const list = await blockListOf(env)
  const url = new URL(link)
  const isBlocked =
    isHostOf(hostOf(url), list.hosts) ||
    (list.links.length > 0 && (await hashesOf(link)).some((hash) => list.links.includes(hash)))
  if (isBlocked) throw new Failure('blocked')
  if (list.platforms.includes(platformOf(url)?.id ?? ''))
    throw new Failure('switched_off', { message: sentenceOf('switched_off', link) })
}

export async function assertAllAllowed(env: Env, links: readonly string[]): Promise<void> {
  for (const link of links) await assertAllowed(env, link)
}

async function hashesOf(link: string): Promise<string[]> {
  return await Promise.all([itemKey(link), canonicalLink(link).url].map(hashOf))
}
