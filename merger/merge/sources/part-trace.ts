import { Units } from '#media/units.ts'
import { TsTrace } from '#media/transport-stream/trace.ts'

/** Shorter holes are in many recordings of broadcasts. */
const HOLE_SECONDS = 0.25
/** The length of the last part is often too generous in a list. */
const MOST_MISSING = 0.25

/** What the bytes of a part say about its end. */
export class PartTrace {
  readonly #clock = new TsTrace()
  readonly #units = new Units((packet) => this.#clock.see(packet))

  #isEmpty = true

  read(chunk: Buffer): void {
    this.#isEmpty &&= chunk.length === 0
    this.#units.read(chunk)
  }

  get endsInside(): boolean {
    return this.#units.isInside
  }

  /** The part that follows in its run begins anew. Some lists cut a stream at any byte. */
  isCut(next: PartTrace | undefined, seconds: number | null): boolean {
    if (this.#isEmpty && next && seconds !== null) return seconds > HOLE_SECONDS
    if (this.endsInside && (!next || next.#units.isWalked)) return true
    return this.#clock.isSoundOpen(next && next.#clock) && this.#isShort(next, seconds)
  }

  /** Parts whose packets are counted through, with a hole where the count jumps. */
  isJump(next: PartTrace, seconds: number | null): boolean {
    return this.isCounted(next) === false && this.#isShort(next, seconds)
  }

  isCounted(next: PartTrace): boolean | null {
    return this.#clock.isCounted(next.#clock)
  }

  /** A hole between whole parts is the source's own. */
  #isShort(next: PartTrace | undefined, seconds: number | null): boolean {
    if (seconds === null) return false
    const missing = seconds - this.#clock.seconds
    if (!next) return missing > HOLE_SECONDS && missing > seconds * MOST_MISSING
    const hole = this.#clock.holeBefore(next.#clock)
    return hole > HOLE_SECONDS && missing > hole / 2
  }
}

type Listed = { trace: PartTrace; seconds: number | null }

/** The place of a part that its server cut off although its length agrees. */
export function cutPlace(parts: readonly Listed[]): number | undefined {
  const nextOf = (index: number) => parts[index + 1]?.trace
  const cut = parts.findIndex(({ trace, seconds }, index) => trace.isCut(nextOf(index), seconds))
  if (cut >= 0) return cut
  const counted = parts.map(({ trace }, index) => nextOf(index) && trace.isCounted(nextOf(index)!))
  const isUsual = counted.filter((one) => one === true).length > counted.filter((one) => one === false).length
  const jump = parts.findIndex(
    ({ trace, seconds }, index) => nextOf(index) && trace.isJump(nextOf(index)!, seconds),
  )
  return isUsual && jump >= 0 ? jump : undefined
}
