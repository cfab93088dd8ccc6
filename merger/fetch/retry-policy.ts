import { Failure } from '#contract/failure.ts'
import { sourceFailure } from '../egress/egress.ts'
import { Refusal } from './response-checks.ts'

const MAX_TRIES = 6
/** The pauses before retries are multiples of this many milliseconds (see `Retries`). */
const PAUSE_MS = 200
/** After this many new bytes, the number of failed tries is set back to zero. */
const PROGRESS_BYTES = 256 * 1024
/**
 * Maximum milliseconds without a new byte. The times of consecutive failed requests are added up; the pauses
 * between them do not count. This limit is shorter than `STALL_MS`, after which a merge fails for lack of
 * progress. Therefore the download fails first, with a more precise error (`exhausted`).
 */
const MAX_SILENCE_MS = 35_000
/**
 * Maximum milliseconds that one download waits because of Retry-After headers. This limit is shorter than
 * `STALL_MS`, after which a merge fails for lack of progress. Therefore the download fails first, with
 * `site_limit`.
 */
const MAX_PATIENCE_MS = 45_000

/**
 * The waiting time that is left for Retry-After headers. All range requests of a download share this object.
 */
export type Patience = { leftMs: number }
export const newPatience = (): Patience => ({ leftMs: MAX_PATIENCE_MS })

/** Decides whether a failed request for a range is repeated, and how long to wait before the retry. */
export class Retries {
  #tries = 0
  #gained = 0
  #silentMs = 0
  #since = performance.now()
  readonly #patience: Patience
  readonly #maxTries: number
  readonly #pauseMs: number

  /**
   * @param maxTries maximum number of requests in a row without progress; 1 = no request is repeated
   * @param pauseMs the pauses before the five retries last 0.25, 4, 8, 16 and 32 times this many milliseconds
   */
  constructor(patience: Patience, maxTries = MAX_TRIES, pauseMs = PAUSE_MS) {
    this.#patience = patience
    this.#maxTries = maxTries
    this.#pauseMs = pauseMs
  }

  /** Starts to measure the time until the next byte arrives. Must be called before each request. */
  start(): void {
    this.#since = performance.now()
  }

  /**
   * Counts new bytes, and starts again to measure the time until the next byte. Must be called after the
   * caller has processed the bytes, so that the measured time does not include the processing.
   */
  progress(bytes: number): void {
    this.#gained += bytes
    this.#silentMs = 0
    this.#since = performance.now()
    if (this.#gained >= PROGRESS_BYTES) this.#tries = this.#gained = 0
  }

  /**
   * Returns the milliseconds to wait before the failed request is repeated. Throws a Failure in these cases:
   * - the error is permanent
   * - too many requests in a row have failed
   * - no byte has arrived for too long
   * - the waits for Retry-After would exceed their limit (`Patience`)
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
    const pause = this.#pauseMs * (this.#tries === 1 ? 0.25 : 2 ** this.#tries)
    if (!(error instanceof Refusal) || !isLimit(status)) return pause
    const wait = Math.max(error.wait, pause)
    this.#patience.leftMs -= wait
    if (this.#patience.leftMs < 0) throw new Failure('site_limit', { cause: error })
    return wait
  }
}

/** Returns whether a status means that the media server limits the number of requests. */
const isLimit = (status: number) => status === 429 || status === 503

/** Returns the Failure for a download that has used up its retries or has received no byte for too long. */
function exhausted(error: unknown, hasBegun: boolean): Failure {
  if (error instanceof Refusal && isLimit(error.status)) return new Failure('site_limit', { cause: error })
  return hasBegun ? new Failure('source_failed', { cause: error }) : sourceFailure(error)
}
