import fs from 'node:fs'

/** Length of one clock tick of /proc/PID/stat in milliseconds. */
const TICK_MS = 10

/**
 * Returns the CPU time, in milliseconds, of all ended children of a process (proc(5), cutime and cstime).
 * @param {number | undefined} pid
 */
export function cpuOfChildren(pid) {
  const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[13]) + Number(fields[14])) * TICK_MS
}
