import { DurableObject } from 'cloudflare:workers'
import { Failure } from '#contract/failure.ts'
import { rateFactor } from '../request/rate-limit.ts'
import { visitorKey } from '../request/visitor.ts'
import { visitorBytes } from '../settings.ts'
import { nextDay, secondsUntilNextDay } from './day.ts'

/**
 * A Durable Object that counts the bytes of finished files that one visitor reads in one day. Its name is the
 * visitor's key (`visitorKey`). The key changes every day (UTC), so each day has its own object. The object
 * stores one number and deletes it after the day.
 */
export class Allowance extends DurableObject<Env> {
  /** Counts bytes, unless the visitor has already reached `limit`. Returns whether the bytes were counted. */
  async spend(bytes: number, limit: number): Promise<boolean> {
    const { kv } = this.ctx.storage
    const spent = kv.get<number>('bytes') ?? 0
    if (spent >= limit) return false
    if (bytes === 0) return true
    if (spent === 0) await this.ctx.storage.setAlarm(nextDay(Date.now()))
    kv.put('bytes', spent + bytes)
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
  const allowance = env.ALLOWANCES.getByName(await visitorKey(env, request))
  const limit = visitorBytes(env) * rateFactor(env)
  let hasBegun = false
  return async (bytes) => {
    if (!(await allowance.spend(bytes, hasBegun ? 2 * limit : limit)))
      throw new Failure('day_used', { waitSeconds: secondsUntilNextDay(Date.now()) })
    hasBegun = true
  }
}
