import type { VideoInfo } from '#contract/api.ts'
import type { Platform } from '#contract/platforms/platform.ts'
import { answerFault, failureText } from './failure-text.ts'

/**
 * Returns the fields `is_podcast` and `platform` for the page of an audio platform. Returns no fields for
 * other pages (docs/specification.md, section 3).
 */
function marksOf(platform: Platform | undefined): Partial<VideoInfo> {
  if (platform?.kind !== 'audio') return {}
  return { is_podcast: platform.isPodcast === true, platform: platform.id }
}

/** Returns the result, or the page's message if the extraction fails. Never rejects. */
export async function findFormats(
  extract: () => Promise<VideoInfo>,
  platform: Platform | undefined,
): Promise<{ info: VideoInfo } | { fault: string }> {
  try {
    const answer = await extract()
    const fault = answerFault(answer, platform)
    return fault ? { fault } : { info: { ...answer, ...marksOf(platform) } }
  } catch (cause) {
    return { fault: failureText(cause, platform) }
  }
}
