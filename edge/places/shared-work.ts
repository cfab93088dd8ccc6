import type { Place } from './place.ts'

const WAIT_MS = 30_000
const POLL_MS = 10_000

type OwnPlace = Pick<Place, 'take' | 'leave'>
type Turn<T> = { place: OwnPlace; work: () => Promise<T> }

/**
 * One piece of work for several callers. Each visitor waits with a place of its own, and the work starts with
 * the first place that is granted. `onRefused` makes the answer of a caller who gets none.
 */
export class SharedWork<T> {
  readonly #result = Promise.withResolvers<T>()
  readonly #waiting = new Map<string, { place: OwnPlace; answer: Promise<T> }>()
  readonly #onRefused: (detail: string) => T
  #isStarted = false

  constructor(onRefused: (detail: string) => T) {
    this.#onRefused = onRefused
    // A caller can leave before the work fails.
    this.#result.promise.catch(() => undefined)
  }

  get isNeeded(): boolean {
    return this.#isStarted || this.#waiting.size > 0
  }

  join(visitor: string, { place, work }: Turn<T>): Promise<T> {
    if (this.#isStarted) return this.#result.promise
    const known = this.#waiting.get(visitor)
    if (known) return known.answer
    const answer = Promise.race([this.#result.promise, this.#turn(place, work)]).finally(() =>
      this.#waiting.delete(visitor),
    )
    this.#waiting.set(visitor, { place, answer })
    return answer
  }

  async #turn(place: OwnPlace, work: () => Promise<T>): Promise<T> {
    const until = Date.now() + WAIT_MS
    try {
      for (;;) {
        const state = await place.take(Math.min(POLL_MS, until - Date.now()))
        if (this.#isStarted) return await this.#result.promise
        if (state === 'granted') return await this.#start(place, work)
        if (state === 'full') return this.#onRefused('the queue is full')
        if (Date.now() >= until) return this.#onRefused('no place in time')
      }
    } finally {
      await place.leave()
    }
  }

  async #start(own: OwnPlace, work: () => Promise<T>): Promise<T> {
    this.#isStarted = true
    for (const { place } of this.#waiting.values()) if (place !== own) void place.leave()
    await work().then(this.#result.resolve, this.#result.reject)
    return await this.#result.promise
  }
}
