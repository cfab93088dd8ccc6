import { startTransition, useState } from 'react'
import type { Entry, VideoInfo } from '#contract/api.ts'
import { Failure, failureRow } from '#contract/failure.ts'
import { MAX_ITEM, MAX_LISTED } from '#contract/limits.ts'
import { extract } from '../api.ts'
import { sayFailure } from '../app/failure-words.ts'
import { joinedEntries } from '../download/joined-entries.ts'
import { renewResult } from '../download/kept-result.ts'

const isAboutItem = (cause: unknown) => cause instanceof Failure && failureRow(cause.code).about === 'item'

/** Asks for the entries around each of these numbers until some are new. An item may be private. */
async function entriesAround(
  link: string,
  items: readonly number[],
  known: readonly Entry[],
): Promise<Entry[]> {
  const isNew = ({ index }: Entry) => !known.some((one) => one.index === index)
  for (const item of items) {
    const answer = await extract({ tweet_url: link, item }).catch((cause: unknown) => {
      if (isAboutItem(cause)) return null
      throw cause
    })
    if (answer?.entries?.some(isNew)) return answer.entries
  }
  return []
}

/** Entries are listed by the hundred, so a wider gap has not been loaded. */
function untilGap(entries: readonly Entry[]): readonly Entry[] {
  const gap = entries.findIndex(
    ({ index }, at) => at > 0 && Math.abs(index - entries[at - 1]!.index) > MAX_LISTED,
  )
  return gap < 0 ? entries : entries.slice(0, gap)
}

/** Whether our own limit ends the list, and not the site. */
export const endsAtLimit = (edge: number, total: number | null): boolean =>
  edge === MAX_ITEM && total !== MAX_ITEM

export type More = {
  /** In the chosen order. */
  entries: readonly Entry[]
  /** How many come next; null if there are none. */
  next: number | null
  isLoading: boolean
  /** Why no more have come. */
  problem: { text: string | null } | null
  endsAtLimit: boolean
  load: () => void
  isReversed: boolean
  /** Null if the end of the list is not known. */
  reverse: (() => void) | null
}

/** A list of many items comes a hundred at a time, from its start or from its end. */
export function useMore(info: VideoInfo, link: string, onInfo: (info: VideoInfo) => void): More {
  const { entries = [], part } = info
  const [isReversed, setIsReversed] = useState(false)
  const [isLoading, setIsLoading] = useState(false)
  const [problem, setProblem] = useState<More['problem']>(null)
  const [hasEnded, setHasEnded] = useState(false)
  const total = part?.total ?? null
  const shown = untilGap(isReversed ? entries.toReversed() : entries)
  const edge = shown.at(-1)?.index ?? 0
  const end = hasEnded ? (entries.at(-1)?.index ?? 0) : Math.min(total ?? MAX_ITEM, MAX_ITEM)
  const left = isReversed ? edge - 1 : end - edge
  const hasMore = left > 0 && (isReversed || total !== null || entries.length >= MAX_LISTED)

  const ask = async (items: readonly number[]) => {
    setIsLoading(true)
    setProblem(null)
    try {
      const found = await entriesAround(link, items, entries)
      if (found.length === 0) {
        setHasEnded(true)
        setProblem({ text: null })
        return false
      }
      const renewed = { ...info, entries: joinedEntries(entries, found) }
      renewResult(renewed)
      onInfo(renewed)
      return true
    } catch (cause) {
      console.warn(cause)
      setProblem({ text: await sayFailure(cause) })
      return false
    } finally {
      setIsLoading(false)
    }
  }
  const windowAfter = Math.ceil(edge / MAX_LISTED) * MAX_LISTED + 1
  const items = isReversed ? [edge - 1, edge - 2] : [edge + 1, edge + 2, windowAfter, windowAfter + 1]
  const isEndKnown = hasEnded || (total !== null && total <= MAX_ITEM)
  const turn = async () => {
    const hasLast = (entries.at(-1)?.index ?? 0) > end - MAX_LISTED
    const canTurn = isReversed || hasLast || (await ask([end, end - 1]))
    if (canTurn) startTransition(() => setIsReversed(!isReversed))
  }
  return {
    entries: shown,
    next: hasMore && !(hasEnded && !isReversed) ? Math.min(left, MAX_LISTED) : null,
    isLoading,
    problem,
    endsAtLimit: !isReversed && endsAtLimit(edge, total),
    load: () => void ask([...new Set(items.filter((item) => item >= 1 && item <= MAX_ITEM))]),
    isReversed,
    reverse: isEndKnown ? () => void turn() : null,
  }
}
