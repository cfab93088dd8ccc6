import fs from 'node:fs'

/** Clock ticks per second in /proc/PID/stat. */
const TICKS = 100

/**
 * Returns the fields of /proc/PID/stat after the process name (proc(5)), or undefined if the process has
 * ended.
 * @param {number | string} pid
 */
function stat(pid) {
  try {
    const text = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(') ') + 2).split(' ')
  } catch {
    return undefined
  }
}

/**
 * Returns the ids of a process and all its descendants.
 * @param {number} pid
 * @returns {number[]}
 */
export function descendants(pid) {
  const names = fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const parents = names.map((name) => ({ pid: Number(name), parent: Number(stat(name)?.[1]) }))
  /** @type {(top: number) => number[]} */
  const withChildren = (top) => [
    top,
    ...parents.filter(({ parent }) => parent === top).flatMap((child) => withChildren(child.pid)),
  ]
  return withChildren(pid)
}

/**
 * Returns the CPU time that processes have used so far, in seconds.
 * @param {number[]} pids
 */
export function cpu(pids) {
  return pids.reduce((sum, pid) => {
    const fields = stat(pid)
    return fields ? sum + (Number(fields[11]) + Number(fields[12])) / TICKS : sum
  }, 0)
}

/**
 * Returns the resident memory of processes in MB.
 * @param {number[]} pids
 */
export function rss(pids) {
  return pids.reduce((sum, pid) => {
    const file = `/proc/${pid}/status`
    const text = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : ''
    return sum + Number(/VmRSS:\s+(\d+)/.exec(text)?.[1] ?? 0) / 1e3
  }, 0)
}
