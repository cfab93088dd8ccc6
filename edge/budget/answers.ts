/** When links of a platform were read, and in how many milliseconds; the newest last. */
export type Answers = Record<string, { at: number; ms: number }[]>

/** Enough for a median. */
const MOST = 25
/** What is older says nothing of now. */
const NEWS_MS = 3_600_000

export function withAnswer(known: Answers, of: string, ms: number, now: number): Answers {
  return { ...known, [of]: [...(known[of] ?? []), { at: now, ms }].slice(-MOST) }
}

/** The median of the seconds, by platform; without those of which there is no news. */
export function secondsNow(known: Answers, now: number): Record<string, number> {
  const medians = Object.entries(known).flatMap(([of, answers]) => {
    const sorted = answers
      .filter(({ at }) => at > now - NEWS_MS)
      .map(({ ms }) => ms)
      .toSorted((a, b) => a - b)
    const median = sorted[Math.floor(sorted.length / 2)]
    return median === undefined ? [] : [[of, Math.max(1, Math.round(median / 1_000))] as const]
  })
  return Object.fromEntries(medians)
}
