import { Hono, type Context } from 'hono'
import { shareSchema } from '#contract/api.ts'
import { Failure } from '#contract/failure.ts'
import { SHARE_SECONDS } from '#contract/limits.ts'
import { paths } from '#contract/paths.ts'
import type { App } from '../app.ts'
import { cardPage, type Card } from '../pages/card.ts'
import { assertAllAllowed, assertAllowed } from '../request/block-list.ts'
import { body } from '../request/json-body.ts'
import { checkShare, isSlug, previewOf, sharedCard, slugOf, sourcesOf } from '../grants/short-link.ts'
import { isPreviewRobot } from '../request/preview-robots.ts'
import { assertOwnPage, spend } from '../request/rate-limit.ts'

const HEADERS = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex', vary: 'user-agent' }

export const links = new Hono<App>()
  .post(paths.shortenPreview, async (c) => {
    assertOwnPage(c)
    const share = await body(c, shareSchema)
    await spend(c, c.env.SHORTEN_LIMIT)
    const stored = await checkShare(c.env, new URL(c.req.url).origin, share)
    for (const source of sourcesOf(stored)) await assertAllowed(c.env, source)
    const slug = await slugOf(c.env, stored)
    // The edge writes the key without reading it first. After a read of a missing key, KV's cache would
    // answer for a while that the short link does not exist.
    await c.env.LINKS.put(slug, JSON.stringify(stored), { expirationTtl: SHARE_SECONDS }).catch(
      (error: unknown) => {
        // KV allows one write per second for each key and answers 429 above that. If the same preview is
        // shared twice, key and value are the same, so the second write is not needed.
        if (!/\b429\b/.test(String(error))) throw error
      },
    )
    return c.json({ short_url: `${c.var.origin}${paths.shortLink}${slug}` })
  })
  .get(`${paths.shortLink}:slug`, async (c) => {
    const slug = c.req.param('slug')
    if (!isSlug(slug)) throw new Failure('not_found')
    await spend(c, c.env.PROXY_LIMIT)
    const stored = await c.env.LINKS.get(slug, { type: 'json', cacheTtl: 60 })
    if (isPreviewRobot(c.req.header('user-agent'))) return answerRobot(c, await allowedCard(c.env, stored))
    const target = await previewOf(c.env, stored)
    if (target === null) throw new Failure('not_found')
    for (const source of target.sources) await assertAllowed(c.env, source)
    return new Response(null, {
      status: 302,
      headers: { location: target.path, ...HEADERS },
    })
  })

function answerRobot(c: Context<App>, card: Card | null): Response {
  const { brand, origin } = c.var
  const html = cardPage({ brand, origin, address: origin + c.req.path }, card)
  return new Response(html, { headers: { ...HEADERS, 'content-type': 'text/html; charset=utf-8' } })
}

/** Nothing is shown of what is blocked or has ended. */
async function allowedCard(env: Env, stored: unknown): Promise<Card | null> {
  const card = await sharedCard(env, stored)
  if (card === null) return null
  try {
    await assertAllAllowed(env, card.sources)
    return card
  } catch (error) {
    const { code } = Failure.from(error)
    if (code === 'blocked' || code === 'switched_off') return null
    throw error
  }
}
