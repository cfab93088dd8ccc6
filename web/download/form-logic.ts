import type { VideoInfo } from '#contract/api.ts'
import { findLink, platformOf } from '#contract/platforms/index.ts'
import type { Platform } from '#contract/platforms/platform.ts'
import { extract } from '../api.ts'
import { fingerprint } from './fingerprint.ts'
import { answerFault, failureWords } from './words.ts'

// What the form needs once somebody uses it: the rules of all platforms, the call, the words for failures.
// A chunk of its own, fetched when the page is idle or the field has the focus.

export { acceptFor } from './accept.ts'
export { findLink }

/** Pages of audio platforms mark their results (docs/specification.md, section 3). */
function marksOf(platform: Platform | undefined): Partial<VideoInfo> {
  if (platform?.kind !== 'audio') return {}
  return { is_podcast: platform.isPodcast === true, platform: platform.id }
}

/** The id of the platform whose link stands in a text. */
export function ownerOf(text: string): string | undefined {
  const link = findLink(text)
  return link && URL.canParse(link) ? platformOf(new URL(link))?.id : undefined
}

/** What is behind an accepted link, or the sentence that says why nothing is; throws only when it was called off. */
export async function findFormats(
  url: string,
  platform: Platform | undefined,
  item: number | undefined,
  signal: AbortSignal,
): Promise<{ info: VideoInfo } | { fault: string }> {
  try {
    const answer = await extract(
      {
        tweet_url: url,
        browser_fingerprint: fingerprint(),
        user_consent: false,
        ...(platform && { platform: platform.id }),
        ...(item && { item }),
      },
      signal,
    )
    const fault = answerFault(answer, platform)
    return fault ? { fault } : { info: { ...answer, ...marksOf(platform) } }
  } catch (cause) {
    signal.throwIfAborted()
    console.error(cause)
    return { fault: failureWords(cause, platform) }
  }
}
