import { platformOf } from '#contract/platforms/index.ts'
import { count } from '../count.ts'
import { log } from '../log.ts'
import type { Task } from './task.ts'

export function logStatus(env: Env, task: Task): void {
  const { status, generation, lastAttemptId, startedAt, plan } = task
  log('task', {
    status,
    generation,
    attempt: lastAttemptId,
    host: new URL(plan.source_url).hostname,
    ms: Date.now() - startedAt,
    ...(task.status === 'failed' && { code: task.code }),
    ...(task.status === 'completed' && { bytes: task.file.size }),
  })
  if (task.status !== 'completed' && task.status !== 'failed') return
  count(env, {
    event: 'task',
    platform: platformOf(new URL(plan.source_url))?.id ?? 'web',
    code: task.status === 'failed' ? task.code : 'ok',
    ms: Date.now() - startedAt,
    bytes: task.status === 'completed' ? task.file.size : 0,
    route: task.status,
  })
}
