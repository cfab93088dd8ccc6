import type { VideoInfo } from '#contract/api.ts'
import { extract } from '../api.ts'
import { EXTRACTION_MEMORY_MS } from '#contract/limits.ts'
import type { Patience } from './patience.ts'
import type { Row } from './row.ts'

type ReadItem = (row: Row) => Promise<VideoInfo>

type Known = { info: Promise<VideoInfo>; until: number }

export class NoFormats extends Error {}

/**
 * Extracts items one after another, each once. A failure is not remembered.
 * @param signal ends what waits
 */
export function itemReader(
  patience: Patience,
  signal: AbortSignal,
): { read: ReadItem; forget: (id: string) => void } {
  const known = new Map<string, Known>()
  let last: Promise<unknown> = Promise.resolve()
  const ask = async ({ link, item }: Row): Promise<VideoInfo> => {
    const info = await patience(
      () => extract({ tweet_url: link, ...(item !== null && { item }) }, signal),
      signal,
    )
    const isList = (info.entries?.length ?? 0) > 1
    if (info.formats.length === 0 && !isList) throw new NoFormats(info.error ?? '')
    return info
  }
  return {
    read(row) {
      const found = known.get(row.id)
      if (found && Date.now() < found.until) return found.info
      const info = last.then(() => ask(row))
      last = info.catch(() => undefined)
      known.set(row.id, { info, until: Date.now() + EXTRACTION_MEMORY_MS })
      info.catch(() => known.delete(row.id))
      return info
    },
    forget: (id) => void known.delete(id),
  }
}
