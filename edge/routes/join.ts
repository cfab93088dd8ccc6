import { Hono } from 'hono'
import { paths } from '#contract/paths.ts'
import { Failure } from '#contract/failure.ts'
import type { App } from '../app.ts'
import { provenAt } from '../mergers/joined.ts'
import { spend } from '../request/rate-limit.ts'

/** Without a proof of its key, a caller learns nothing and no object wakes. */
export const join = new Hono<App>().get(paths.joinMergers, async (c) => {
  await spend(c, c.env.PROXY_LIMIT)
  const at = await provenAt(c.env, c.req.raw)
  if (at === undefined || c.req.header('upgrade') !== 'websocket') throw new Failure('not_found')
  const name = c.req.query('name')!
  const answer = await c.env.LINES.getByName(name).fetch(`http://line/?at=${at}`, {
    headers: { upgrade: 'websocket' },
  })
  if (!answer.webSocket) throw new Failure('not_found')
  // The headers of an answer of an object cannot be changed, and each answer of ours gets some.
  return new Response(null, { status: 101, webSocket: answer.webSocket })
})
