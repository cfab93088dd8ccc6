import { DurableObject } from 'cloudflare:workers'
import { LEASE_MS } from '#contract/limits.ts'
import { slotsOf } from '../mergers/client.ts'
import { mergersNear } from '../mergers/places.ts'
import type { MergerSlots } from '../mergers/slots.ts'
import type { Candidate, Entered } from './fair-places.ts'
import { LeasedPlaces } from './leased-places.ts'

/** The two kinds of work that need a place. */
export type WorkKind = 'extraction' | 'merge'

/**
 * The slots that are assumed for a merger that has not reported its own: those of the image on its instance
 * type (wrangler.toml).
 */
const USUAL_SLOTS: MergerSlots = { extractions: 2, merges: 4 }
/** Time after which the object reads the slots of the mergers again. */
const MEASURE_MS = 30_000
/**
 * Maximum number of waiting candidates in the queue of a region. An extraction takes seconds and a merge
 * takes minutes.
 */
const MAX_WAITING = 200
/**
 * Lease of an extraction's place. It is longer than the start of a container and the deadline of an
 * extraction together.
 */
const EXTRACTION_LEASE_MS = 120_000

/**
 * A Durable Object that holds the places at the mergers of one region. Every extraction and every merge takes
 * a place before it calls a merger. The state is in memory only: after a restart, running merges renew their
 * leases and are counted again. The object's name is the region, or `local` if the mergers run at the
 * addresses of MERGER_ORIGIN.
 */
export class Places extends DurableObject<Env> {
  readonly #places: Record<WorkKind, LeasedPlaces> = {
    extraction: new LeasedPlaces({
      capacity: 0,
      maxWaiting: MAX_WAITING,
      leaseMs: EXTRACTION_LEASE_MS,
    }),
    merge: new LeasedPlaces({ capacity: 0, maxWaiting: MAX_WAITING, leaseMs: LEASE_MS }),
  }
  readonly #known = new Map<string, MergerSlots>()
  #measuredAt = -Infinity
  #measuring: Promise<void> | undefined

  /** Requests a place and waits for it at most `waitMs` milliseconds. */
  async take(kind: WorkKind, candidate: Candidate, waitMs: number): Promise<Entered> {
    await this.#measured()
    return await this.#places[kind].take(candidate, waitMs)
  }

  /** Renews the lease of a holder. A holder must call it at least once in `LEASE_MS`. */
  async keep(kind: WorkKind, candidate: Candidate): Promise<void> {
    this.#places[kind].keep(candidate)
  }

  /** Gives a place back, or leaves the queue. */
  async leave(kind: WorkKind, id: string): Promise<void> {
    this.#places[kind].leave(id)
  }

  /**
   * The first caller waits until the mergers have reported their slots. Later reads of the slots run in the
   * background.
   */
  async #measured(): Promise<void> {
    const isFirst = this.#measuredAt === -Infinity
    if (Date.now() >= this.#measuredAt + MEASURE_MS)
      this.#measuring ??= this.#measure().finally(() => {
        this.#measuring = undefined
      })
    if (isFirst) await this.#measuring
  }

  async #measure(): Promise<void> {
    const region = this.ctx.id.name!
    const near = mergersNear(this.env, region)
    // Mergers of other regions have queues of their own. They are only the last resort if all mergers of this
    // region are down.
    const mergers = region === 'local' ? near : near.filter((name) => name.startsWith(`${region}:`))
    await Promise.all(
      mergers.map(async (merger) => {
        const slots = await slotsOf(this.env, merger)
        if (slots) this.#known.set(merger, slots)
      }),
    )
    const all = mergers.map((merger) => this.#known.get(merger) ?? USUAL_SLOTS)
    this.#places.extraction.resize(all.reduce((sum, slots) => sum + slots.extractions, 0))
    this.#places.merge.resize(all.reduce((sum, slots) => sum + slots.merges, 0))
    this.#measuredAt = Date.now()
  }
}
