import { Failure } from '#contract/failure.ts'
import { sourceFailure } from '../egress/egress.ts'
import { Refusal } from './response-checks.ts'

const MAX_TRIES = 6
/** Bytes of new data after which the tries are counted from zero again. */
const PROGRESS_BYTES = 256 * 1024
/**
 * Milliseconds that tries without a byte may take in total. Below STALL_MS, so that the failure names its
 * cause.
 */
const MAX_SILENCE_MS = 35_000
/** Milliseconds that Retry-After headers may make one download wait in total. Below STALL_MS too. */
const MAX_PATIENCE_MS = 45_000

/** The milliseconds that an origin may still make a download wait. All ranges of the download share them. */
export type Patience = { leftMs: number }
export const newPatience = (): Patience => ({ leftMs: MAX_PATIENCE_MS })

/** Decides whether and when the request for a range is repeated. */
export class Retries {
  #tries = 0
  #gained = 0
  #silentMs = 0
  #since = performance.now()
  readonly #patience: Patience
  readonly #maxTries: number

  /** @param maxTries requests in a row without progress; 1 = nothing is repeated */
  constructor(patience: Patience, maxTries = MAX_TRIES) {
    this.#patience = patience
    this.#maxTries = maxTries
  }

  /** Call it when a request is sent. */
  start(): void {
    this.#since = performance.now()
  }

  /** Call it when bytes have arrived, and the reader is ready for the next ones. */
  progress(bytes: number): void {
    this.#gained += bytes
    this.#silentMs = 0
    this.#since = performance.now()
    if (this.#gained >= PROGRESS_BYTES) this.#tries = this.#gained = 0
  }

  /**
   * Returns the milliseconds to wait before the failed request is repeated. Throws a Failure for a permanent
   * error, and when tries, silence or waiting exceed their limits.
   * @param hasBegun whether the origin has already sent a part of the file
   */
  pauseAfter(error: unknown, hasBegun: boolean): number {
    const status = error instanceof Refusal ? error.status : 0
    if (status === 451) throw new Failure('geo', { cause: error })
    if (status >= 400 && status < 500 && status !== 408 && status !== 425 && status !== 429)
      throw new Failure('source_failed', { cause: error })
    this.#silentMs += performance.now() - this.#since
    if (++this.#tries >= this.#maxTries || this.#silentMs > MAX_SILENCE_MS) throw exhausted(error, hasBegun)
    // The first retry follows at once, because most breaks are short.
    const pause = this.#tries === 1 ? 50 : 200 * 2 ** this.#tries
    if (!(error instanceof Refusal) || !isLimit(status)) return pause
    const wait = Math.max(error.wait, pause)
    this.#patience.leftMs -= wait
    if (this.#patience.leftMs < 0) throw new Failure('site_limit', { cause: error })
    return wait
  }
}

/** Statuses by which a site limits its clients. */
const isLimit = (status: number) => status === 429 || status === 503

/** The Failure after the last try. */
function exhausted(error: unknown, hasBegun: boolean): Failure {
  if (error instanceof Refusal && isLimit(error.status)) return new Failure('site_limit', { cause: error })
  return hasBegun ? new Failure('source_failed', { cause: error }) : sourceFailure(error)
}
