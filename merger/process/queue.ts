import { Failure } from '#contract/failure.ts'

export class Queue {
  readonly slots: number
  readonly #longest: number
  #busy = 0
  #waiting: (() => void)[] = []

  constructor(slots: number, longest: number) {
    this.slots = slots
    this.#longest = longest
  }

  get busy(): number {
    return this.#busy
  }

  /** @param work may give its slot back before its end */
  async run<T>(work: (leave: () => void) => Promise<T>, signal: AbortSignal): Promise<T> {
    if (signal.aborted) throw new Failure('busy')
    if (this.#busy < this.slots) this.#busy += 1
    else await this.#turn(signal)
    let isHeld = true
    const leave = () => {
      if (isHeld) this.#free()
      isHeld = false
    }
    try {
      return await work(leave)
    } finally {
      leave()
    }
  }

  #free(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#busy -= 1
  }

  #turn(signal: AbortSignal): Promise<void> {
    if (this.#waiting.length >= this.#longest) throw new Failure('busy')
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting = this.#waiting.filter((other) => other !== enter)
        reject(new Failure('busy'))
      }
      const enter = () => {
        signal.removeEventListener('abort', leave)
        resolve()
      }
      signal.addEventListener('abort', leave, { once: true })
      this.#waiting.push(enter)
    })
  }
}
