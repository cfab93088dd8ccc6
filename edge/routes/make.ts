import { Hono } from 'hono'
import { Failure } from '#contract/failure.ts'
import { paths } from '#contract/paths.ts'
import type { Making } from '#render'
import type { App } from '../app.ts'
import { taskIdOf } from '../grants/ticket.ts'
import { makingPage } from '../pages/page.ts'
import { languageOf } from '../request/language.ts'
import { spend } from '../request/rate-limit.ts'
import { taskOf } from '../tasks/merge-task.ts'
import { wordedStatus } from './worded-status.ts'
import { assertDeliberate, nonceIn, startByTicket } from './start-task.ts'

const REFRESH_SECONDS = 3

function makingOf(task: ReturnType<typeof wordedStatus>, href: string, filename: string): Making {
  if (task.status === 'failed') return { step: 'failed', message: task.message }
  if (task.status !== 'completed') return { step: 'making', message: task.message, percent: task.progress }
  const time = new Date(task.expires_at ?? Date.now()).toISOString().slice(11, 16)
  return { step: 'ready', href, filename, deletedAt: `${time} UTC` }
}

/** The routes with which a visitor without JavaScript starts a merge and follows it. */
export const make = new Hono<App>()
  .get(paths.make, async (c) => {
    assertDeliberate(c)
    const id = await taskIdOf(c.env, await startByTicket(c, c.req.query('task_id') ?? ''))
    const query = new URLSearchParams({ filename: c.req.query('filename') ?? '' })
    return c.redirect(`${paths.make}/${id}?${query.toString()}`, 303)
  })
  .get(`${paths.make}/:id`, async (c) => {
    const nonce = await nonceIn(c)
    await spend(c, c.env.STATUS_LIMIT, nonce)
    const task = await taskOf(c.env, nonce).read()
    if (!task) throw new Failure('file_gone')
    const filename = c.req.query('filename') ?? ''
    const query = new URLSearchParams({ download: '1', filename })
    const making = makingOf(
      wordedStatus(task, languageOf(c)),
      `${paths.file}${c.req.param('id')}?${query.toString()}`,
      filename,
    )
    const page = await makingPage(c, making)
    if (making.step === 'making') page.headers.set('refresh', String(REFRESH_SECONDS))
    return page
  })
