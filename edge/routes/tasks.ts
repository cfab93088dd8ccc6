import { Hono, type Context } from 'hono'
import type { MergeStatus } from '#contract/api.ts'
import { Failure } from '#contract/failure.ts'
import { mediaTypeOf } from '#contract/media-types.ts'
import { paths } from '#contract/paths.ts'
import type { App } from '../app.ts'
import { bytesCounter } from '../budget/allowance.ts'
import { assertAllAllowed } from '../request/block-list.ts'
import { fileBytes, type Checks } from '../tasks/file-bytes.ts'
import { taskOf, type ReadyFile } from '../tasks/merge-task.ts'
import { UNTRUSTED_MEDIA_HEADERS, disposition } from '../media/media-headers.ts'
import { passesIfMatch, passesIfNoneMatch } from '../request/conditions.ts'
import { parseRange } from '../request/range.ts'
import { nonceOf, taskIdOf } from '../grants/ticket.ts'
import { assertOwnPage, spend } from '../request/rate-limit.ts'
import { languageOf } from '../request/language.ts'
import { wordedStatus } from './worded-status.ts'
import { assertDeliberate, nonceIn, startById, startByTicket } from './start-task.ts'

export const tasks = new Hono<App>()
  .get(paths.startMerge, async (c) => {
    assertDeliberate(c)
    const asked = c.req.query('task_id') ?? ''
    const known = await nonceOf(c.env, asked)
    const nonce = known === null ? await startByTicket(c, asked) : await startById(c, known)
    return c.json({ task_id: await taskIdOf(c.env, nonce) })
  })
  .get(`${paths.status}:id`, async (c) => {
    const nonce = await nonceIn(c)
    await spend(c, c.env.STATUS_LIMIT, nonce)
    const task = await taskOf(c.env, nonce).read()
    if (!task) throw new Failure('file_gone')
    const answer: MergeStatus = { task_id: c.req.param('id'), ...wordedStatus(task, languageOf(c)) }
    return c.json(answer)
  })
  .delete(`${paths.task}:id`, async (c) => {
    assertOwnPage(c)
    const nonce = await nonceIn(c)
    await spend(c, c.env.STATUS_LIMIT, nonce)
    await taskOf(c.env, nonce).cancel()
    return c.json({ task_id: c.req.param('id') })
  })
  .on(['GET', 'HEAD'], `${paths.file}:id`, async (c) => {
    const nonce = await nonceIn(c)
    await spend(c, c.env.PROXY_LIMIT)
    const file = await taskOf(c.env, nonce).file()
    if (!file) throw new Failure('file_gone')
    const assertAllowed = () => assertAllAllowed(c.env, file.sources)
    await assertAllowed()
    return await serve(c, file, { count: await bytesCounter(c.env, c.req.raw), assertAllowed })
  })

/**
 * Responds with the file or a range of it (RFC 9110, sections 13 and 14). If GET would fail because of the
 * visitor's allowance, HEAD fails too.
 */
async function serve(c: Context<App>, file: ReadyFile, checks: Checks): Promise<Response> {
  const headers = new Headers({
    ...UNTRUSTED_MEDIA_HEADERS,
    'accept-ranges': 'bytes',
    'content-type': mediaTypeOf(file.container) ?? 'application/octet-stream',
    'content-length': String(file.size),
    'content-disposition': disposition(
      c.req.query('download') === '1' ? 'attachment' : 'inline',
      c.req.query('filename'),
      file.container,
    ),
    etag: file.etag,
    'cache-control': 'private, no-store',
    'x-expires-at': new Date(file.expiresAt).toISOString(),
  })
  if (!passesIfMatch(c.req.header('if-match'), file.etag)) {
    headers.delete('content-length')
    return new Response(null, { status: 412, headers })
  }
  if (!passesIfNoneMatch(c.req.header('if-none-match'), file.etag)) {
    headers.delete('content-length')
    return new Response(null, { status: 304, headers })
  }
  if (c.req.method === 'HEAD') {
    await checks.count(0)
    return new Response(null, { headers })
  }
  const ifRange = c.req.header('if-range')
  const wanted = parseRange(
    ifRange === undefined || ifRange === file.etag ? c.req.header('range') : null,
    file.size,
  )
  if (wanted.kind === 'unsatisfiable') {
    headers.delete('content-length')
    headers.set('content-range', `bytes */${file.size}`)
    return new Response(null, { status: 416, headers })
  }
  const { start, end } = wanted.kind === 'whole' ? { start: 0, end: file.size - 1 } : wanted
  const length = end - start + 1
  const body = await fileBytes(c.env.FILES, file.key, { start, length }, checks)
  if (wanted.kind === 'whole') return new Response(body, { headers })
  headers.set('content-range', `bytes ${start}-${end}/${file.size}`)
  headers.set('content-length', String(length))
  return new Response(body, { status: 206, headers })
}
