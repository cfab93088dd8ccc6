import { causeText } from '#contract/cause-text.ts'
import { log } from '../log.ts'

/**
 * Logs errors that no handler caught, and keeps the process running. Otherwise one error in an event handler
 * would end every running merge. The request or connection in which the error occurred stays open until one
 * of its time limits ends it. Such a limit is a deadline, an idle timeout or the lease of a merge attempt.
 */
export function keepServingAfterErrors(): void {
  process.on('uncaughtException', (error) => logUncaught('uncaught_exception', error))
  process.on('unhandledRejection', (reason) => logUncaught('unhandled_rejection', reason))
}

function logUncaught(event: string, reason: unknown): void {
  const error = reason instanceof Error ? reason : new Error(String(reason))
  // `stack` begins with the message of the error, which may contain complete links. Therefore only the frames
  // of the stack are logged. `causeText` returns the message with each link shortened to its host.
  const frames = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '))
  log(event, {
    cause: causeText(error),
    stack: frames.slice(0, 6).map((line) => line.trim()),
  })
}
