type Limit = { LIMIT: number; PERIOD: number }

/** A rate limit of one process: windows aligned to the clock, all counters forgotten with their window. */
export default function rateLimit({ LIMIT, PERIOD }: Limit) {
  let window = 0
  let counts = new Map<string, number>()
  return {
    limit: async ({ key }: { key: string }): Promise<{ success: boolean }> => {
      const current = Math.floor(Date.now() / (PERIOD * 1_000))
      if (current !== window) counts = new Map()
      window = current
      const count = counts.get(key) ?? 0
      if (count >= LIMIT) return { success: false }
      counts.set(key, count + 1)
      return { success: true }
    },
  }
}
