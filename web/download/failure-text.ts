import type { VideoInfo } from '#contract/api.ts'
import { Failure, failureRow } from '#contract/failure.ts'
import { failures } from '#contract/failures.ts'
import { homeMessages } from '#contract/platforms/index.ts'
import type { Platform } from '#contract/platforms/platform.ts'
import { HttpError, UnreadableAnswer } from '../unexpected-answer.ts'

const TIP = failures.format_gone.text.slice(failures.format_gone.text.indexOf('💡'))
const ABOUT_FORMAT = /\bformats?\b.*\b(unavailable|not available|no longer available)\b/i

/**
 * If a message says that a format is unavailable and contains no emoji, returns the message with `TIP` at its
 * end. Otherwise returns the message unchanged. A message with an emoji already contains a tip.
 */
export function withTip(message: string): string {
  return ABOUT_FORMAT.test(message) && !/\p{Extended_Pictographic}/u.test(message)
    ? `${message} ${TIP}`
    : message
}

/** The button below a failure says this advice already. */
const ADVICE = / Please try again(?: or choose another format)?\.$/

export const reasonOf = (message: string): string => message.replace(ADVICE, '')

export function failureText(cause: unknown, platform?: Platform): string {
  const messages = platform?.messages ?? homeMessages
  if (cause instanceof Failure) return withTip(cause.message || messages.failed)
  if (cause instanceof HttpError) return messages.failed
  if (cause instanceof UnreadableAnswer) return messages.noDetails
  return (cause instanceof Error && cause.message) || messages.exception
}

/**
 * Returns the message that the page shows about a response:
 * - If the response has an error and several items: null, because the visitor can select another item.
 * - If the response has an error and at most one item: the message of the error.
 * - If the response has no error and no formats: the message `noDetails`.
 * - Otherwise: null.
 */
export function answerFault(info: VideoInfo, platform?: Platform): string | null {
  if (info.error && (info.entries?.length ?? 0) > 1) return null
  if (info.error) return withTip(info.error)
  return info.formats.length > 0 ? null : (platform?.messages ?? homeMessages).noDetails
}

/** Whether the same link may work when it is sent again. */
export function isRetryable(cause: unknown): boolean {
  if (!(cause instanceof Failure)) return true
  const { retry, waitSeconds } = failureRow(cause.code)
  return retry !== undefined || waitSeconds !== undefined
}

export const isReportable = (cause: unknown): boolean =>
  cause instanceof HttpError ||
  cause instanceof UnreadableAnswer ||
  (cause instanceof Failure && failureRow(cause.code).isReportable === true)
