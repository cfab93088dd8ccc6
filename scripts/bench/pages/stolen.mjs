import fs from 'node:fs'

/** Jiffies of all processors since boot: in all, and those that the host gave to others (proc(5), /proc/stat, "steal"). */
function jiffies() {
  const [user, nice, system, idle, wait, irq, softirq, steal] = fs
    .readFileSync('/proc/stat', 'utf8')
    .split('\n', 1)[0]
    .split(/\s+/)
    .slice(1)
    .map(Number)
  return { steal, all: user + nice + system + idle + wait + irq + softirq + steal }
}

/**
 * Does some work, and tells which share of this machine's time its host gave to others meanwhile: what no program here
 * can see, and what makes every figure worse.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<{ result: T, stolen: number }>} the share in percent
 */
export async function withStolen(work) {
  const before = jiffies()
  const result = await work()
  const after = jiffies()
  return { result, stolen: (100 * (after.steal - before.steal)) / Math.max(1, after.all - before.all) }
}
