import { DurableObject } from 'cloudflare:workers'
import { LEASE_MS } from '#contract/limits.ts'
import { slotsOf } from '../mergers/client.ts'
import { mergersNear } from '../mergers/locations.ts'
import type { MergerSlots } from '../mergers/slots.ts'
import type { Candidate, Entered } from './fair-places.ts'
import { LeasedPlaces } from './leased-places.ts'

/** The two kinds of work that need the right to run. A region has one fair queue for each kind. */
export type WorkKind = 'extraction' | 'merge'

/**
 * How many extractions and merges a merger is assumed to run at once until it reports its own numbers. These
 * are the numbers of a container on the instance type of wrangler.toml.
 */
const USUAL_SLOTS: MergerSlots = { extractions: 2, merges: 4 }
/**
 * Minimum time between two updates of the capacity of a region: how many extractions and merges may run there
 * at the same time.
 */
const MEASURE_MS = 30_000
/**
 * Maximum number of extractions that wait in the fair queue of a region. The same maximum applies to merges.
 */
const MAX_WAITING = 200
/**
 * Time after which an extraction loses the right to run if it does not renew its lease. Normally the lease
 * does not matter: when the extraction ends, the edge gives the right back with the call `leave`. The lease
 * only matters if this call is lost. An extraction can try several mergers in turn. It renews its lease
 * before each merger after the first. So the lease must be longer than the deadlines for one merger together:
 * START_MS, FIRST_LINE_MS and EXTRACTION_DEADLINE_MS (see mergers/first-answer.ts).
 */
const EXTRACTION_LEASE_MS = 120_000

/**
 * The Durable Object with the two fair queues of a region, one for extractions and one for merges. An
 * extraction or merge must get the right to run from its queue before the edge calls a merger. All state is
 * in memory. After a restart of this object, running merges renew their leases and are recorded again. The
 * object's name is the region, or `local` if the mergers run at the addresses in MERGER_ORIGIN.
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

  /** Requests the right to run and waits for it at most `waitMs` milliseconds. */
  async take(kind: WorkKind, candidate: Candidate, waitMs: number): Promise<Entered> {
    await this.#measured()
    return await this.#places[kind].take(candidate, waitMs)
  }

  /**
   * Renews the lease of an extraction or merge that has the right to run. The edge must call this before the
   * lease ends.
   */
  async keep(kind: WorkKind, candidate: Candidate): Promise<void> {
    this.#places[kind].keep(candidate)
  }

  /**
   * Gives back the right to run. If it has not been granted yet, removes the extraction or merge from the
   * queue.
   */
  async leave(kind: WorkKind, id: string): Promise<void> {
    this.#places[kind].leave(id)
  }

  /**
   * Updates the capacity: asks each merger how many extractions and merges it can run at once, and adds the
   * numbers up. Does nothing if the last update is less than MEASURE_MS old. Callers wait only for the first
   * update. Later updates run in the background.
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
    // The capacity of this region includes only the mergers of this region. Each other region has fair queues
    // of its own for its mergers. This region uses the mergers of other regions only if all its own mergers
    // are at capacity or down.
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
