import { causeText } from '#contract/cause-text.ts'
import { log } from './log.ts'
import { withTimeout } from './retry.ts'
import { sharedRead } from './shared-read.ts'

const ANSWER_MS = 2_000
const MEMORY_MS = 30_000

/** The names of the stores that do not answer. */
export const readStores = sharedRead<string[]>({
  event: 'store_failed',
  keepMs: MEMORY_MS,
  read: async (env) => {
    // A key that nobody has asked for is in no cache of KV.
    const key = `probe/${crypto.randomUUID()}`
    const stores = await Promise.all([
      silent('KV', async () => await env.LINKS.get(key)),
      silent('R2', async () => await env.FILES.head(key)),
    ])
    return stores.flat()
  },
})

async function silent(store: string, call: () => Promise<unknown>): Promise<string[]> {
  try {
    await withTimeout(ANSWER_MS, call)
    return []
  } catch (error) {
    log('store_failed', { store, cause: causeText(error) })
    return [store]
  }
}
