import { Failure } from '#contract/failure.ts'
import { sourceFailure } from '../egress/egress.ts'
import { Refusal } from './response-checks.ts'

const MAX_TRIES = 6
/** Number of new bytes after which the count of tries starts at zero again. */
const PROGRESS_BYTES = 256 * 1024
/**
 * Maximum milliseconds that consecutive tries without a byte may take. This time is shorter than STALL_MS, so
 * that the failure names the cause and not only a stall.
 */
const MAX_SILENCE_MS = 35_000
/**
 * Maximum milliseconds that one download waits because of Retry-After headers. This maximum is shorter than
 * STALL_MS for the same reason.
 */
const MAX_PATIENCE_MS = 45_000

/**
 * The milliseconds that Retry-After headers may still make a download wait. All ranges of a download share
 * one such object.
 */
export type Patience = { leftMs: number }
export const newPatience = (): Patience => ({ leftMs: MAX_PATIENCE_MS })

/** Decides whether the request for a range is repeated, and how long to wait before that. */
export class Retries {
  #tries = 0
  #gained = 0
  #silentMs = 0
  #since = performance.now()
  readonly #patience: Patience
  readonly #maxTries: number

  /** @param maxTries maximum number of requests in a row without progress; 1 = no request is repeated */
  constructor(patience: Patience, maxTries = MAX_TRIES) {
    this.#patience = patience
    this.#maxTries = maxTries
  }

  /** Must be called when a request is sent. */
  start(): void {
    this.#since = performance.now()
  }

  /** Must be called when bytes have arrived and the reader is ready for more. */
  progress(bytes: number): void {
    this.#gained += bytes
    this.#silentMs = 0
    this.#since = performance.now()
    if (this.#gained >= PROGRESS_BYTES) this.#tries = this.#gained = 0
  }

  /**
   * Returns the milliseconds to wait before the failed request is repeated. Throws a Failure for a permanent
   * error, and when the number of tries, the silence or the waiting exceeds its maximum.
   * @param hasBegun whether the first response of the file was accepted
   */
  pauseAfter(error: unknown, hasBegun: boolean): number {
    const status = error instanceof Refusal ? error.status : 0
    if (status === 451) throw new Failure('geo', { cause: error })
    if (status >= 400 && status < 500 && status !== 408 && status !== 425 && status !== 429)
      throw new Failure('source_failed', { cause: error })
    this.#silentMs += performance.now() - this.#since
    if (++this.#tries >= this.#maxTries || this.#silentMs > MAX_SILENCE_MS) throw exhausted(error, hasBegun)
    // The first retry follows almost at once, because most interruptions are short.
    const pause = this.#tries === 1 ? 50 : 200 * 2 ** this.#tries
    if (!(error instanceof Refusal) || !isLimit(status)) return pause
    const wait = Math.max(error.wait, pause)
    this.#patience.leftMs -= wait
    if (this.#patience.leftMs < 0) throw new Failure('site_limit', { cause: error })
    return wait
  }
}

/** Status codes with which a site limits its clients. */
const isLimit = (status: number) => status === 429 || status === 503

/** Returns the Failure for a request that is not repeated any more. */
function exhausted(error: unknown, hasBegun: boolean): Failure {
  if (error instanceof Refusal && isLimit(error.status)) return new Failure('site_limit', { cause: error })
  return hasBegun ? new Failure('source_failed', { cause: error }) : sourceFailure(error)
}
