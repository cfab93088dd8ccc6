import { causeText } from '#contract/cause-text.ts'
import { servedBy } from '#contract/platforms/index.ts'
import { log } from '../log.ts'
import { domainOf } from '../media/registrable-domain.ts'
import { networkIn } from '../request/visitor.ts'
import type { Candidate, Entered } from './fair-places.ts'
import type { Places, Taken, WorkKind } from './places.ts'

type Work = { id: string; visitor: string; link: string }

/**
 * The place of one extraction or merge. If the queue fails, the work starts without waiting. This causes no
 * overload, because each merger limits how much it runs at once: the queue only decides the order.
 */
export class Place {
  readonly #places: Pick<DurableObjectStub<Places>, 'take' | 'keep' | 'leave'>
  readonly #kind: WorkKind
  readonly #candidate: Candidate
  #isHeld = false
  #isIdle = false
  #merger: string | undefined

  /** The part of the merger's name before the colon is the region. */
  constructor(env: Pick<Env, 'PLACES'>, merger: string, kind: WorkKind, { id, visitor, link }: Work) {
    const region = merger.split(':')[0]!
    const hint = region === 'local' ? {} : { locationHint: region as DurableObjectLocationHint }
    const url = new URL(link)
    this.#places = env.PLACES.getByName(region, hint)
    this.#kind = kind
    this.#candidate = {
      id,
      visitor,
      network: networkIn(visitor),
      domain: domainOf(url),
      isKnown: servedBy(url) !== undefined,
    }
  }

  /** Can be out of date: when the lease ends, the queue takes the place back without a message. */
  get isHeld(): boolean {
    return this.#isHeld
  }

  /** The merger that has a free slot for the work, as far as the queue knows. */
  get merger(): string | undefined {
    return this.#merger
  }

  async take(waitMs: number): Promise<Entered> {
    const taken = this.#places.take(this.#kind, this.#candidate, waitMs)
    const { state, merger } = await taken.catch((error: unknown): Taken => {
      logQueueFailure(error)
      return { state: 'granted' }
    })
    this.#merger = merger
    this.#isHeld = state === 'granted'
    this.#isIdle = false
    return state
  }

  async keep(): Promise<void> {
    this.#isHeld = true
    await this.#places.keep(this.#kind, this.#candidate, this.#isIdle).catch(logQueueFailure)
  }

  /** Idle work needs no place, but counts towards the shares. */
  async setIdle(isIdle: boolean): Promise<void> {
    if (isIdle === this.#isIdle) return
    this.#isIdle = isIdle
    await this.keep()
  }

  async leave(): Promise<void> {
    this.#isHeld = false
    await this.#places.leave(this.#kind, this.#candidate.id).catch(logQueueFailure)
  }
}

const logQueueFailure = (error: unknown) => log('places_failed', { cause: causeText(error) })
