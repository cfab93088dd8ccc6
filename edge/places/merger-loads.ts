import { Sums } from './holders.ts'

/**
 * Which merger each granted piece of work goes to: the first with a free slot, so that the first mergers fill
 * up before later ones start, and nobody asks one after another.
 */
export class MergerLoads {
  #slots: readonly (readonly [merger: string, slots: number])[] = []
  readonly #chosen = new Map<string, string>()
  readonly #loads = new Sums()

  resize(slots: readonly (readonly [merger: string, slots: number])[]): void {
    this.#slots = slots
  }

  /** Undefined if all are full, which happens only while what is known of their slots is out of date. */
  choose(id: string): string | undefined {
    const chosen = this.#chosen.get(id)
    if (chosen !== undefined) return chosen
    const free = this.#slots.find(([merger, slots]) => this.#loads.of(merger) < slots)?.[0]
    if (free === undefined) return undefined
    this.#chosen.set(id, free)
    this.#loads.add(free, 1)
    return free
  }

  leave(id: string): void {
    const merger = this.#chosen.get(id)
    if (merger === undefined) return
    this.#chosen.delete(id)
    this.#loads.add(merger, -1)
  }
}
