import { Worker } from 'node:worker_threads'
import { log } from '../log.ts'

const CHECK_MS = 1_000
/**
 * Milliseconds without a turn of the event loop after which the process ends; less than the lease of an
 * attempt.
 */
const STUCK_MS = 10_000

/**
 * Starts a thread that kills this process when its event loop makes no turn for `stuckMs`. A stuck loop
 * answers neither `/healthz` nor SIGTERM, so nothing inside it can end it; the container then starts a new
 * process. The thread counts its own checks instead of reading a clock, so that a suspended machine is not
 * taken for a stuck loop.
 */
export function startWatchdog(stuckMs = STUCK_MS, checkMs = CHECK_MS): { stop(): Promise<void> } {
  const turns = new Int32Array(new SharedArrayBuffer(4))
  const beat = setInterval(() => Atomics.add(turns, 0, 1), checkMs / 2)
  const thread = new Worker(new URL('watchdog-thread.ts', import.meta.url), {
    workerData: { turns, checkMs, checks: Math.ceil(stuckMs / checkMs) },
    // Node would pass this process's own options (`--import`) on to the thread.
    execArgv: [],
  })
  thread.on('error', (error) => log('watchdog_failed', { cause: error.message }))
  beat.unref()
  thread.unref()
  const stop = async () => {
    clearInterval(beat)
    await thread.terminate()
  }
  return { stop }
}
