import { Failure } from '#contract/failure.ts'
import { Unreached } from './unexpected-answer.ts'

/** What a page says to its visitor is no fault of the page. */
export function logFault(cause: unknown): void {
  const isTold = cause instanceof Failure || cause instanceof Unreached
  if (isTold) console.warn(cause)
  else console.error(cause)
}
