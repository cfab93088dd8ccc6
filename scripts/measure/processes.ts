import fs from 'node:fs'

/** Clock ticks per second in /proc/PID/stat. */
const TICKS = 100

function stat(pid: number | string) {
  try {
    const text = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(') ') + 2).split(' ')
  } catch {
    return undefined
  }
}

export function descendants(pid: number): number[] {
  const names = fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const parents = names.map((name) => ({ pid: Number(name), parent: Number(stat(name)?.[1]) }))
  const withChildren = (top: number): number[] => [
    top,
    ...parents.filter(({ parent }) => parent === top).flatMap((child) => withChildren(child.pid)),
  ]
  return withChildren(pid)
}

export function cpu(pids: number[]) {
  return pids.reduce((sum, pid) => {
    const fields = stat(pid)
    return fields ? sum + (Number(fields[11]) + Number(fields[12])) / TICKS : sum
  }, 0)
}

/** Milliseconds of the children that have ended. */
export function cpuOfChildren(pid: number | undefined) {
  const fields = stat(pid ?? 0)
  return ((Number(fields?.[13]) + Number(fields?.[14])) * 1_000) / TICKS
}

export function rss(pids: number[]) {
  return pids.reduce((sum, pid) => {
    const file = `/proc/${pid}/status`
    const text = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : ''
    return sum + Number(/VmRSS:\s+(\d+)/.exec(text)?.[1] ?? 0) / 1e3
  }, 0)
}
