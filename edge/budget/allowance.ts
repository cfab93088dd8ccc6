import { DurableObject } from 'cloudflare:workers'
import { causeText } from '#contract/cause-text.ts'
import { Failure } from '#contract/failure.ts'
import { log } from '../log.ts'
import { rateFactor } from '../request/rate-limit.ts'
import { visitorKey } from '../request/visitor.ts'
import { withTimeout } from '../retry.ts'
import { visitorBytes, visitorMerges } from '../settings.ts'
import { nextDay, secondsUntilNextDay } from './day.ts'

/** Deadline of one call to the object of a visitor. */
const ANSWER_MS = 2_000

/** The amounts that one visitor uses in a day, or the limits of these amounts. */
type Amounts = {
  /** Bytes of finished files that were read. */
  bytes: number
  /** New merges that were started. */
  merges: number
}

/**
 * A Durable Object that counts the bytes of finished files that one visitor reads in one day, and the merges
 * that the visitor starts. Its name is the visitor's key (`visitorKey`). The key changes every day (UTC), so
 * each day has its own object. The object stores two numbers and deletes them after the day.
 */
export class Allowance extends DurableObject<Env> {
  /**
   * Counts amounts, unless the visitor has already reached one of the passed limits. Returns whether the
   * visitor was within the limits. The object's day ends at `until` (epoch milliseconds). From then on, a
   * download that still runs counts nothing here, so the object does not store numbers for a further day.
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

/** Counts bytes of a file. Throws `day_used` if the visitor may not read more bytes today. */
export type CountBytes = (bytes: number) => Promise<void>

/**
 * Returns a function that counts the bytes of one response against the visitor's daily allowance. Its first
 * call throws if the allowance is used up, even if the call counts 0 bytes. Later calls throw only at twice
 * the allowance. So a download that has begun can end, but many parallel downloads are limited.
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
 * Counts a new merge of a visitor. Throws `day_used` if the visitor has started too many merges today, or may
 * not read more bytes today and so could not fetch the file.
 */
export async function countMerge(env: Env, request: Request): Promise<void> {
  const spend = await spender(env, request)
  const factor = rateFactor(env)
  await spend({ merges: 1 }, { merges: visitorMerges(env) * factor, bytes: visitorBytes(env) * factor })
}

/**
 * Returns a function that counts amounts of one visitor, and throws `day_used` above a limit. An object that
 * fails or is slow never stops the service: the function logs the error and returns. Each call gets a new
 * stub, because a stub can stay broken after an error.
 */
async function spender(env: Env, request: Request) {
  // The end of the day is computed before the key. If the day changes between the two, the object of the new
  // day gets an end that is already over, so it counts nothing.
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
