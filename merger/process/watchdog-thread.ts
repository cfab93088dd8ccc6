import { writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'

const { turns, checkMs, checks } = workerData as { turns: Int32Array; checkMs: number; checks: number }

let last = Atomics.load(turns, 0)
let still = 0
setInterval(() => {
  const now = Atomics.load(turns, 0)
  still = now === last ? still + 1 : 0
  last = now
  if (still < checks) return
  // In a worker thread, `console` and `process.stdout` depend on the main thread, which is stuck.
  const line = { at: new Date().toISOString(), event: 'event_loop_stuck', ms: still * checkMs }
  try {
    writeSync(1, `${JSON.stringify(line)}\n`)
  } finally {
    process.kill(process.pid, 'SIGKILL')
  }
}, checkMs)
