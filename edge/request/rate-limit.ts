import type { Context } from 'hono'
import ipaddr from 'ipaddr.js'
import { Failure } from '#contract/failure.ts'
import type { App } from '../app.ts'

/** Who asks, for counting only: an IPv4 address or the /64 of an IPv6 one. Only Cloudflare's own header is believed. */
export function visitorOf(request: Request): string {
  const address = request.headers.get('cf-connecting-ip') ?? ''
  if (!ipaddr.isValid(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  return `${(parsed as ipaddr.IPv6).parts.slice(0, 4).join(':')}::/64`
}

/** Counts a call against a visitor's allowance; throws `rate_limited` when it is used up. */
export async function spend(c: Context<App>, limit: RateLimit): Promise<void> {
  // RATE_FACTOR multiplies the allowance: the visitor is counted under so many keys in turn.
  const key = `${visitorOf(c.req.raw)}/${Math.floor(Math.random() * rateFactor(c.env))}`
  const { success } = await limit.limit({ key })
  if (!success) throw new Failure('rate_limited')
}

/** Generous on a developer's machine, where one visitor is a whole test run. */
function rateFactor(env: Env): number {
  return Number(env.RATE_FACTOR) || (env.ENVIRONMENT === 'production' ? 1 : 50)
}

/** Refuses what another site makes a browser send. No cookie is authority here, so this guards against nuisance. */
export function assertOwnPage(c: Context<App>): void {
  const origin = c.req.header('origin')
  const site = c.req.header('sec-fetch-site')
  if (origin !== undefined && origin !== new URL(c.req.url).origin) throw new Failure('forbidden')
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw new Failure('forbidden')
}
