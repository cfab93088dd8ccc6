import type { Context } from 'hono'
import { Failure } from '#contract/failure.ts'
import { hostOf } from '#contract/link.ts'
import type { App } from '../app.ts'
import { openGrant, type Grant } from '../grants/grant.ts'
import { mediaTarget } from '../media-link.ts'
import { isOwnHost } from '../pages/brands.ts'
import { assertAllAllowed } from '../request/block-list.ts'
import { visitorKey } from '../request/visitor.ts'

export const callerOf = async ({ env, req, var: { origin } }: Context<App>) => ({
  ownHost: new URL(origin).hostname,
  visitor: await visitorKey(env, req.raw),
  signal: req.raw.signal,
})

/**
 * If `g` is missing, the grant is in the fragment of the link in the query parameter `url`:
 * `<link>#g=<grant>`. The API returns links with such a fragment for media that the browser can also fetch
 * without the proxy.
 */
export async function grantOf(c: Context<App>, use: 'media' | 'image'): Promise<Grant> {
  const [url = '', fragment] = (c.req.query('url') ?? '').split('#')
  const sealed = c.req.query('g') ?? new URLSearchParams(fragment ?? '').get('g') ?? ''
  const opened = await openGrant(c.env, use, url, sealed)
  if (opened.state === 'stale') throw new Failure('stale', { formatKey: opened.key || undefined })
  // A missing or invalid grant fails in the same way as an expired one, so that the page extracts the link
  // again.
  if (opened.state === 'refused') throw new Failure('stale')
  if (!mediaTarget(opened.grant.url.href)) throw new Failure('refused_address')
  if (await isOwnHost(c.env, hostOf(opened.grant.url))) throw new Failure('refused_address')
  // If an operator has blocked the item after the grant was sealed, the grant is refused too.
  await assertAllAllowed(c.env, [opened.grant.url.href, ...opened.grant.sources])
  return opened.grant
}
