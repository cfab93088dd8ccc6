import { DurableObject } from 'cloudflare:workers'
import { causeText } from '#contract/cause-text.ts'
import { Failure } from '#contract/failure.ts'
import { log } from '../log.ts'
import { rateFactor } from '../request/rate-limit.ts'
import { visitorKey } from '../request/visitor.ts'
import { withTimeout } from '../retry.ts'
import { visitorBytes, visitorMerges } from '../settings.ts'
import { nextDay, secondsUntilNextDay } from './day.ts'

/** Deadline of one call to the Durable Object that counts a visitor's bytes and merges. */
const ANSWER_MS = 2_000

/** Bytes and merges of one visitor on one day: the used amounts or the limits. */
type Amounts = {
  /** Bytes of finished files that the visitor downloaded. */
  bytes: number
  /** New merges that the visitor started. */
  merges: number
}

/**
 * A Durable Object that counts what one visitor uses on one day (UTC): the bytes of finished files and the
 * new merges. Its name is the visitor's key (`visitorKey`), which changes every day. It deletes its storage
 * when the day ends.
 */
export class Allowance extends DurableObject<Env> {
  /**
   * Adds bytes and merges to the used amounts and returns true. If the visitor has already reached a limit,
   * adds nothing and returns false. This object counts the usage of one day, which ends at `until` (epoch
   * milliseconds). After `until`, a call adds nothing and returns true, so that a running download can
   * continue.
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

/**
 * Counts bytes of a finished file for one visitor. Throws `day_used` if the visitor may not read more bytes
 * today.
 */
export type CountBytes = (bytes: number) => Promise<void>

/**
 * Returns a function that counts the bytes of one response against the visitor's daily allowance:
 * - The first call throws if the visitor has used up the allowance. A call with 0 bytes only checks this.
 * - Later calls throw only if the visitor has used up twice the allowance. The higher limit lets a running
 *   download finish, but still limits the total of many parallel downloads.
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
 * Counts a new merge of a visitor. Throws `day_used` if the visitor has used up today's merges or today's
 * bytes. If no bytes are left, the visitor could not download the merged file.
 */
export async function countMerge(env: Env, request: Request): Promise<void> {
  const spend = await spender(env, request)
  const factor = rateFactor(env)
  await spend({ merges: 1 }, { merges: visitorMerges(env) * factor, bytes: visitorBytes(env) * factor })
}

/**
 * Returns a function that counts bytes and merges of one visitor. The function throws `day_used` if the
 * visitor has reached a limit. If the Durable Object fails or is slow, the function only logs the error, so
 * that the visitor is still served. Each call of the function gets a new stub of the Durable Object, because
 * a stub can stay broken after an error.
 */
async function spender(env: Env, request: Request) {
  // `until` must be computed before `key`. If midnight (UTC) falls between the next two lines, `key` names
  // the new day's Durable Object, but `until` is the end of the old day. The object then does not count the
  // request, because `until` has passed. This is harmless. In the reverse order, the old day's Durable Object
  // would get the end of the new day as `until`. It would count the request and keep its storage a day too
  // long.
  const until = nextDay(Date.now())
  const key = await visitorKey(env, request)
  return async (amounts: Partial<Amounts>, limits: Partial<Amounts>): Promise<void> => {
    const call = async () => await env.ALLOWANCES.getByName(key).spend(amounts, limits, until)
    const isWithin = await withTimeout(ANSWER_MS, call).catch((error: unknown) => {
      log('allowance_failed', { cause: causeText(error) })
      return true
    })
    if (!isWithin) throw new Failure('day_used', { waitSeconds: secondsUntilNextDay(Date.now()) })
  }
}
