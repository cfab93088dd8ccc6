import type { VideoInfo } from '#contract/api.ts'
import type { Platform } from '#contract/platforms/platform.ts'
import { answerFault, failureText } from './failure-text.ts'

/**
 * Returns the fields that the page of an audio platform adds to a result (docs/specification.md, section 3).
 */
function marksOf(platform: Platform | undefined): Partial<VideoInfo> {
  if (platform?.kind !== 'audio') return {}
  return { is_podcast: platform.isPodcast === true, platform: platform.id }
}

/** Runs an extraction. Returns its formats, or the page's message if it fails. Never rejects. */
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
