import fs from 'node:fs'

/**
 * Returns two sums over all processors, in clock ticks since the machine started:
 * - `all`: the total time
 * - `steal`: the time that the host gave to other virtual machines (proc(5), "steal")
 */
function ticks() {
  const line = fs.readFileSync('/proc/stat', 'utf8').split('\n', 1)[0] ?? ''
  // The fields are user, nice, system, idle, iowait, irq, softirq and steal. The guest fields are left out,
  // because `user` already contains them.
  const fields = line.split(/\s+/).slice(1, 9).map(Number)
  return { steal: fields[7] ?? 0, all: fields.reduce((sum, field) => sum + field, 0) }
}

/**
 * Runs `work`. Returns its result and the share of CPU time, in percent, that the host gave to other virtual
 * machines during `work`. A high share makes all measured values of a benchmark worse, and only the kernel's
 * counters show the share.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<{ result: T, stolen: number }>}
 */
export async function withStolen(work) {
  const before = ticks()
  const result = await work()
  const after = ticks()
  return { result, stolen: (100 * (after.steal - before.steal)) / Math.max(1, after.all - before.all) }
}
