import type { VideoInfo } from '#contract/api.ts'
import type { Platform } from '#contract/platforms/platform.ts'
import { answerFault, failureText, isReportable, isRetryable, type WordsFor } from './failure-text.ts'

/**
 * Returns the fields `is_podcast` and `platform` for the page of an audio platform. Returns no fields for
 * other pages (docs/specification.md, section 3).
 */
function marksOf(platform: Platform | undefined): Partial<VideoInfo> {
  if (!platform) return {}
  const { id, kind, isPodcast = false } = platform
  return { video: {}, audio: { is_podcast: isPodcast, platform: id } }[kind]
}

export type FoundFormats =
  | { info: VideoInfo }
  | { fault: string; isReportable?: boolean; isRetryable?: boolean }

/** Returns the result, or the page's message if the extraction fails. Never rejects. */
export async function findFormats(
  extract: () => Promise<VideoInfo>,
  platform: Platform | undefined,
  wordsFor: WordsFor,
): Promise<FoundFormats> {
  try {
    const answer = await extract()
    const fault = await answerFault(answer, wordsFor, platform)
    return fault ? { fault } : { info: { ...answer, ...marksOf(platform) } }
  } catch (cause) {
    return {
      fault: failureText(cause, await wordsFor(cause), platform),
      ...(isReportable(cause) && { isReportable: true }),
      ...(isRetryable(cause) && { isRetryable: true }),
    }
  }
}
