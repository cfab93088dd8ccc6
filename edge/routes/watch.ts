import { Hono, type Context } from 'hono'
import { mergeId } from '#contract/engine/merge.ts'
import { FIRST_FRAGMENTS, watchBytesPath } from '#contract/engine/watch.ts'
import { Failure } from '#contract/failure.ts'
import { paths } from '#contract/paths.ts'
import type { App } from '../app.ts'
import { bytesCounter } from '../budget/allowance.ts'
import { UNTRUSTED_MEDIA_HEADERS } from '../media/media-headers.ts'
import { mergerFor } from '../mergers/client.ts'
import { assertAllAllowed } from '../request/block-list.ts'
import { spend } from '../request/rate-limit.ts'
import { playlistOf, watchedAttempt, watchList } from '../tasks/watch.ts'
import { nonceIn } from './start-task.ts'

const HEADERS = { ...UNTRUSTED_MEDIA_HEADERS, 'cache-control': 'private, no-store' }
/** The largest group of fragments, with room. */
const MAX_RANGE_BYTES = 64 * 1024 ** 2

/** The task hears of the end of an attempt within this time. */
const HEARD_MS = 500

/**
 * A file can be watched while it is made. The task id is the permission, as for status and file. 202 means
 * that its first seconds do not exist yet, and 204 that there is nothing to watch: browsers would log an
 * error for 404, but this is none.
 */
export const watch = new Hono<App>()
  .get(`${paths.watch}:id`, (c) => orNothing(() => playlist(c)))
  .get(`${paths.watch}:id/media`, (c) => orNothing(() => media(c)))

async function orNothing(answer: () => Promise<Response>): Promise<Response> {
  try {
    return await answer()
  } catch (error) {
    if (error instanceof Failure && error.code === 'not_found') return new Response(null, { status: 204 })
    throw error
  }
}

async function playlist(c: Context<App>): Promise<Response> {
  await spend(c, c.env.PROXY_LIMIT)
  const asked = Date.now()
  const watched = await watchedAttempt(c.env, await nonceIn(c), c.req.query('attempt'), c.req.raw.signal)
  const begun = Date.now()
  c.var.log['attempt_ms'] = begun - asked
  if (watched === 'waiting') return new Response(null, { status: 202 })
  await assertAllAllowed(c.env, watched.sources)
  const list = await watchList(c.env, watched, c.req.raw.signal)
  c.var.log['copy_ms'] = Date.now() - begun
  if (list === null) await scheduler.wait(HEARD_MS)
  const isEarly = list === null || (list.fragments.length < FIRST_FRAGMENTS && !list.is_over)
  if (isEarly) return new Response(null, { status: 202 })
  if (list.fragments.length === 0) throw new Failure('not_found')
  const text = playlistOf(list, `${c.req.param('id')}/media?attempt=${watched.attempt}`)
  return new Response(text, {
    headers: { ...HEADERS, 'content-type': 'application/vnd.apple.mpegurl' },
  })
}

async function media(c: Context<App>): Promise<Response> {
  await spend(c, c.env.PROXY_LIMIT)
  const attempt = c.req.query('attempt') ?? ''
  const watched = await watchedAttempt(c.env, await nonceIn(c), attempt, c.req.raw.signal)
  if (watched === 'waiting') throw new Failure('not_found')
  await assertAllAllowed(c.env, watched.sources)
  const { start, end } = rangeOf(c)
  const count = await bytesCounter(c.env, c.req.raw)
  await count(end - start)
  const path = watchBytesPath(mergeId(watched.name, watched.attempt), start, end)
  const answer = await mergerFor(c.env, watched.merger)(path, { signal: c.req.raw.signal })
  return new Response(answer.body?.pipeThrough(new FixedLengthStream(end - start)), {
    status: 206,
    headers: {
      ...HEADERS,
      'content-type': 'video/mp4',
      'content-length': String(end - start),
      // The whole size is unknown while the file grows.
      'content-range': `bytes ${start}-${end - 1}/*`,
    },
  })
}

function rangeOf(c: Context<App>): { start: number; end: number } {
  const [, from, to] = /^bytes=(\d{1,12})-(\d{1,12})$/.exec(c.req.header('range') ?? '') ?? []
  const [start, end] = [Number(from), Number(to) + 1]
  if (!(end > start) || end - start > MAX_RANGE_BYTES) throw new Failure('bad_request')
  return { start, end }
}
