import type { Entry, VideoInfo } from '#contract/api.ts'

/** The entries of both, by their numbers. */
export function joinedEntries(before: readonly Entry[] = [], later: readonly Entry[] = []): Entry[] {
  const byIndex = new Map([...before, ...later].map((entry) => [entry.index, entry]))
  return [...byIndex.values()].toSorted((a, b) => a.index - b.index)
}

/** An answer about one item lists only the items around it. */
export const withList = (info: VideoInfo, list: VideoInfo | undefined): VideoInfo =>
  list?.entries ? { ...info, entries: joinedEntries(list.entries, info.entries) } : info
