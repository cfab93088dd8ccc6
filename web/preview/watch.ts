import type { MergeStatus } from '#contract/api.ts'
import { Failure } from '#contract/failure.ts'
import { canDownload, readStatus } from '../api.ts'
import { withTip } from '../download/failure-text.ts'
import { filePath } from './file-path.ts'
import type { MadeFile, Progress } from './machine.ts'

/** Parameters of the polling of a task's status (docs/specification.md, section 9). */
const POLL = {
  firstDelayMs: 1_000,
  slowHalfMaxDelayMs: 2_000,
  maxDelayMs: 5_000,
  growth: 1.2,
  errorGrowth: 1.5,
  maxUnchanged: 60,
  maxErrorsInARow: 5,
} as const

export type WatchCalls = {
  readStatus(taskId: string, signal: AbortSignal): Promise<{ status: MergeStatus; serverNow: number }>
  hasFile(taskId: string, signal: AbortSignal): Promise<boolean>
}

export type WatchFault =
  | 'timedOut'
  | 'fileMissing'
  /** The edge has written it. */
  | { message: string }
  | { pollingErrors: unknown }

/** `timed_out`: the page has stopped polling, but the task can still succeed. */
type WatchEnd =
  | { type: 'made'; file: MadeFile }
  | { type: 'failed'; fault: WatchFault; waitsFor?: string }
  | { type: 'timed_out' }

/**
 * Returns the milliseconds until the next poll (docs/specification.md, section 9):
 * - If the last poll failed, or reported a progress of at least 50 %, the delay grows, up to `maxDelayMs`.
 * - If the last poll reported a progress below 50 %, the delay does not grow. A delay that is longer than
 *   `slowHalfMaxDelayMs` is reduced to this value.
 * @param delay the milliseconds before the last poll
 * @param answer the result of the last poll
 */
export function nextDelay(delay: number, answer: { percent: number } | 'error'): number {
  if (answer === 'error') return Math.min(delay * POLL.errorGrowth, POLL.maxDelayMs)
  if (answer.percent < 50) return Math.min(delay, POLL.slowHalfMaxDelayMs)
  return Math.min(delay * POLL.growth, POLL.maxDelayMs)
}

export const wait = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    signal.throwIfAborted()
    const timer = setTimeout(done, ms)
    function done() {
      signal.removeEventListener('abort', stop)
      resolve()
    }
    function stop() {
      clearTimeout(timer)
      reject(signal.reason as Error)
    }
    signal.addEventListener('abort', stop, { once: true })
  })

const isMissing = (cause: unknown) =>
  (cause instanceof Failure && cause.status === 404) || (cause as { status?: number } | null)?.status === 404

const progressOf = (status: MergeStatus): Progress => ({
  percent: status.progress,
  message: status.message,
  received: status.received ?? null,
  total: status.total ?? null,
  speed: status.speed ?? null,
  remaining: status.remaining ?? null,
})

function endOf(taskId: string, status: MergeStatus, serverNow: number): WatchEnd | null {
  if (status.status === 'failed') return { type: 'failed', fault: { message: withTip(status.message) } }
  if (status.status !== 'completed') return null
  // The clock of the device can differ from the server's clock. So the remaining time is the difference
  // between two timestamps from the server, and is added to the time of the device.
  const expiresAt = status.expires_at === undefined ? null : Date.now() + status.expires_at - serverNow
  return {
    type: 'made',
    file: {
      taskId,
      expiresAt,
      size: status.actual_sizes?.final_file ?? null,
      proof: status.proof ?? null,
      generation: String(status.expires_at ?? ''),
    },
  }
}

/** Watches a task until the page knows its end, or stops polling. */
export async function followTask(
  taskId: string,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<Exclude<WatchEnd, { type: 'timed_out' }>> {
  const hasFile = (id: string, stop: AbortSignal) => canDownload(filePath(id), stop)
  const end = await watchTask(taskId, { readStatus, hasFile }, onProgress, signal)
  return end.type === 'timed_out' ? { type: 'failed', fault: 'timedOut', waitsFor: taskId } : end
}

/** Returns false if the task has failed or is gone. */
export async function isAlive(taskId: string, signal: AbortSignal): Promise<boolean> {
  try {
    const { status } = await readStatus(taskId, signal)
    return status.status !== 'failed'
  } catch (cause) {
    signal.throwIfAborted()
    console.warn('The task of this link is gone, so its file is made again.', cause)
    return false
  }
}

/** Returns whether the file of a finished task has expired or was deleted. */
export const isGone = async (taskId: string, signal: AbortSignal): Promise<boolean> =>
  await readStatus(taskId, signal).then(() => false, isMissing)

/**
 * Stops earlier if the status stays the same for `POLL.maxUnchanged` polls, or if `POLL.maxErrorsInARow`
 * polls fail in a row. If the signal is aborted, rejects with the reason of the signal.
 */
export async function watchTask(
  taskId: string,
  calls: WatchCalls,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<WatchEnd> {
  let delay: number = POLL.firstDelayMs
  let last = ''
  let [unchanged, errors] = [0, 0]
  while (unchanged < POLL.maxUnchanged) {
    await wait(delay, signal)
    try {
      const { status, serverNow } = await calls.readStatus(taskId, signal)
      const end = endOf(taskId, status, serverNow)
      if (end) return end
      const progress = progressOf(status)
      onProgress(progress)
      const now = `${status.status} ${status.message} ${progress.percent} ${progress.received}`
      unchanged = now === last ? unchanged + 1 : 0
      last = now
      errors = 0
      delay = nextDelay(delay, progress)
    } catch (cause) {
      signal.throwIfAborted()
      if (isMissing(cause)) return await endOfMissing(taskId, calls, signal)
      errors += 1
      if (errors >= POLL.maxErrorsInARow) {
        return { type: 'failed', fault: { pollingErrors: cause }, waitsFor: taskId }
      }
      delay = nextDelay(delay, 'error')
    }
  }
  return { type: 'timed_out' }
}

async function endOfMissing(taskId: string, calls: WatchCalls, signal: AbortSignal): Promise<WatchEnd> {
  const isThere = await calls.hasFile(taskId, signal)
  return isThere
    ? { type: 'made', file: { taskId, expiresAt: null, size: null, proof: null, generation: '' } }
    : { type: 'failed', fault: 'fileMissing' }
}
