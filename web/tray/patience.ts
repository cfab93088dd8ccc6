import { Failure, failureRow } from '#contract/failure.ts'
import { wait } from '../preview/watch.ts'

/** Waits for the next minute each time that the visitor has asked too often in this one. */
export type Patience = <T>(ask: () => Promise<T>, signal: AbortSignal) => Promise<T>

const MOST_WAITS = 3

export const patient =
  (onWait: (isWaiting: boolean) => void): Patience =>
  async (ask, signal) => {
    for (let waits = 0; ; waits++) {
      signal.throwIfAborted()
      try {
        return await ask()
      } catch (cause) {
        if (!(cause instanceof Failure && cause.code === 'rate_limited') || waits === MOST_WAITS) throw cause
        onWait(true)
        await wait(failureRow(cause.code).waitSeconds! * 1_000, signal).finally(() => onWait(false))
      }
    }
  }
