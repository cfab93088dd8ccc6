import { readFileSync, writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'

export type WatchdogLimits = {
  /** The event loop is stuck when its thread used this CPU time without a turn. */
  cpuMs: number
  /** So it is after this time without a turn, even if its thread used no CPU. */
  wallMs: number
  checkMs: number
}

const { turns, limits } = workerData as { turns: Int32Array; limits: WatchdogLimits }
/** Linux counts CPU time in ticks of 1/100 s. */
const TICK_MS = 10

let last = Atomics.load(turns, 0)
let lastCpu = cpuOfMainThread()
let still = 0
setInterval(() => {
  const now = Atomics.load(turns, 0)
  if (now !== last) {
    last = now
    lastCpu = cpuOfMainThread()
    still = 0
    return
  }
  still += 1
  const ms = still * limits.checkMs
  const cpu = cpuOfMainThread() - lastCpu
  if (cpu < limits.cpuMs && ms < limits.wallMs) return
  // In a worker thread, `console` and `process.stdout` depend on the main thread, which is stuck.
  const line = { at: new Date().toISOString(), event: 'event_loop_stuck', ms, cpu }
  try {
    writeSync(1, `${JSON.stringify(line)}\n`)
  } finally {
    process.kill(process.pid, 'SIGKILL')
  }
}, limits.checkMs)

/** Milliseconds; 0 where the kernel does not tell. `performance` and `process` count all threads together. */
function cpuOfMainThread(): number {
  try {
    const stat = readFileSync(`/proc/self/task/${process.pid}/stat`, 'utf8')
    // The name of the thread, in brackets, can contain spaces.
    const [, ...fields] = stat.slice(stat.lastIndexOf(')')).split(' ')
    return TICK_MS * (Number(fields[11]) + Number(fields[12]))
  } catch {
    return 0
  }
}
