import type { Context } from 'hono'
import { Failure } from '#contract/failure.ts'
import type { App } from '../app.ts'
import { visitorKey } from './visitor.ts'

export async function spend(c: Context<App>, limit: RateLimit, scope = ''): Promise<void> {
  // A rate limit of Cloudflare counts the calls of each key. A visitor has `rateFactor` keys, and each call
  // uses one of them at random. So the visitor's limit is `rateFactor` times as high.
  const key = `${await visitorKey(c.env, c.req.raw)}/${Math.floor(Math.random() * rateFactor(c.env))}${scope}`
  const { success } = await limit.limit({ key })
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
