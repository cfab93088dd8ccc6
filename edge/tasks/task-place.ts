import type { Entered } from '../places/fair-places.ts'
import type { Place } from '../places/place.ts'

/** One call for a place waits at most this long. */
const PLACE_WAIT_MS = 20_000

/** The place of a task at the mergers. All of it is in memory only. */
export class TaskPlace {
  /** The visitor who started the task, a keyed hash (`visitorKey`); undefined after a restart. */
  visitor: string | undefined
  readonly #place: (visitor: string | undefined) => Place
  #isHeld = false

  /** @param place the place of the task as it is now, for this visitor */
  constructor(place: (visitor: string | undefined) => Place) {
    this.#place = place
  }

  /** Whether this task holds a place, as far as this object knows. */
  get isHeld(): boolean {
    return this.#isHeld
  }

  /** Asks for the place. `isQueued`: the visitor already reads that the task waits, so the call may wait. */
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
