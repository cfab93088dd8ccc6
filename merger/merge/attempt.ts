import { mergeId, type MergeEvent, type MergeOrder, type Proof } from '#contract/engine.ts'
import { Failure } from '#contract/failure.ts'
import type { GrowingFile } from './growing-file.ts'
import { Progress } from './progress.ts'

/** One run of a task at this merger: what is known of it, who looks at it, and the switch that ends it. */
export class Attempt {
  readonly id: string
  readonly order: MergeOrder
  readonly progress = new Progress()
  /** By a clock that only runs: what a machine is told of the time of day must not end or prolong anything. */
  readonly #startedAt = performance.now()
  /** Set once the file is being written. */
  file: GrowingFile | null = null
  /** Ends the attempt and all of it. */
  readonly #stop = new AbortController()
  /** Ends what makes the file; the file itself may stay. */
  readonly #work = new AbortController()
  /** Aborted when the file is made, when it cannot be made, and when the attempt ends. */
  readonly working: AbortSignal
  #outcome:
    | { size: number; combined: number; proof: Proof }
    | { failed: NonNullable<MergeEvent['failed']> }
    | null = null
  #settle!: () => void
  /** Resolves when there is an outcome. */
  readonly settled: Promise<void>
  #attached = 0
  #seenAt = performance.now()

  constructor(order: MergeOrder) {
    this.order = order
    this.id = mergeId(order.task, order.attempt)
    this.working = AbortSignal.any([this.#stop.signal, this.#work.signal])
    this.settled = new Promise((resolve) => {
      this.#settle = resolve
    })
  }

  /** Aborted when the attempt ends. */
  get signal(): AbortSignal {
    return this.#stop.signal
  }
  get isSettled(): boolean {
    return this.#outcome !== null
  }
  get size(): number | null {
    return this.#outcome && 'size' in this.#outcome ? this.#outcome.size : null
  }

  /** The whole state, as a line of the events. */
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

  prove(size: number, combined: number, proof: Proof): void {
    this.#outcome ??= { size, combined, proof }
    this.#settle()
    this.giveUp(new Failure('cancelled'))
  }

  fail(failure: Failure, detail: string): void {
    this.#outcome ??= { failed: { code: failure.code, detail } }
    this.#settle()
    this.giveUp(failure)
  }

  /** Ends what makes the file; the first reason counts. */
  giveUp(reason: unknown): void {
    this.#work.abort(reason)
  }

  /** Somebody reads the events or bytes; the returned function says that they left. */
  attach(): () => void {
    this.#attached++
    return () => {
      this.#attached--
      this.touch()
    }
  }

  touch(): void {
    this.#seenAt = performance.now()
  }

  /** Milliseconds since it began. */
  age(): number {
    return performance.now() - this.#startedAt
  }

  /** Milliseconds since anybody was there. */
  alone(): number {
    return this.#attached > 0 ? 0 : performance.now() - this.#seenAt
  }

  end(reason: Failure): void {
    this.#stop.abort(reason)
  }
}
