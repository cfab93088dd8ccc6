import type { Context } from 'hono'
import ipaddr from 'ipaddr.js'
import { Failure } from '#contract/failure.ts'
import type { App } from '../app.ts'

/**
 * Identifies a visitor for rate limits only: an IPv4 address, or the /64 network of an IPv6 address. Only
 * Cloudflare's own header is trusted.
 */
export function visitorOf(request: Request): string {
  const address = request.headers.get('cf-connecting-ip') ?? ''
  if (!ipaddr.isValid(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${(parsed as ipaddr.IPv6).parts.slice(0, 4).join(':')}::/64`
}

/** Counts a call against a visitor's rate limit; throws `rate_limited` above it. */
export async function spend(c: Context<App>, limit: RateLimit): Promise<void> {
  // RATE_FACTOR multiplies the limit: the calls of one visitor are spread over that many keys.
  const key = `${visitorOf(c.req.raw)}/${Math.floor(Math.random() * rateFactor(c.env))}`
  const { success } = await limit.limit({ key })
  if (!success) throw new Failure('rate_limited')
}

/** In development one visitor makes all calls of a test run, so the default is high. */
function rateFactor(env: Env): number {
  return Number(env.RATE_FACTOR) || (env.ENVIRONMENT === 'production' ? 1 : 50)
}

/**
 * Throws `forbidden` for a request that another site made the browser send. No cookie grants anything here,
 * so this only prevents other sites from spending a visitor's rate limit.
 */
export function assertOwnPage(c: Context<App>): void {
  const origin = c.req.header('origin')
  const site = c.req.header('sec-fetch-site')
  if (origin !== undefined && origin !== new URL(c.req.url).origin) throw new Failure('forbidden')
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw new Failure('forbidden')
}
