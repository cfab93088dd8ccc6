import type { Format } from '#contract/api.ts'
import { EXTRACTION_MEMORY_MS } from '#contract/limits.ts'
import { extract } from '../../api.ts'

type Known = { formats: Promise<readonly Format[]>; until: number }

const known = new Map<string, Known>()

/** Asks once for the size of a ticked item and for saving it. Rejects if there are no formats. */
export function formatsOfItem(link: string, item: number): Promise<readonly Format[]> {
  const key = `${item} ${link}`
  const found = known.get(key)
  if (found && Date.now() < found.until) return found.formats
  const formats = extract({ tweet_url: link, item }).then(({ formats: all, error }) => {
    if (all.length === 0) throw new Error(error ?? `Item ${item} has no formats.`)
    return all
  })
  known.set(key, { formats, until: Date.now() + EXTRACTION_MEMORY_MS })
  formats.catch(() => known.delete(key))
  return formats
}
