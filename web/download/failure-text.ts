import type { VideoInfo } from '#contract/api.ts'
import { Failure, failures } from '#contract/failure.ts'
import { homeMessages } from '#contract/platforms/index.ts'
import type { Platform } from '#contract/platforms/platform.ts'
import { HttpError, UnreadableAnswer } from '../unexpected-answer.ts'

/**
 * The tip at the end of the `format_gone` message. Other messages about an unavailable format also get it.
 */
const TIP = failures.format_gone.text.slice(failures.format_gone.text.indexOf('💡'))
const ABOUT_FORMAT = /\bformats?\b.*\b(unavailable|not available|no longer available)\b/i

/** Adds the tip to a message about an unavailable format, unless the message already contains an emoji. */
export function withTip(message: string): string {
  return ABOUT_FORMAT.test(message) && !/\p{Extended_Pictographic}/u.test(message)
    ? `${message} ${TIP}`
    : message
}

/** The message of a page for an extraction that failed. */
export function failureText(cause: unknown, platform?: Platform): string {
  const messages = platform?.messages ?? homeMessages
  if (cause instanceof Failure) return withTip(cause.message || messages.failed)
  if (cause instanceof HttpError) return messages.failed
  if (cause instanceof UnreadableAnswer) return messages.noDetails
  return (cause instanceof Error && cause.message) || messages.exception
}

/** The message for an answer with an error or without formats. Null for an answer with formats. */
export function answerFault(info: VideoInfo, platform?: Platform): string | null {
  if (info.error) return withTip(info.error)
  return info.formats.length > 0 ? null : (platform?.messages ?? homeMessages).noDetails
}
