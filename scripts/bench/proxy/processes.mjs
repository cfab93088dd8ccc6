import fs from 'node:fs'

const TICKS = 100

/** The numbers of a process behind its name; undefined for one that has just ended. */
function stat(pid) {
  const text = fs.existsSync(`/proc/${pid}/stat`) ? fs.readFileSync(`/proc/${pid}/stat`, 'utf8') : undefined
  return text?.slice(text.lastIndexOf(') ') + 2).split(' ')
}

/** A process and all below it. */
export function descendants(pid) {
  const all = fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const parents = all.map((name) => [Number(name), Number(stat(name)?.[1])])
  const below = (one) => [
    one,
    ...parents.filter(([, parent]) => parent === one).flatMap(([child]) => below(child)),
  ]
  return below(pid)
}

/** CPU seconds of processes so far. */
export function cpu(pids) {
  const of = (fields) => (fields ? Number(fields[11]) + Number(fields[12]) : 0)
  return pids.reduce((sum, pid) => sum + of(stat(pid)) / TICKS, 0)
}

/** Resident memory in MB. */
export function rss(pids) {
  const of = (pid) => {
    const file = `/proc/${pid}/status`
    const text = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : ''
    return Number(/VmRSS:\s+(\d+)/.exec(text)?.[1] ?? 0) / 1e3
  }
  return pids.reduce((sum, pid) => sum + of(pid), 0)
}
