import * as z from 'zod/mini'
import { Failure } from '#contract/failure.ts'
import { hostOf, isHostOf } from '#contract/link.ts'
import { platformOf } from '#contract/platforms/index.ts'
import { hashOf } from '../grants/seal.ts'

// What was blocked after a complaint: one value in KV, written by `npm run block`.

export const BLOCK_LIST = 'block-list'
const texts = z.array(z.string())
export const blockListSchema = z.object({
  /** Hosts with everything below them. */
  hosts: texts,
  /** Platform ids. */
  platforms: texts,
  /** SHA-256 of canonical links, in base64url. */
  links: texts,
})
export type BlockList = z.infer<typeof blockListSchema>

/** Effective within a minute everywhere: 30 s here, 30 s in KV's own cache. */
const MEMORY_SECONDS = 30
let memory: { list: BlockList; until: number } | undefined

/** Throws `blocked` for a canonical link that may not be handled. */
export async function assertAllowed(env: Env, link: string): Promise<void> {
  const list = await blockList(env)
  const url = new URL(link)
  const isBlocked =
    isHostOf(hostOf(url), list.hosts) ||
    list.platforms.includes(platformOf(url)?.id ?? '') ||
    (list.links.length > 0 && list.links.includes(await hashOf(link)))
  if (isBlocked) throw new Failure('blocked')
}

async function blockList(env: Env): Promise<BlockList> {
  if (memory && memory.until > Date.now()) return memory.list
  const value = await env.LINKS.get(BLOCK_LIST, { type: 'json', cacheTtl: MEMORY_SECONDS })
  const list = value === null ? { hosts: [], platforms: [], links: [] } : blockListSchema.parse(value)
  memory = { list, until: Date.now() + MEMORY_SECONDS * 1_000 }
  return list
}
