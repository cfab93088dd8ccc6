import { causeText } from '#contract/cause-text.ts'
import { log } from '../log.ts'

/** Otherwise one error in an event handler would end every running merge. */
export function keepServingAfterErrors(): void {
  process.on('uncaughtException', (error) => logUncaught('uncaught_exception', error))
  process.on('unhandledRejection', (reason) => logUncaught('unhandled_rejection', reason))
}

function logUncaught(event: string, reason: unknown): void {
  const error = reason instanceof Error ? reason : new Error(String(reason))
  // `stack` begins with the message of the error, which may contain complete links.
  const frames = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '))
  log(event, {
    cause: causeText(error),
    stack: frames.slice(0, 6).map((line) => line.trim()),
  })
}
