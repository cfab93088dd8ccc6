import fs from 'node:fs'

/** Programs of the product, with a pattern for their command line. The first pattern that matches decides. */
const PROGRAMS: [name: string, pattern: RegExp][] = [
  ['workerd', /\/workerd/],
  ['ffmpeg', /ffmpeg|ffprobe/],
  ['yt-dlp', /merger\/ytdlp|yt_dlp/],
  ['merger', /merger\/server\.ts/],
  ['wrangler', /wrangler/],
]
/** Clock ticks per second. On Linux `getconf CLK_TCK` prints 100. */
const TICKS = 100

/** Resident memory in MB and used CPU seconds of all processes of one program. */
export type Use = { megabytes: number; cpuSeconds: number; processes: number }

/**
 * Returns the use of each program of the product. All processes in /proc are counted, because the sealed
 * internet has its own PID namespace.
 */
export function useOfPrograms(): Record<string, Use> {
  const uses: Record<string, Use> = {}
  for (const pid of fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const line = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
      const [name] = PROGRAMS.find(([, pattern]) => pattern.test(line)) ?? []
      if (name === undefined) continue
      const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
      const fields = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number)
      const use = (uses[name] ??= { megabytes: 0, cpuSeconds: 0, processes: 0 })
      // Fields 14 to 17 of /proc/PID/stat: CPU time of the process, and of its children that have ended.
      use.cpuSeconds += fields.slice(11, 15).reduce((sum, ticks) => sum + ticks, 0) / TICKS
      use.megabytes +=
        Number(/^Rss:\s+(\d+)/m.exec(fs.readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024
      use.processes++
    } catch {
      // The process ended while its files were read.
    }
  }
  return uses
}
