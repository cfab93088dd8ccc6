import { Failure } from '#contract/failure.ts'

const MAX_TRIES = 4

/**
 * Runs `work` up to four times, with pauses of 200, 400 and 800 ms. After a `Failure`, or when `signal` is
 * aborted, there is no further run. Throws the error of the last run.
 */
export async function withRetry<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (error instanceof Failure || signal?.aborted || tries === MAX_TRIES) throw error
      await new Promise((resolve) => setTimeout(resolve, 100 * 2 ** tries))
    }
  }
}

/**
 * Runs `work` and passes it a signal. After `ms` milliseconds, aborts the signal and throws a `TimeoutError`.
 */
export async function withTimeout<T>(ms: number, work: (timeout: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  const expiry = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    const error = new DOMException(`no answer within ${ms} ms`, 'TimeoutError')
    expiry.reject(error)
    controller.abort(error)
  }, ms)
  return await Promise.race([work(controller.signal), expiry.promise]).finally(() => clearTimeout(timer))
}

/** Returns whether `withTimeout` threw this error. */
export function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError'
}
