import type { MergeStatus } from '#contract/api.ts'
import { sentenceOf } from '#contract/sentence.ts'
import { messages } from './messages.ts'
import type { Task, Transfer } from './task.ts'

export type TaskStatus = Omit<MergeStatus, 'task_id'>

export const NO_TRANSFER: Transfer = { received: null, total: null, speed: null, remaining: null }

/** What a visitor may know about a task; null if its file is gone. */
export function statusOf(task: Task, now: number): TaskStatus | null {
  const { state, progress, order } = task
  if (state.status === 'expired') return null
  const told = (message: string, transfer: Transfer = NO_TRANSFER) => ({
    status: state.status,
    progress,
    message,
    ...transfer,
  })
  switch (state.status) {
    case 'queued':
      return told(state.message)
    case 'processing':
      return told(state.message, state.transfer)
    case 'failed':
      return { ...told(sentenceOf(state.code, order.plan.source_url)), code: state.code }
    case 'completed': {
      const { size, combined, proof, expiresAt } = state.file
      // The file is gone for visitors from its expiry time on, even if the alarm that deletes it runs late.
      if (now >= expiresAt) return null
      return {
        ...told(messages.done),
        actual_sizes: { final_file: size, combined_streams: combined },
        proof,
        expires_at: expiresAt,
      }
    }
  }
}
