import fs from 'node:fs'

/**
 * The programs of the product. Each pattern matches command lines. A process belongs to the first program
 * whose pattern matches its command line.
 */
const PROGRAMS: [name: string, pattern: RegExp][] = [
  // Wrangler runs two workerd processes: one with the Worker and the local simulators, and a proxy in front
  // of it.
  ['workerd', /\/workerd .*--inspector-addr/],
  ['workerd (proxy)', /\/workerd/],
  ['ffmpeg', /ffmpeg|ffprobe/],
  ['yt-dlp', /merger\/ytdlp|yt_dlp/],
  ['merger', /merger\/server\.ts/],
  ['wrangler', /wrangler/],
]
/**
 * Clock ticks per second. /proc/PID/stat counts CPU time in ticks, and `getconf CLK_TCK` prints 100 on Linux.
 */
const TICKS = 100

/**
 * Resident memory in MB, used CPU time in seconds, and number of processes of one program. Memory that forks
 * share counts once for all of them (`Pss` in proc(5)).
 */
export type Use = { megabytes: number; cpuSeconds: number; processes: number }

/**
 * Returns the process ids of each program. The callers run in the sealed internet (the simulated internet of
 * the tests). It has its own PID namespace, so /proc does not list the other processes of the machine.
 * @param others processes of another product: they and their descendants do not count
 */
export function pidsOfPrograms(others: ReadonlySet<number> = new Set()): Record<string, number[]> {
  const pids: Record<string, number[]> = {}
  for (const pid of fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const line = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
      const [name] = PROGRAMS.find(([, pattern]) => pattern.test(line)) ?? []
      if (name !== undefined && !isUnder(Number(pid), others)) (pids[name] ??= []).push(Number(pid))
    } catch {
      // The process ended before its command line was read.
    }
  }
  return pids
}

/** Whether a process or one of its ancestors is in `roots`. */
export function isUnder(pid: number, roots: ReadonlySet<number>): boolean {
  for (let one = pid; one > 1; one = parentOf(one)) if (roots.has(one)) return true
  return false
}

function parentOf(pid: number): number {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return 0 // The process has ended.
  }
}

/** Returns memory use, CPU use and number of processes of each program of the product. */
export function useOfPrograms(others?: ReadonlySet<number>): Record<string, Use> {
  return Object.fromEntries(
    Object.entries(pidsOfPrograms(others)).map(([name, pids]) => [
      name,
      pids.map(useOf).reduce(sum, NOTHING),
    ]),
  )
}

const NOTHING: Use = { megabytes: 0, cpuSeconds: 0, processes: 0 }
const sum = (a: Use, b: Use): Use => ({
  megabytes: a.megabytes + b.megabytes,
  cpuSeconds: a.cpuSeconds + b.cpuSeconds,
  processes: a.processes + b.processes,
})

function useOf(pid: number): Use {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    // `fields` starts with field 3 of /proc/PID/stat. The slice contains the fields 14 to 17: the CPU time of
    // the process and of its children that have ended.
    const cpuSeconds = fields.slice(11, 15).reduce((total, ticks) => total + ticks, 0) / TICKS
    const pss = /^Pss:\s+(\d+)/m.exec(fs.readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]
    return { megabytes: Number(pss ?? 0) / 1024, cpuSeconds, processes: 1 }
  } catch {
    return NOTHING // The process ended while its files were read.
  }
}
