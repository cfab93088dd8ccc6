/** CPU time of this thread for `work`: unlike elapsed time, it does not grow beside other programs. */
export function cpuSeconds(work: () => unknown): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1e6
}
/** Ten times what the slowest of these tests needs. */
export const MOST_SECONDS = 2

/** Of small works, the machine's own noise. */
const NOISE_SECONDS = 0.1

/** Whether four times the length takes less than eight times the CPU: the square would take sixteen times. */
export function growsWithLength(work: (length: number) => unknown, length: number): boolean {
  work(length)
  const [one, two, four] = [length, 2 * length, 4 * length].map((each) => cpuSeconds(() => work(each)))
  return two! < 4 * one! + NOISE_SECONDS && four! < 8 * one! + NOISE_SECONDS
}
