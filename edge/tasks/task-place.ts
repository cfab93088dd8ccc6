import type { Entered } from '../places/fair-places.ts'
import type { Place } from '../places/place.ts'

/** Maximum time that one request for the right to run waits in the fair queue. */
const PLACE_WAIT_MS = 20_000

/**
 * Requests, renews and gives back the right to run of a merge task. The fair queue of a region grants this
 * right. The state of this object is only in memory.
 */
export class TaskPlace {
  /**
   * The keyed hash (`visitorKey`) of the visitor who started the task. It is undefined after the Durable
   * Object of the task has restarted.
   */
  visitor: string | undefined
  readonly #place: (visitor: string | undefined) => Place
  #isHeld = false

  /** @param place a function that takes the keyed hash of the visitor and returns the `Place` of this task */
  constructor(place: (visitor: string | undefined) => Place) {
    this.#place = place
  }

  /**
   * Whether the task got the right to run and has not given it back. The value can be out of date: if the
   * lease ends, the queue takes the right back without a message to the task.
   */
  get isHeld(): boolean {
    return this.#isHeld
  }

  /**
   * Requests the right to run. Normally returns at once, so that the visitor soon sees that the task is
   * queued. If the visitor already sees this (`isQueued`), waits up to PLACE_WAIT_MS for the right to run.
   */
  async take(isQueued: boolean): Promise<Entered> {
    const state = await this.#place(this.visitor).take(isQueued ? PLACE_WAIT_MS : 0)
    this.#isHeld = state === 'granted'
    return state
  }

  /** Renews the lease, so that the fair queue does not take back the right to run. */
  async keep(): Promise<void> {
    this.#isHeld = true
    await this.#place(this.visitor).keep()
  }

  /** Gives back the right to run. If it has not been granted yet, leaves the queue. */
  async leave(): Promise<void> {
    this.#isHeld = false
    await this.#place(this.visitor).leave()
  }
}
