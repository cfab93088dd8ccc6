import type { VideoInfo } from '#contract/api.ts'
import { findLink, platformOf } from '#contract/platforms/index.ts'
import type { Platform } from '#contract/platforms/platform.ts'
import { extract } from '../../api.ts'
import { findFormats } from '../find-formats.ts'
import { fingerprint } from '../fingerprint.ts'

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
): Promise<{ info: VideoInfo } | { fault: string }> {
  const request = {
    tweet_url: url,
    browser_fingerprint: fingerprint(),
    user_consent: false,
    ...(platform && { platform: platform.id }),
    ...(item && { item }),
  }
  const ask = () =>
    extract(request, signal).catch((cause: unknown) => {
      if (!signal.aborted) console.error(cause)
      throw cause
    })
  return findFormats(ask, platform)
}
