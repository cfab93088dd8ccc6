import type { Entered } from '../places/fair-places.ts'
import type { Place } from '../places/place.ts'

/** Maximum time that one call to the fair queue waits for a place. */
const PLACE_WAIT_MS = 20_000

/**
 * Requests, renews and gives back the place of a merge task: the right to run, which the fair queue grants.
 * The state of this object is only in memory.
 */
export class TaskPlace {
  /**
   * The keyed hash (`visitorKey`) of the visitor who started the task; undefined after the Durable Object has
   * restarted.
   */
  visitor: string | undefined
  readonly #place: (visitor: string | undefined) => Place
  #isHeld = false

  /** @param place a function that takes the keyed hash of the visitor and returns the `Place` of this task */
  constructor(place: (visitor: string | undefined) => Place) {
    this.#place = place
  }

  /**
   * Whether the task got a place and has not given it back. This can be true although the task no longer has
   * the place: if the lease expires, the queue takes the place back without a message to the task.
   */
  get isHeld(): boolean {
    return this.#isHeld
  }

  /**
   * Requests a place. If the visitor already sees that the task is queued (`isQueued`), waits up to
   * PLACE_WAIT_MS for the place. Otherwise returns at once.
   */
  async take(isQueued: boolean): Promise<Entered> {
    const state = await this.#place(this.visitor).take(isQueued ? PLACE_WAIT_MS : 0)
    this.#isHeld = state === 'granted'
    return state
  }

  /** Renews the lease of the place, so that the fair queue does not take the place back. */
  async keep(): Promise<void> {
    this.#isHeld = true
    await this.#place(this.visitor).keep()
  }

  /** Gives the place back, or leaves the queue if no place is held. */
  async leave(): Promise<void> {
    this.#isHeld = false
    await this.#place(this.visitor).leave()
  }
}
