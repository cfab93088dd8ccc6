import fs from 'node:fs'

/** Milliseconds of one clock tick in /proc/PID/stat. */
const TICK_MS = 10

/**
 * CPU milliseconds of the children that a process has waited for (proc(5), cutime and cstime).
 * @param {number | undefined} pid
 */
export function cpuOfChildren(pid) {
  const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[13]) + Number(fields[14])) * TICK_MS
}
