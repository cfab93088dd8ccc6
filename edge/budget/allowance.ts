import { DurableObject } from 'cloudflare:workers'
import { Failure } from '#contract/failure.ts'
import { rateFactor } from '../request/rate-limit.ts'
import { visitorKey } from '../request/visitor.ts'
import { visitorBytes, visitorMerges } from '../settings.ts'
import { nextDay, secondsUntilNextDay } from './day.ts'

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
   * amounts were counted.
   */
  async spend({ bytes = 0, merges = 0 }: Partial<Amounts>, limits: Partial<Amounts>): Promise<boolean> {
    const { kv } = this.ctx.storage
    const known = kv.get<Amounts>('used')
    const used = known ?? { bytes: 0, merges: 0 }
    if (used.bytes >= (limits.bytes ?? Infinity) || used.merges >= (limits.merges ?? Infinity)) return false
    if (bytes === 0 && merges === 0) return true
    kv.put<Amounts>('used', { bytes: used.bytes + bytes, merges: used.merges + merges })
    if (!known) await this.ctx.storage.setAlarm(nextDay(Date.now()))
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

/** Returns a function that counts amounts of one visitor, and throws `day_used` above a limit. */
async function spender(env: Env, request: Request) {
  const allowance = env.ALLOWANCES.getByName(await visitorKey(env, request))
  return async (amounts: Partial<Amounts>, limits: Partial<Amounts>): Promise<void> => {
    if (!(await allowance.spend(amounts, limits)))
      throw new Failure('day_used', { waitSeconds: secondsUntilNextDay(Date.now()) })
  }
}
