import { env } from 'cloudflare:workers'
import { vi } from 'vitest'
import { assertAllowed, BLOCK_LIST, type BlockList } from '../../../edge/request/block-list.ts'

/**
 * Milliseconds by which the fake clock is ahead of the real clock. Each change of the block list moves the
 * clock forward by 16 seconds, because the Worker caches the block list for 15 seconds.
 */
let ahead = 0

/** Runs a function while the passed block list is in effect. */
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
  ahead += 16_000
  vi.useRealTimers()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ahead })
}
