import { mergeId, type MergeEvent, type MergeOrder, type Proof } from '#contract/engine/merge.ts'
import { Failure } from '#contract/failure.ts'
import type { GrowingFile } from './growing-file.ts'
import { Progress } from './progress.ts'

/**
 * One run of a task at this merger: its state, the number of its connected clients, and its abort signals.
 */
export class Attempt {
  readonly id: string
  readonly order: MergeOrder
  readonly progress = new Progress()
  /**
   * The time at which the attempt started, by the monotonic clock. A change of the wall clock must not
   * shorten or extend an attempt.
   */
  readonly #startedAt = performance.now()
  /** The output file; null until ffmpeg starts to write it. */
  file: GrowingFile | null = null
  /** Aborting this controller ends the attempt: its processes stop and its folder is removed. */
  readonly #stop = new AbortController()
  /**
   * Aborting this controller stops only the processes that make the file. The file stays until the attempt
   * ends.
   */
  readonly #work = new AbortController()
  /** Aborts when the file is complete, when making the file has failed, or when the attempt ends. */
  readonly working: AbortSignal
  #outcome:
    | { size: number; combined: number; proof: Proof }
    | { failed: NonNullable<MergeEvent['failed']> }
    | null = null
  #settle!: () => void
  /** Resolves when the attempt has an outcome. */
  readonly settled: Promise<void>
  #deadline: NodeJS.Timeout | undefined
  #attached = 0
  #lastSeenAt = performance.now()

  constructor(order: MergeOrder) {
    this.order = order
    this.id = mergeId(order.task, order.attempt)
    this.working = AbortSignal.any([this.#stop.signal, this.#work.signal])
    this.settled = new Promise((resolve) => {
      this.#settle = resolve
    })
  }

  /** Aborts when the attempt ends. */
  get signal(): AbortSignal {
    return this.#stop.signal
  }
  get isSettled(): boolean {
    return this.#outcome !== null
  }
  get size(): number | null {
    return this.#outcome && 'size' in this.#outcome ? this.#outcome.size : null
  }

  /** Returns the complete state of the attempt. One line of the event stream contains one such state. */
  state(): MergeEvent {
    const from = this.file?.from ?? 0
    const progress = this.progress.show(performance.now())
    if (this.#outcome && 'size' in this.#outcome) {
      const { size, combined, proof } = this.#outcome
      return { from, final: size, size, combined, proof, progress: { ...progress, percent: 99 } }
    }
    const state = { from, final: Math.max(from, this.file?.grown ?? 0), progress }
    return this.#outcome ? { ...state, failed: this.#outcome.failed } : state
  }

  /**
   * Records the success of the attempt, unless the attempt already has an outcome.
   * @param size size of the file in bytes
   * @param combined size of all sources together in bytes
   * @param proof properties of the finished file, as `verify` has read them from the file
   */
  succeed(size: number, combined: number, proof: Proof): void {
    this.#outcome ??= { size, combined, proof }
    this.#settle()
    this.stopWork(new Failure('cancelled'))
  }

  /**
   * Records the failure of the attempt, unless it already has an outcome.
   * @param detail text for the log
   */
  fail(failure: Failure, detail: string): void {
    this.#outcome ??= { failed: { code: failure.code, detail } }
    this.#settle()
    this.stopWork(failure)
  }

  /**
   * Sets the deadline of all work on the file. Work that is not done at the deadline fails with `too_slow`.
   * @param ms milliseconds since the attempt started
   */
  limitWork(ms: number): void {
    clearTimeout(this.#deadline)
    if (this.working.aborted) return
    const cause = `not done after ${Math.round(ms / 1_000)} s`
    this.#deadline = setTimeout(() => this.stopWork(new Failure('too_slow', { cause })), ms - this.age())
  }

  /** Stops the processes that make the file. A later call does not replace the reason of the first call. */
  stopWork(reason: unknown): void {
    clearTimeout(this.#deadline)
    this.#work.abort(reason)
  }

  /** Counts one connected client. Call the returned function when the client disconnects. */
  attach(): () => void {
    this.#attached++
    return () => {
      this.#attached--
      this.touch()
    }
  }

  /**
   * Renews the lease of the attempt: an attempt ends when no client has used it for the time of one lease.
   */
  touch(): void {
    this.#lastSeenAt = performance.now()
  }

  /** Milliseconds since the attempt started. */
  age(): number {
    return performance.now() - this.#startedAt
  }

  /**
   * Milliseconds since the last client disconnected or sent a request; 0 while a client is reading events or
   * bytes.
   */
  unattendedMs(): number {
    return this.#attached > 0 ? 0 : performance.now() - this.#lastSeenAt
  }

  /** Ends the attempt: aborts `signal` and `working`. */
  end(reason: Failure): void {
    clearTimeout(this.#deadline)
    this.#stop.abort(reason)
  }
}
