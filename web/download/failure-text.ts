import type { VideoInfo } from '#contract/api.ts'
import { Failure, failures } from '#contract/failure.ts'
import { homeMessages } from '#contract/platforms/index.ts'
import type { Platform } from '#contract/platforms/platform.ts'

/** The tip that `format_gone` carries; other sentences about a format get it too. */
const TIP = failures.format_gone.text.slice(failures.format_gone.text.indexOf('💡'))
const ABOUT_FORMAT = /\bformats?\b.*\b(unavailable|not available|no longer available)\b/i

/** Adds the tip to a message about an unavailable format, unless it carries a sign already. */
export function withTip(message: string): string {
  return ABOUT_FORMAT.test(message) && !/\p{Extended_Pictographic}/u.test(message)
    ? `${message} ${TIP}`
    : message
}

/** The sentence for whatever went wrong on the way to the formats. */
export function failureText(cause: unknown, platform?: Platform): string {
  const words = platform?.messages ?? homeMessages
  if (cause instanceof Failure) return withTip(cause.message || words.failed)
  return (cause instanceof Error && cause.message) || words.exception
}

/** What is wrong with an answer that came well, or null. */
export function answerFault(info: VideoInfo, platform?: Platform): string | null {
  if (info.error) return withTip(info.error)
  return info.formats.length > 0 ? null : (platform?.messages ?? homeMessages).noDetails
}
