import * as z from 'zod/mini'
import { Failure } from '#contract/failure.ts'
import { hostOf, isHostOf } from '#contract/link.ts'
import { canonicalLink, platformOf } from '#contract/platforms/index.ts'
import { toldOf } from '#contract/sentence.ts'
import { told } from '#contract/told.ts'
import { hashOf } from '../grants/seal.ts'
import { sharedRead } from '../shared-read.ts'
import { itemKey } from './item-key.ts'

// It is the value of one KV key; `npm run block` writes it.

export const BLOCK_LIST = 'block-list'
const texts = z.array(z.string())
/** Each can be switched off alone. */
export const WORK = ['merges', 'relays', 'extractions'] as const
type Work = (typeof WORK)[number]
const WORK_OFF: Record<Work, string> = {
  merges: 'We make no files at the moment. Please choose a format that needs no merging, or come back later.',
  relays:
    'We pass on no media of this site at the moment. Please try a link of another site, or come back later.',
  extractions: 'We read no links at the moment. Please come back later.',
}
export const blockListSchema = z.object({
  /** An entry also blocks all subdomains. */
  hosts: texts,
  platforms: texts,
  /** Each entry is a SHA-256 hash in base64url. */
  links: texts,
  /** Work that is switched off. Older lists omit the field. */
  work: z.optional(z.array(z.enum(WORK))),
})
export type BlockList = z.infer<typeof blockListSchema>
const NOTHING: BlockList = { hosts: [], platforms: [], links: [] }

/**
 * KV's cache keeps the list for 30 s, the minimum of KV, and an isolate keeps it for 15 s. A running task
 * checks the list every 15 s. So a change of the list takes effect everywhere within a minute.
 */
const CACHE_SECONDS = 30
const MEMORY_MS = 15_000
const RETRY_MS = 5_000

/** Long lists of links are looked through for each request, so they become sets. */
type Known = Omit<BlockList, 'links'> & { links: ReadonlySet<string> }

const blockListOf = sharedRead<Known>({
  event: 'block_list_failed',
  keepMs: MEMORY_MS,
  retryMs: RETRY_MS,
  read: async (env) => {
    const value = await env.LINKS.get(BLOCK_LIST, { type: 'json', cacheTtl: CACHE_SECONDS })
    const list = value === null ? NOTHING : blockListSchema.parse(value)
    return { ...list, links: new Set(list.links) }
  },
})

export async function assertAllowed(env: Env, link: string): Promise<void> {
  const list = await blockListOf(env)
  const url = new URL(link)
  const isBlocked =
    isHostOf(hostOf(url), list.hosts) ||
    (list.links.size > 0 && (await hashesOf(link)).some((hash) => list.links.has(hash)))
  if (isBlocked) throw new Failure('blocked')
  if (list.platforms.includes(platformOf(url)?.id ?? ''))
    throw new Failure('switched_off', toldOf('switched_off', link))
}

export async function assertWorks(env: Env, work: Work): Promise<void> {
  if ((await blockListOf(env)).work?.includes(work))
    throw new Failure('switched_off', told(WORK_OFF[work], `failures.workOff.${work}`))
}

export async function assertAllAllowed(env: Env, links: readonly string[]): Promise<void> {
  for (const link of links) await assertAllowed(env, link)
}

async function hashesOf(link: string): Promise<string[]> {
  return await Promise.all([itemKey(link), canonicalLink(link).url].map(hashOf))
}
