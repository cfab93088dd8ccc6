import { env } from 'cloudflare:workers'
import { vi } from 'vitest'
import { assertAllowed, BLOCK_LIST, type BlockList } from '../../../edge/request/block-list.ts'

/** How far the Worker's clock was set forward: what it remembers of a list is over after half a minute. */
let ahead = 0

/** Runs something while a block-list is in effect; before and after it the Worker reads the list anew. */
export async function withBlockList(list: BlockList, run: () => Promise<void>): Promise<void> {
  await env.LINKS.put(BLOCK_LIST, JSON.stringify(list))
  forward()
  try {
    await run()
  } finally {
    await env.LINKS.delete(BLOCK_LIST)
    forward()
    await assertAllowed(env, 'https://media.test/')
    vi.useRealTimers()
  }
}

function forward(): void {
  ahead += 31_000
  vi.useRealTimers()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ahead })
}
