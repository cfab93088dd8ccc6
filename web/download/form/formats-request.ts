import { findLink, platformOf } from '#contract/platforms/index.ts'
import type { Platform } from '#contract/platforms/platform.ts'
import { failureWordsFor } from '../../app/failure-words.ts'
import { extract } from '../../api.ts'
import { findFormats, type FoundFormats } from '../find-formats.ts'
import { logFault } from '../../log-fault.ts'

export function ownerOf(text: string): string | undefined {
  const link = findLink(text)
  return link && URL.canParse(link) ? platformOf(new URL(link))?.id : undefined
}

/** Never rejects, not even if `signal` is aborted. */
export function requestFormats(
  url: string,
  platform: Platform | undefined,
  item: number | undefined,
  signal: AbortSignal,
): Promise<FoundFormats> {
  const ask = () =>
    extract({ tweet_url: url, platform: platform?.id, item }, signal).catch((cause: unknown) => {
      if (!signal.aborted) logFault(cause)
      throw cause
    })
  return findFormats(ask, platform, failureWordsFor)
}
