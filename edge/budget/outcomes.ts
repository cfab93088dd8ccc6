import { failureRow, isMachineFault, type FailureCode } from '#contract/failure.ts'

/** `of`: a platform, `web` for other sites, or `merges`. */
export type Share = { of: string; failed: number; all: number }
type Counts = { failed: number; all: number }
/** Minutes since 1970, by `of`. */
export type Outcomes = Record<string, Record<string, Counts>>

const MINUTE_MS = 60_000
const MINUTES = 10
/** Below this number, a few broken links would ring the alarm. */
const ENOUGH = 10
const MOST_FAILED = 1 / 2

export function withOutcome(known: Outcomes, of: string, isFailed: boolean, now: number): Outcomes {
  const minute = Math.floor(now / MINUTE_MS)
  const kept = Object.entries(known).filter(([at]) => Number(at) > minute - MINUTES)
  const { failed = 0, all = 0 } = known[minute]?.[of] ?? {}
  const counted = { ...known[minute], [of]: { failed: failed + (isFailed ? 1 : 0), all: all + 1 } }
  return { ...Object.fromEntries(kept), [minute]: counted }
}

/** Of the last ten minutes, what failed more often than not. */
export function failing(known: Outcomes, now: number): Share[] {
  const first = Math.floor(now / MINUTE_MS) - MINUTES
  const sums = new Map<string, Counts>()
  for (const [minute, counts] of Object.entries(known)) {
    if (Number(minute) <= first) continue
    for (const [of, { failed, all }] of Object.entries(counts)) {
      const sum = sums.get(of) ?? { failed: 0, all: 0 }
      sums.set(of, { failed: sum.failed + failed, all: sum.all + all })
    }
  }
  return [...sums]
    .map(([of, sum]) => ({ of, ...sum }))
    .filter(({ failed, all }) => all >= ENOUGH && failed > all * MOST_FAILED)
}

/** A private item is no failure. Of sites that we do not know, only our own machines can fail. */
export function isFailedOutcome(code: FailureCode | undefined, isKnown: boolean): boolean {
  if (code === undefined) return false
  if (isMachineFault(code) || code === 'merge_failed') return true
  return isKnown && ['address', 'site'].includes(failureRow(code).about)
}
