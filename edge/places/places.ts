import { DurableObject } from 'cloudflare:workers'
import { LEASE_MS } from '#contract/limits.ts'
import { slotsOf } from '../mergers/client.ts'
import { mergersNear } from '../mergers/locations.ts'
import type { MergerSlots } from '../mergers/slots.ts'
import type { Candidate, Entered } from './fair-places.ts'
import { LeasedPlaces } from './leased-places.ts'

/** The two kinds of work for which a fair queue grants places (rights to run). */
export type WorkKind = 'extraction' | 'merge'

/**
 * The slots that the edge assumes for a merger that has not reported its slots yet. They are the slots of a
 * container on the instance type of wrangler.toml.
 */
const USUAL_SLOTS: MergerSlots = { extractions: 2, merges: 4 }
/** Minimum time between two updates of the number of extractions and merges that may run at the same time. */
const MEASURE_MS = 30_000
/** Maximum number of extractions that wait for a place in a region. The same maximum applies to merges. */
const MAX_WAITING = 200
/**
 * Lease of the place of an extraction. When the extraction ends, the edge gives the place back with the call
 * `leave`. The lease only matters if this call is lost. An extraction renews its lease before it calls a
 * further merger. So the lease is longer than the sum of the deadlines for one merger: START_MS,
 * FIRST_LINE_MS and EXTRACTION_DEADLINE_MS (see mergers/extraction.ts).
 */
const EXTRACTION_LEASE_MS = 120_000

/**
 * The Durable Object with the fair queues of one region, one for extractions and one for merges. Extractions
 * and merges take a place before they call a merger. All state is in memory: after a restart of this object,
 * running merges renew their leases and are recorded again. The object's name is the region, or `local` if
 * the mergers run at the addresses in MERGER_ORIGIN.
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

  /**
   * Renews the lease of a holder. Work that runs for longer than its lease must call this before the lease
   * ends.
   */
  async keep(kind: WorkKind, candidate: Candidate): Promise<void> {
    this.#places[kind].keep(candidate)
  }

  /** Gives a place back, or removes a waiting candidate from the queue. */
  async leave(kind: WorkKind, id: string): Promise<void> {
    this.#places[kind].leave(id)
  }

  /**
   * Asks the mergers how much work each of them can run at once, and sets the number of places to the sum.
   * Does nothing if the last update is less than MEASURE_MS old. Callers wait only for the first update;
   * later updates run in the background.
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
    // The slots of mergers in other regions add no places to the fair queues of this region. Those regions
    // have fair queues of their own, and this region uses their mergers only if all its own mergers are at
    // capacity or down.
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
