import fs from 'node:fs'

/** Programs of the product, by a part of their command line. The first that fits counts. */
const PROGRAMS: [name: string, pattern: RegExp][] = [
  ['workerd', /\/workerd/],
  ['ffmpeg', /ffmpeg|ffprobe/],
  ['yt-dlp', /merger\/ytdlp|yt_dlp/],
  ['merger', /merger\/server\.ts/],
  ['wrangler', /wrangler/],
]
/** Clock ticks in a second; `getconf CLK_TCK` is 100 on Linux. */
const TICKS = 100

/** Resident memory in MB and used CPU seconds of a program's processes together. */
export type Use = { megabytes: number; cpuSeconds: number; processes: number }

/** The use of each program of the product. The sealed internet has a process namespace of its own. */
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
      // Fields 14 to 17 of proc(5): own time, and time of children that have ended.
      use.cpuSeconds += fields.slice(11, 15).reduce((sum, ticks) => sum + ticks, 0) / TICKS
      use.megabytes +=
        Number(/^Rss:\s+(\d+)/m.exec(fs.readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024
      use.processes++
    } catch {
      // The process ended while it was read.
    }
  }
  return uses
}
