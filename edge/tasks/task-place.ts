import type { Entered } from '../places/fair-places.ts'
import type { Place } from '../places/place.ts'

/** Maximum wait of one call for a place in the fair queue. */
const PLACE_WAIT_MS = 20_000

/** The place of a merge task in the fair queue. Its state is in memory only. */
export class TaskPlace {
  /** The keyed hash (`visitorKey`) of the visitor who started the task; undefined after a restart. */
  visitor: string | undefined
  readonly #place: (visitor: string | undefined) => Place
  #isHeld = false

  /** @param place returns this task's place in the fair queue under the name of the passed visitor */
  constructor(place: (visitor: string | undefined) => Place) {
    this.#place = place
  }

  /**
   * Whether this task holds a place. The value can be outdated: the queue may have taken the place back.
   */
  get isHeld(): boolean {
    return this.#isHeld
  }

  /**
   * Requests a place. With `isQueued` the visitor already reads that the task waits, so the call may wait up
   * to PLACE_WAIT_MS.
   */
  async take(isQueued: boolean): Promise<Entered> {
    const state = await this.#place(this.visitor).take(isQueued ? PLACE_WAIT_MS : 0)
    this.#isHeld = state === 'granted'
    return state
  }

  /** Renews the lease of the place. */
  async keep(): Promise<void> {
    this.#isHeld = true
    await this.#place(this.visitor).keep()
  }

  /** Gives the place back, or leaves the queue. */
  async leave(): Promise<void> {
    this.#isHeld = false
    await this.#place(this.visitor).leave()
  }
}
