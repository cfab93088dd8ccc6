import { DurableObject } from 'cloudflare:workers'
import { LEASE_MS } from '#contract/limits.ts'
import { slotsOf } from '../mergers/client.ts'
import { mergersNear } from '../mergers/locations.ts'
import type { MergerSlots } from '../mergers/slots.ts'
import type { Candidate, Entered } from './fair-places.ts'
import { LeasedPlaces } from './leased-places.ts'

export type WorkKind = 'extraction' | 'merge'

/** Until a merger reports its own numbers: those of a container on the instance type of wrangler.toml. */
const USUAL_SLOTS: MergerSlots = { extractions: 8, merges: 4 }
const MEASURE_MS = 30_000
const MAX_WAITING = 200
/**
 * Only matters if the call `leave` is lost. An extraction renews its lease before each further merger, so it
 * must be longer than START_MS, FIRST_LINE_MS and EXTRACTION_DEADLINE_MS of first-answer.ts together.
 */
const EXTRACTION_LEASE_MS = 120_000

/**
 * One object per region (`local` for MERGER_ORIGIN). All state is in memory: after a restart, running merges
 * renew their leases and are recorded again.
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

  async take(kind: WorkKind, candidate: Candidate, waitMs: number): Promise<Entered> {
    await this.#measured()
    return await this.#places[kind].take(candidate, waitMs)
  }

  async keep(kind: WorkKind, candidate: Candidate, isIdle: boolean): Promise<void> {
    this.#places[kind].keep(candidate, isIdle)
  }

  async leave(kind: WorkKind, id: string): Promise<void> {
    this.#places[kind].leave(id)
  }

  /** Callers wait only for the first update. */
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
    // Only the mergers of this region. Another region's mergers are used only if all of these are at capacity
    // or down.
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
