import type { Context } from 'hono'
import { Failure } from '#contract/failure.ts'
import type { App } from '../app.ts'
import { visitorKey } from './visitor.ts'

/**
 * Counts a call against a visitor's rate limit and throws `rate_limited` above the limit. With a `scope`,
 * such as a task id, the limit is separate for each scope.
 */
export async function spend(c: Context<App>, limit: RateLimit, scope = ''): Promise<void> {
  // The calls of one visitor are spread over `rateFactor` keys, and each key has the full limit.
  const key = `${await visitorKey(c.env, c.req.raw)}/${Math.floor(Math.random() * rateFactor(c.env))}${scope}`
  const { success } = await limit.limit({ key })
  if (!success) throw new Failure('rate_limited')
}

/**
 * Returns the factor that multiplies every rate limit of a visitor. The setting RATE_FACTOR contains it. The
 * default is high in development, because one visitor makes all calls of a test run.
 */
export function rateFactor(env: Env): number {
  return Number(env.RATE_FACTOR) || (env.ENVIRONMENT === 'production' ? 1 : 50)
}

/**
 * Throws `forbidden` for a request that another site made the browser send. No cookie grants access here, so
 * the check only prevents other sites from using up a visitor's rate limit.
 */
export function assertOwnPage(c: Context<App>): void {
  const origin = c.req.header('origin')
  const site = c.req.header('sec-fetch-site')
  if (origin !== undefined && origin !== new URL(c.req.url).origin) throw new Failure('forbidden')
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw new Failure('forbidden')
}
