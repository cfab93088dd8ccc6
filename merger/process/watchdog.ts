import { Worker } from 'node:worker_threads'
import { log } from '../log.ts'
import type { WatchdogLimits } from './watchdog-thread.ts'

/**
 * A loop that gets no CPU, because other programs take it, is not stuck. Both times are shorter than the
 * lease of an attempt.
 */
const LIMITS: WatchdogLimits = { cpuMs: 8_000, wallMs: 45_000, checkMs: 1_000 }

/**
 * A process with a blocked event loop responds neither to `/healthz` nor to SIGTERM. The thread counts its
 * own checks instead of reading a clock, so that it does not mistake a suspended machine for a blocked event
 * loop.
 */
export function startWatchdog(limits = LIMITS): { stop(): Promise<void> } {
  const turns = new Int32Array(new SharedArrayBuffer(4))
  const beat = setInterval(() => Atomics.add(turns, 0, 1), limits.checkMs / 2)
  const thread = new Worker(new URL('watchdog-thread.ts', import.meta.url), {
    workerData: { turns, limits },
    // Without this empty list, Node would pass the options of this process (such as `--import`) on to the
    // thread.
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
