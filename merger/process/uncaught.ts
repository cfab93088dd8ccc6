import { causeText } from '#contract/cause-text.ts'
import { log } from '../log.ts'

/**
 * Logs errors that no handler caught, and keeps the process running. Otherwise one error in an event handler
 * would end every running merge. The request or connection with the error stays unfinished; its deadline,
 * idle timeout or lease ends it.
 */
export function keepServingAfterErrors(): void {
  process.on('uncaughtException', (error) => logUncaught('uncaught_exception', error))
  process.on('unhandledRejection', (reason) => logUncaught('unhandled_rejection', reason))
}

function logUncaught(event: string, reason: unknown): void {
  const error = reason instanceof Error ? reason : new Error(String(reason))
  // Only stack frames are logged here, because the first line of the stack repeats the message with its
  // links. `causeText` masks links.
  const frames = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '))
  log(event, {
    cause: causeText(error),
    stack: frames.slice(0, 6).map((line) => line.trim()),
  })
}
