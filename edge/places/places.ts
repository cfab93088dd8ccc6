import { DurableObject } from 'cloudflare:workers'
import { LEASE_MS } from '#contract/limits.ts'
import { slotsOf } from '../mergers/client.ts'
import { mergersNear } from '../mergers/locations.ts'
import { inOrder } from '../mergers/order.ts'
import type { MergerSlots } from '../mergers/slots.ts'
import type { Candidate, Entered } from './fair-places.ts'
import { LeasedPlaces } from './leased-places.ts'
import { MergerLoads } from './merger-loads.ts'

export type WorkKind = 'extraction' | 'merge'
/** `merger`: where granted work goes; only a proposal, because its slots may have changed. */
export type Taken = { state: Entered; merger?: string | undefined }

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
  readonly #loads: Record<WorkKind, MergerLoads> = { extraction: new MergerLoads(), merge: new MergerLoads() }
  readonly #places: Record<WorkKind, LeasedPlaces> = {
    extraction: this.#placesFor('extraction', EXTRACTION_LEASE_MS),
    merge: this.#placesFor('merge', LEASE_MS),
  }
  readonly #known = new Map<string, MergerSlots>()
  #measuredAt = -Infinity
  #measuring: Promise<void> | undefined

  async take(kind: WorkKind, candidate: Candidate, waitMs: number): Promise<Taken> {
    await this.#measured()
    const state = await this.#places[kind].take(candidate, waitMs)
    return { state, ...(state === 'granted' && { merger: this.#loads[kind].choose(candidate.id) }) }
  }

  async keep(kind: WorkKind, candidate: Candidate, isIdle: boolean): Promise<void> {
    this.#places[kind].keep(candidate, isIdle)
  }

  async leave(kind: WorkKind, id: string): Promise<void> {
    this.#places[kind].leave(id)
  }

  #placesFor(kind: WorkKind, leaseMs: number): LeasedPlaces {
    const limits = { capacity: 0, maxWaiting: MAX_WAITING, leaseMs }
    return new LeasedPlaces(limits, (id) => this.#loads[kind].leave(id))
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
    // What is down comes last, so it is proposed only when all others are full.
    const ordered = await inOrder(this.env, mergers)
    for (const kind of ['extraction', 'merge'] as const) {
      const slots = ordered.map((merger) => [merger, slotsOfKind(this.#known.get(merger), kind)] as const)
      this.#loads[kind].resize(slots)
      this.#places[kind].resize(slots.reduce((sum, [, count]) => sum + count, 0))
    }
    this.#measuredAt = Date.now()
  }
}

const slotsOfKind = ({ extractions, merges } = USUAL_SLOTS, kind: WorkKind): number =>
  kind === 'merge' ? merges : extractions
