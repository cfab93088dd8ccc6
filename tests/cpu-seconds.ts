/** CPU time of this thread for `work`: unlike elapsed time, it does not grow beside other programs. */
export function cpuSeconds(work: () => unknown): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1e6
}
/** Ten times what the slowest of these tests needs. */
export const MOST_SECONDS = 2
