import type { Context } from 'hono'
import { Failure } from '#contract/failure.ts'
import type { App } from '../app.ts'
import { networkIn, visitorKey } from './visitor.ts'

/** One person can have all 256 visitors of an IPv6 /48. Together they get as much as this number. */
const VISITORS_PER_NETWORK = 4

export async function spend(c: Context<App>, limit: RateLimit, scope = ''): Promise<void> {
  const visitor = await visitorKey(c.env, c.req.raw)
  const network = networkIn(visitor)
  const factor = rateFactor(c.env)
  await spendOf(limit, visitor, factor, scope)
  if (network !== visitor) await spendOf(limit, network, VISITORS_PER_NETWORK * factor, scope)
}

/**
 * A rate limit of Cloudflare counts the calls of each key. Each call uses one of `factor` keys at random, so
 * the limit is `factor` times as high.
 */
async function spendOf(limit: RateLimit, owner: string, factor: number, scope: string): Promise<void> {
  const { success } = await limit.limit({ key: `${owner}/${Math.floor(Math.random() * factor)}${scope}` })
  if (!success) throw new Failure('rate_limited')
}

/** It is high elsewhere, because one visitor makes all calls of a test run. */
export function rateFactor(env: Env): number {
  return Number(env.RATE_FACTOR) || (env.ENVIRONMENT === 'production' ? 1 : 50)
}

/** The API uses no cookies, so this check only stops another site from using up a visitor's rate limit. */
export function assertOwnPage(c: Context<App>): void {
  const origin = c.req.header('origin')
  const site = c.req.header('sec-fetch-site')
  if (origin !== undefined && origin !== new URL(c.req.url).origin) throw new Failure('forbidden')
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw new Failure('forbidden')
}
