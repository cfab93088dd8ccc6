import { DurableObject } from 'cloudflare:workers'
import { Failure } from '#contract/failure.ts'
import { rateFactor } from '../request/rate-limit.ts'
import { visitorKey } from '../request/visitor.ts'
import { visitorBytes } from '../settings.ts'
import { nextDay, secondsUntilNextDay } from './day.ts'

/**
 * The bytes of finished files that one visitor has read today. The object's name is the visitor's key
 * (`visitorKey`), so each day (UTC) has its own object. It stores one number and deletes it after the day.
 */
export class Allowance extends DurableObject<Env> {
  /** Counts bytes unless `limit` is reached. Returns whether they were counted. */
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

/** Counts bytes of a file. Throws `day_used` when the visitor has no bytes left today. */
export type CountBytes = (bytes: number) => Promise<void>

/**
 * Counts the bytes of one answer against the allowance of its visitor. The first call, with 0 bytes too,
 * fails when the allowance is used up. Later calls of the same answer fail only at twice the allowance: a
 * download that has begun ends whole, but many parallel ones have a bound.
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
