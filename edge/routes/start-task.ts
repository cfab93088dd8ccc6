import type { Context } from 'hono'
import { Failure } from '#contract/failure.ts'
import { servedBy } from '#contract/platforms/index.ts'
import type { App } from '../app.ts'
import { countMerge } from '../budget/allowance.ts'
import { assertBudget } from '../budget/product-budget.ts'
import { linksOf, nonceOf, openTicket } from '../grants/ticket.ts'
import { assertAllAllowed, assertWorks } from '../request/block-list.ts'
import { assertOwnPage, spend } from '../request/rate-limit.ts'
import { visitorKey } from '../request/visitor.ts'
import { taskOf } from '../tasks/merge-task.ts'

// Starts merges, both for the API and for the page that works without JavaScript.

export async function nonceIn(c: Context<App>): Promise<string> {
  const nonce = await nonceOf(c.env, c.req.param('id') ?? '')
  if (nonce === null) throw new Failure('file_gone')
  return nonce
}

/** Only a visitor on our own page may start a merge. */
export function assertDeliberate(c: Context<App>): void {
  const purpose = c.req.header('sec-purpose') ?? c.req.header('purpose') ?? ''
  if (c.req.raw.method !== 'GET' || /prefetch|prerender/i.test(purpose)) throw new Failure('forbidden')
  assertOwnPage(c)
}

export async function startByTicket(c: Context<App>, sealed: string): Promise<string> {
  const opened = await openTicket(c.env, sealed)
  if (opened.state === 'refused') throw new Failure('stale')
  const { nonce, ...order } = opened.ticket
  await assertAllAllowed(c.env, linksOf(order))
  await spend(c, c.env.MERGE_LIMIT)
  const task = taskOf(c.env, nonce)
  if (opened.state === 'stale') {
    // An expired ticket cannot start a task. But if it started the task earlier, the visitor can still join
    // that task.
    if (!(await isJoinable(task))) throw new Failure('stale', { formatKey: order.key })
    return nonce
  }
  await assertMayStart(c, task, order.plan.source_url)
  await task.start(nonce, order, await visitorKey(c.env, c.req.raw))
  return nonce
}

export async function startById(c: Context<App>, nonce: string): Promise<string> {
  await spend(c, c.env.MERGE_LIMIT)
  const task = taskOf(c.env, nonce)
  const sources = await task.sources()
  if (sources === null) throw new Failure('file_gone')
  await assertAllAllowed(c.env, sources)
  await assertMayStart(c, task, sources[0]!)
  if (!(await task.startAgain(await visitorKey(c.env, c.req.raw)))) throw new Failure('file_gone')
  return nonce
}

type TaskObject = ReturnType<typeof taskOf>

async function isJoinable(task: TaskObject): Promise<boolean> {
  const status = (await task.read())?.status
  return status === 'queued' || status === 'processing' || status === 'completed'
}

/** A start that joins a task is not a new merge, so it is neither checked nor counted. */
async function assertMayStart(c: Context<App>, task: TaskObject, source: string): Promise<void> {
  if (await isJoinable(task)) return
  await assertWorks(c.env, 'merges')
  await assertBudget(c.env, servedBy(new URL(source)) !== undefined)
  await countMerge(c.env, c.req.raw)
}
