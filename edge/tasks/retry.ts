import { Failure } from '#contract/failure.ts'

const STORE_TRIES = 4

/** Tries a store that fails now and then; what a merger says is final, and so is an abort. */
export async function stubbornly<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (error instanceof Failure || signal?.aborted || tries === STORE_TRIES) throw error
      await new Promise((resolve) => setTimeout(resolve, 100 * 2 ** tries))
    }
  }
}

/** Rejects when `work` takes longer than `ms`, and aborts the signal it was given. */
export async function within<T>(ms: number, work: (late: AbortSignal) => Promise<T>): Promise<T> {
  const late = new AbortController()
  const over = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    over.reject(new Error(`no answer in ${ms} ms`))
    late.abort()
  }, ms)
  return await Promise.race([work(late.signal), over.promise]).finally(() => clearTimeout(timer))
}
