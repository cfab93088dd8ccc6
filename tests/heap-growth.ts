import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as (options: { type: 'minor' }) => void

/** Megabytes of the heap that `work` holds at its end, with its garbage that is not young. */
export function heapGrowth(work: () => unknown): number {
  collect({ type: 'minor' })
  const before = process.memoryUsage().heapUsed
  work()
  collect({ type: 'minor' })
  return (process.memoryUsage().heapUsed - before) / 1024 ** 2
}
