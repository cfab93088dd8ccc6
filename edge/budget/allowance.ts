import { DurableObject } from 'cloudflare:workers'
import { causeText } from '#contract/cause-text.ts'
import { Failure } from '#contract/failure.ts'
import { log } from '../log.ts'
import { rateFactor } from '../request/rate-limit.ts'
import { visitorKey, wideKeys } from '../request/visitor.ts'
import { withTimeout } from '../retry.ts'
import { visitorBytes, visitorMerges } from '../settings.ts'
import { nextDay, secondsUntilNextDay } from '../day.ts'

const ANSWER_MS = 2_000

type Amounts = {
  bytes: number
  merges: number
}

export class Allowance extends DurableObject<Env> {
  /**
   * Returns false if the visitor has reached a limit; then adds nothing. After `until` (epoch milliseconds) a
   * call adds nothing and returns true, so that a running download can continue.
   */
  async spend(
    { bytes = 0, merges = 0 }: Partial<Amounts>,
    limits: Partial<Amounts>,
    until: number,
  ): Promise<boolean> {
    if (Date.now() >= until) return true
    const { kv } = this.ctx.storage
    const known = kv.get<Amounts>('used')
    const used = known ?? { bytes: 0, merges: 0 }
    if (used.bytes >= (limits.bytes ?? Infinity) || used.merges >= (limits.merges ?? Infinity)) return false
    if (bytes === 0 && merges === 0) return true
    kv.put<Amounts>('used', { bytes: used.bytes + bytes, merges: used.merges + merges })
    if (!known) await this.ctx.storage.setAlarm(until)
    return true
  }

  override async alarm(): Promise<void> {
    await this.ctx.storage.deleteAll()
  }
}

/** Throws `day_used` if the visitor may not read more bytes today. */
export type CountBytes = (bytes: number) => Promise<void>

/**
 * The first call throws if the allowance is used up; 0 bytes only check. Later calls throw only above twice
 * the allowance: a running download can finish, but many parallel ones together stay limited.
 */
export async function bytesCounter(env: Env, request: Request): Promise<CountBytes> {
  const spend = await spender(env, request)
  const limit = visitorBytes(env) * rateFactor(env)
  let hasBegun = false
  return async (bytes) => {
    await spend({ bytes }, { bytes: hasBegun ? 2 * limit : limit })
    hasBegun = true
  }
}

/**
 * Throws `day_used`. If no bytes are left, the visitor could not download the merged file. The /48 of an IPv6
 * address gets as much as four visitors, and its operator at most a quarter of the day.
 */
export async function countMerge(env: Env, request: Request): Promise<void> {
  const factor = rateFactor(env)
  const merges = visitorMerges(env) * factor
  const { site, operator } = await wideKeys(env, request)
  const ofAll = Math.floor(Number(env.BUDGET_TASKS) / 4) * factor
  const wide = [
    ...(site === undefined ? [] : [[site, 4 * merges] as const]),
    ...(operator === undefined ? [] : [[operator, Math.max(ofAll, 4 * merges)] as const]),
  ]
  const spend = await spender(env, request)
  await spend({ merges: 1 }, { merges, bytes: visitorBytes(env) * factor })
  await Promise.all(wide.map(([key, limit]) => spend({ merges: 1 }, { merges: limit }, key)))
}

/**
 * If the object fails or is slow, only logs, so that the visitor is still served. Each call gets a new stub,
 * because a stub can stay broken after an error.
 */
async function spender(env: Env, request: Request) {
  // `until` must be computed before `visitor`. If midnight (UTC) falls between the next two lines, `visitor`
  // names the new day's Durable Object, but `until` is the end of the old day. The object then does not count
  // the request, because `until` has passed. This is harmless. In the reverse order, the old day's Durable
  // Object would get the end of the new day as `until`. It would count the request and keep its storage a day
  // too long.
  const until = nextDay(Date.now())
  const visitor = await visitorKey(env, request)
  return async (amounts: Partial<Amounts>, limits: Partial<Amounts>, key = visitor): Promise<void> => {
    const call = async () => await env.ALLOWANCES.getByName(key).spend(amounts, limits, until)
    const isWithin = await withTimeout(ANSWER_MS, call).catch((error: unknown) => {
      log('allowance_failed', { cause: causeText(error) })
      return true
    })
    if (!isWithin) throw new Failure('day_used', { waitSeconds: secondsUntilNextDay(Date.now()) })
  }
}
