import { causeText } from '#contract/cause-text.ts'
import { log } from './log.ts'
import { withTimeout } from './retry.ts'

type SharedRead<T, E, K> = {
  /** Of the log line when a read fails. */
  event: string
  keepMs: number
  /** How long the substitute for a failed read is kept; without it, as long as a value. */
  retryMs?: number
  limitMs?: number
  /** No value is kept longer than this. */
  endOf?: (at: number) => number
  read: (env: E, key: K) => Promise<T>
  /** Without it, the last value is used again, and without a last value the read throws. */
  substitute?: (last: T | undefined) => T
}

const MAX_KEPT = 1_000

/**
 * Reads a value that all isolates share, and keeps it in this isolate. Keeps the value and not its promise: a
 * promise may never settle when Cloudflare cancels the request that made it.
 */
export function sharedRead<T, E = Env, K = void>(of: SharedRead<T, E, K>) {
  const kept = new Map<K, { value: T; until: number }>()
  return async (env: E, key: K): Promise<T> => {
    const last = kept.get(key)
    const at = Date.now()
    if (last && last.until > at) return last.value
    const keep = (value: T, ms: number) => {
      if (kept.size > MAX_KEPT) kept.clear()
      kept.set(key, { value, until: Math.min(at + ms, of.endOf?.(at) ?? Infinity) })
      return value
    }
    try {
      const read = async () => await of.read(env, key)
      return keep(await (of.limitMs === undefined ? read() : withTimeout(of.limitMs, read)), of.keepMs)
    } catch (error) {
      log(of.event, { ...(typeof key === 'string' && { host: key }), cause: causeText(error) })
      if (!of.substitute && !last) throw error
      return keep(of.substitute ? of.substitute(last?.value) : last!.value, of.retryMs ?? of.keepMs)
    }
  }
}
