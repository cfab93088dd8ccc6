import { platformOf } from '#contract/platforms/index.ts'
import { count } from '../count.ts'
import { log } from '../log.ts'
import type { Task } from './task.ts'

export function logStatus(env: Env, task: Task): void {
  const { state, generation, lastAttemptId, startedAt, order } = task
  const source = new URL(order.plan.source_url)
  log('task', {
    status: state.status,
    generation,
    attempt: lastAttemptId,
    host: source.hostname,
    ms: Date.now() - startedAt,
    ...(state.status === 'failed' && { code: state.code }),
    ...(state.status === 'completed' && { bytes: state.file.size }),
  })
  if (state.status !== 'completed' && state.status !== 'failed') return
  count(env, {
    event: 'task',
    platform: platformOf(source)?.id ?? 'web',
    code: state.status === 'failed' ? state.code : 'ok',
    ms: Date.now() - startedAt,
    bytes: state.status === 'completed' ? state.file.size : 0,
    route: state.status,
  })
}
