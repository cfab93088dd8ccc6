import type { Entered } from '../places/fair-places.ts'
import type { Place } from '../places/place.ts'

const PLACE_WAIT_MS = 20_000

/** The state of this object is only in memory. */
export class TaskPlace {
  /** It is undefined after the Durable Object of the task has restarted. */
  visitor: string | undefined
  readonly #place: (visitor: string | undefined) => Place
  #isHeld = false

  constructor(place: (visitor: string | undefined) => Place) {
    this.#place = place
  }

  /**
   * The value can be out of date: if the lease ends, the queue takes the place back without a message to the
   * task.
   */
  get isHeld(): boolean {
    return this.#isHeld
  }

  /**
   * Normally returns at once, so that the visitor soon sees that the task is queued. If the visitor already
   * sees this (`isQueued`), waits up to PLACE_WAIT_MS.
   */
  async take(isQueued: boolean): Promise<Entered> {
    const state = await this.#place(this.visitor).take(isQueued ? PLACE_WAIT_MS : 0)
    this.#isHeld = state === 'granted'
    return state
  }

  async keep(): Promise<void> {
    this.#isHeld = true
    await this.#place(this.visitor).keep()
  }

  async leave(): Promise<void> {
    this.#isHeld = false
    await this.#place(this.visitor).leave()
  }
}
