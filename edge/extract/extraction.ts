import { DurableObject } from 'cloudflare:workers'
import { causeText } from '#contract/cause-text.ts'
import { ENGINE_VERSION } from '#contract/engine/version.ts'
import { Failure, isMachineFault, type FailureCode } from '#contract/failure.ts'
import { EXTRACTION_MEMORY_MS } from '#contract/limits.ts'
import { leadsAnywhere } from '#contract/platforms/index.ts'
import { toldOf } from '#contract/sentence.ts'
import { countOutcome } from '../budget/outcome-counts.ts'
import { normalised } from '../grants/grant.ts'
import { hashOf } from '../grants/seal.ts'
import { log } from '../log.ts'
import { preferring } from '../mergers/order.ts'
import { Place } from '../places/place.ts'
import { SharedWork } from '../places/shared-work.ts'
import { assertAllowed } from '../request/block-list.ts'
import { firstAnswer, type FirstAnswer } from './first-answer.ts'

/** A visitor who tries again at once gets the cached failure, and no new extraction starts. */
const FAILURE_MEMORY_MS = 30_000

/** `at`: epoch milliseconds. `healed`: extracted because the origin had refused a link of the one before. */
type Memory = { outcome: FirstAnswer; until: number; at?: number; asked?: Asked; healed?: boolean }
type Asked = { url: string; item?: number | undefined }
/** An item whose links are refused again and again is extracted no more often than this. */
const HEALING_PAUSE_MS = 60_000

/**
 * A cached extraction expires this long before its media links, so that visitors never get links that are
 * about to expire.
 */
const MARGIN_MS = 60_000

/** Another attempt can end in another way, so a visitor who presses Try again gets one. */
const isLasting = (failure: FailureCode | undefined): boolean =>
  failure !== 'timeout' && !(failure !== undefined && isMachineFault(failure))

export class Extraction extends DurableObject<Env> {
  #work: SharedWork<FirstAnswer> | undefined

  async extract(
    url: string,
    item: number | undefined,
    mergers: string[],
    visitor: string,
  ): Promise<FirstAnswer> {
    const memory = this.ctx.storage.kv.get<Memory>('memory')
    if (memory && memory.until > Date.now())
      return { ...memory.outcome, ...(memory.outcome.ok && { fresh: false }) }
    const work = this.#work ?? new SharedWork<FirstAnswer>((detail) => ({ ok: false, code: 'busy', detail }))
    this.#work = work
    const place = new Place(this.env, mergers[0]!, 'extraction', {
      id: crypto.randomUUID(),
      visitor,
      link: url,
    })
    const run = () =>
      this.#run(url, item, mergers, visitor, place).finally(() => {
        this.#work = undefined
      })
    try {
      return await work.join(visitor, { place, work: run })
    } finally {
      if (this.#work === work && !work.isNeeded) this.#work = undefined
    }
  }

  /**
   * Forgets a result with this media link, which its origin refuses. Returns what the result was the answer
   * to, or null if nothing was forgotten.
   */
  async forget(mediaLink: string): Promise<Asked | null> {
    const memory = this.ctx.storage.kv.get<Memory>('memory')
    if (!memory?.outcome.ok || !memory.asked) return null
    const { renditions, part } = memory.outcome.extraction
    if (!renditions.some(({ url }) => normalised(url) === mediaLink)) return null
    if (memory.healed && Date.now() - (memory.at ?? 0) < HEALING_PAUSE_MS) return null
    this.ctx.storage.kv.delete('memory')
    this.ctx.storage.kv.put('refused', true)
    await this.ctx.storage.setAlarm(Date.now() + EXTRACTION_MEMORY_MS)
    return { ...memory.asked, item: memory.asked.item === undefined ? part?.index : undefined }
  }

  override async alarm(): Promise<void> {
    await this.ctx.storage.deleteAll()
  }

  async #run(
    url: string,
    item: number | undefined,
    mergers: string[],
    visitor: string,
    place: Place,
  ): Promise<FirstAnswer> {
    const healed = this.ctx.storage.kv.get<boolean>('refused') ?? false
    const request = {
      v: ENGINE_VERSION,
      url,
      ...(item !== undefined && { item }),
      ...(healed && { fresh: true }),
    }
    const ordered = preferring(place.merger, mergers)
    const started = Date.now()
    const outcome = await firstAnswer(this.env, request, ordered, place, visitor)
    const now = Date.now()
    const failure = outcome.ok ? outcome.extraction.failed : outcome.code
    if (outcome.ok || outcome.ledTo === undefined)
      this.ctx.waitUntil(
        countOutcome(this.env, { kind: 'extraction', link: url, code: failure, ms: now - started }),
      )
    const until =
      outcome.ok && failure === undefined
        ? Math.min(now + EXTRACTION_MEMORY_MS, (outcome.extraction.expires_at ?? Infinity) - MARGIN_MS)
        : now + (isLasting(failure) ? FAILURE_MEMORY_MS : 0)
    if (until > now) {
      try {
        this.ctx.storage.kv.put<Memory>('memory', { outcome, until, at: now, asked: { url, item }, healed })
        this.ctx.storage.kv.delete('refused')
        await this.ctx.storage.setAlarm(until)
      } catch (error) {
        // A Durable Object can store values of at most 2 MB. A larger result is returned but not cached.
        log('extraction_not_kept', { cause: causeText(error) })
      }
    }
    return outcome
  }
}

export async function sharedExtraction(
  env: Env,
  url: string,
  item: number | undefined,
  mergers: string[],
  visitor: string,
): Promise<Extract<FirstAnswer, { ok: true }> & { name: string }> {
  const name = await nameOf({ url, item })
  const object = env.EXTRACTIONS.getByName(name)
  const ask = async (): Promise<FirstAnswer> => await object.extract(url, item, mergers, visitor)
  const outcome = await ask().catch((error: unknown) => {
    // Cloudflare sets `retryable` if it has moved or reset the Durable Object during the call. The call is
    // then made once more.
    if ((error as { retryable?: boolean }).retryable) return ask()
    throw error
  })
  if (!outcome.ok && outcome.ledTo !== undefined && !leadsAnywhere(new URL(outcome.ledTo))) {
    await assertAllowed(env, outcome.ledTo)
    return await sharedExtraction(env, outcome.ledTo, item, mergers, visitor)
  }
  if (!outcome.ok)
    throw new Failure(outcome.code, {
      ...toldOf(outcome.code, url),
      cause: outcome.detail,
      waitSeconds: outcome.retryAt && Math.max(1, Math.ceil((outcome.retryAt - Date.now()) / 1_000)),
    })
  return { ...outcome, name }
}

const nameOf = ({ url, item }: Asked) => hashOf(`${url} ${item ?? ''}`)

/** The same item can be remembered twice: as the first item of its list, and by its number. */
export async function forgetExtraction(env: Env, name: string, mediaLink: string): Promise<void> {
  const other = await env.EXTRACTIONS.getByName(name).forget(mediaLink)
  if (other) await env.EXTRACTIONS.getByName(await nameOf(other)).forget(mediaLink)
}
