import { Failure } from '#contract/failure.ts'
import { isShortWait } from '#contract/media-answer.ts'
import { sourceFailure } from '../egress/egress.ts'
import { Refusal } from './response-checks.ts'

const MAX_TRIES = 6
const PAUSE_MS = 200
const PROGRESS_BYTES = 256 * 1024
/** Shorter than `STALL_MS`, so the download fails first, with a more precise error (`exhausted`). */
const MAX_SILENCE_MS = 35_000
/** Shorter than `STALL_MS`, so the download fails first, with `site_limit`. */
const MAX_PATIENCE_MS = 45_000

type Patience = { leftMs: number }
export const newPatience = (): Patience => ({ leftMs: MAX_PATIENCE_MS })

export class Retries {
  #tries = 0
  #gained = 0
  #silentMs = 0
  #hasWaited = false
  #since = performance.now()
  readonly #patience: Patience
  readonly #maxTries: number
  readonly #pauseMs: number

  constructor(patience: Patience, maxTries = MAX_TRIES, pauseMs = PAUSE_MS) {
    this.#patience = patience
    this.#maxTries = maxTries
    this.#pauseMs = pauseMs
  }

  start(): void {
    this.#since = performance.now()
  }

  /** Must be called after the caller has processed the bytes: the time does not include the processing. */
  progress(bytes: number): void {
    this.#gained += bytes
    this.#silentMs = 0
    this.#since = performance.now()
    if (this.#gained >= PROGRESS_BYTES) this.#tries = this.#gained = 0
  }

  pauseAfter(error: unknown, hasBegun: boolean): number {
    const status = error instanceof Refusal ? error.status : 0
    if (status === 451) throw new Failure('geo', { cause: error })
    if (status >= 400 && status < 500 && status !== 408 && status !== 425 && status !== 429)
      throw new Failure('source_failed', { cause: error })
    if (this.#isShortWait(error)) return error.wait
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

  /** A short wait that the server asks for is no failed try, but only once. */
  #isShortWait(error: unknown): error is Refusal {
    if (this.#hasWaited || !(error instanceof Refusal) || !isLimit(error.status)) return false
    const { wait } = error
    this.#hasWaited = isShortWait(wait) && wait <= this.#patience.leftMs
    if (this.#hasWaited) this.#patience.leftMs -= wait
    return this.#hasWaited
  }
}

const isLimit = (status: number) => status === 429 || status === 503

function exhausted(error: unknown, hasBegun: boolean): Failure {
  if (error instanceof Refusal && isLimit(error.status)) return new Failure('site_limit', { cause: error })
  return hasBegun ? new Failure('source_failed', { cause: error }) : sourceFailure(error)
}
