import { bytesCounter, type CountBytes } from './allowance.ts'
import { spendBudget } from './product-budget.ts'

/** One object counts for the whole product, so an isolate adds up what it passes on. */
const FLUSH_BYTES = 256 * 1024 ** 2
const FLUSH_MS = 10_000
let pending = 0
let flushedAt = 0

/** Throws `day_used`. */
export async function relayCounter(env: Env, request: Request): Promise<CountBytes> {
  const countForVisitor = await bytesCounter(env, request)
  return async (bytes) => {
    await countForVisitor(bytes)
    pending += bytes
    if (pending < FLUSH_BYTES && Date.now() < flushedAt + FLUSH_MS) return
    const relayed = pending
    pending = 0
    flushedAt = Date.now()
    void spendBudget(env, { relayed })
  }
}
