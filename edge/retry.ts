import { Failure } from '#contract/failure.ts'

const MAX_TRIES = 4
export const RETRY_MS = 200

/** After a `Failure`, or when `signal` is aborted, there is no further run. */
export async function withRetry<T>(
  work: () => Promise<T>,
  { signal, retryMs = RETRY_MS }: { signal?: AbortSignal; retryMs?: number } = {},
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (error instanceof Failure || signal?.aborted || tries === MAX_TRIES) throw error
      await new Promise((resolve) => setTimeout(resolve, retryMs * 2 ** (tries - 1)))
    }
  }
}

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

export function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError'
}
