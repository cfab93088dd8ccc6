import { mergeId, type MergeEvent, type MergeOrder, type Proof } from '#contract/engine/merge.ts'
import { Failure } from '#contract/failure.ts'
import { Slots } from '../process/slots.ts'
import type { GrowingFile } from './growing-file.ts'
import { Pace } from './pace.ts'
import { Progress } from './progress.ts'
import type { WatchCopy } from './watch/watch-copy.ts'

/** Several pages of one shared task, each with two requests at once. */
const MAX_WATCHERS = 16

export class Attempt {
  readonly id: string
  readonly order: MergeOrder
  readonly progress = new Progress()
  readonly pace = new Pace()
  /** It only waits for its sources and holds no slot. */
  isIdle = false
  /** A change of the wall clock must not shorten or extend an attempt. */
  readonly #startedAt = performance.now()
  file: GrowingFile | null = null
  /** Undefined until it is known whether the file can be watched while it is made; null if it cannot. */
  watch: WatchCopy | null | undefined
  /** A slow reader keeps its connection for as long as the file is made. */
  readonly watchers = new Slots(MAX_WATCHERS)
  readonly #stop = new AbortController()
  /** Stops only the processes that make the file. The file stays until the attempt ends. */
  readonly #work = new AbortController()
  /** Aborts when the file is complete, when making the file has failed, or when the attempt ends. */
  readonly working: AbortSignal
  #outcome:
    | { size: number; combined: number; proof: Proof }
    | { failed: NonNullable<MergeEvent['failed']> }
    | null = null
  readonly #settling = Promise.withResolvers<void>()
  #deadline: NodeJS.Timeout | undefined
  #deadlineMs = Infinity
  #attached = 0
  #lastSeenAt = performance.now()

  constructor(order: MergeOrder) {
    this.order = order
    this.id = mergeId(order.task, order.attempt)
    this.working = AbortSignal.any([this.#stop.signal, this.#work.signal])
  }

  get signal(): AbortSignal {
    return this.#stop.signal
  }
  get settled(): Promise<void> {
    return this.#settling.promise
  }
  get isSettled(): boolean {
    return this.#outcome !== null
  }
  get size(): number | null {
    return this.#outcome && 'size' in this.#outcome ? this.#outcome.size : null
  }

  state(): MergeEvent {
    const from = this.file?.from ?? 0
    const progress = this.progress.show(performance.now())
    if (this.#outcome && 'size' in this.#outcome) {
      const { size, combined, proof } = this.#outcome
      return { from, final: size, size, combined, proof, progress: { ...progress, percent: 99 } }
    }
    const final = Math.max(from, this.file?.grown ?? 0)
    const state = { from, final, progress, ...(this.isIdle && { idle: true }) }
    return this.#outcome ? { ...state, failed: this.#outcome.failed } : state
  }

  /** @param combined size of all sources together in bytes */
  succeed(size: number, combined: number, proof: Proof): void {
    this.#outcome ??= { size, combined, proof }
    this.#settling.resolve()
    this.stopWork(new Failure('cancelled'))
  }

  fail(failure: Failure, detail: string): void {
    this.#outcome ??= { failed: { code: failure.code, detail } }
    this.#settling.resolve()
    this.stopWork(failure)
  }

  /** @param ms milliseconds since the attempt started */
  limitWork(ms: number): void {
    clearTimeout(this.#deadline)
    this.#deadlineMs = ms
    if (this.working.aborted) return
    const cause = `not done after ${Math.round(ms / 1_000)} s`
    this.#deadline = setTimeout(() => this.stopWork(new Failure('too_slow', { cause })), ms - this.age())
  }

  timeLeft(): number {
    return this.#deadlineMs - this.age()
  }

  /** A later call does not replace the reason of the first call. */
  stopWork(reason: unknown): void {
    clearTimeout(this.#deadline)
    this.#work.abort(reason)
  }

  /** Call the returned function when the client disconnects. */
  attach(): () => void {
    this.#attached++
    return () => {
      this.#attached--
      this.touch()
    }
  }

  touch(): void {
    this.#lastSeenAt = performance.now()
  }

  age(): number {
    return performance.now() - this.#startedAt
  }

  unattendedMs(): number {
    return this.#attached > 0 ? 0 : performance.now() - this.#lastSeenAt
  }

  end(reason: Failure): void {
    clearTimeout(this.#deadline)
    this.#stop.abort(reason)
  }
}
