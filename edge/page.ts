import type { Context } from 'hono'
import type { Failure } from '#contract/failure.ts'
import assets from '#manifest'
import { render } from '#render'
import type { App } from './app.ts'
import { pagePolicy } from './page-headers.ts'
import { hashOf } from './seal.ts'
import { retentionSeconds } from './settings.ts'

/** The page at a path, rendered for this brand; with `problem` the page that says why there is none. */
export async function page(c: Context<App>, problem?: Failure): Promise<Response> {
  const url = new URL(c.req.url)
  const { brand, indexable, origin } = c.var
  const theme = /(?:^|;\s*)theme=(light|dark)(?:;|$)/.exec(c.req.header('cookie') ?? '')?.[1] as
    | 'light'
    | 'dark'
    | undefined
  const { status, html, styleHashes } = await render({
    path: url.pathname === '/preview' ? url.pathname + url.search : url.pathname,
    brand,
    assets,
    origin,
    indexable,
    retentionSeconds: retentionSeconds(c.env),
    ...(theme && { theme }),
    ...(problem && { problem: { status: problem.status, code: problem.code, message: problem.message } }),
  })
  // The page holds everything that made it: brand, build and path. Its hash knows them all.
  const etag = `W/"${(await hashOf(html)).slice(0, 27)}"`
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': pagePolicy(brand, styleHashes),
    'cache-control': status === 200 ? 'no-cache' : 'no-store',
    vary: 'cookie',
    ...(status === 200 && { etag }),
    ...(!indexable && { 'x-robots-tag': 'noindex' }),
  }
  if (status === 200 && c.req.header('if-none-match') === etag)
    return new Response(null, { status: 304, headers })
  return new Response(c.req.method === 'HEAD' ? null : html, { status, headers })
}
