import type { MergeStatus } from '#contract/api.ts'
import type { FailureCode } from '#contract/failure.ts'
import type { TaskMessage } from './messages.ts'
import type { Task, Transfer } from './task.ts'

type Facts = Omit<MergeStatus, 'task_id' | 'status' | 'message' | 'code'>
/** A route words it: the message, or the failure of the link. */
export type TaskStatus = Facts &
  (
    | { status: 'queued' | 'processing' | 'completed'; message: TaskMessage }
    | { status: 'failed'; code: FailureCode; link: string }
  )

export const NO_TRANSFER: Transfer = { received: null, total: null, speed: null, remaining: null }

/** What a visitor may know about a task; null if its file is gone. */
export function statusOf(task: Task, now: number): TaskStatus | null {
  const { state, progress, order } = task
  if (state.status === 'expired') return null
  switch (state.status) {
    case 'queued':
      return { status: state.status, progress, message: state.message, ...NO_TRANSFER }
    case 'processing':
      return { status: state.status, progress, message: state.message, ...state.transfer }
    case 'failed':
      return { status: state.status, progress, code: state.code, link: order.plan.source_url, ...NO_TRANSFER }
    case 'completed': {
      const { size, combined, proof, expiresAt } = state.file
      // The file is gone for visitors from its expiry time on, even if the alarm that deletes it runs late.
      if (now >= expiresAt) return null
      return {
        status: state.status,
        progress,
        message: { key: 'done' },
        ...NO_TRANSFER,
        actual_sizes: { final_file: size, combined_streams: combined },
        proof,
        expires_at: expiresAt,
      }
    }
  }
}
