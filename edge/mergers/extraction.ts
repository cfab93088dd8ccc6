import { DurableObject } from 'cloudflare:workers'
import { causeText } from '#contract/cause-text.ts'
import { ENGINE_VERSION } from '#contract/engine/version.ts'
import { Failure, isMachineFault } from '#contract/failure.ts'
import { EXTRACTION_MEMORY_MS } from '#contract/limits.ts'
import { sentenceOf } from '#contract/sentence.ts'
import { hashOf } from '../grants/seal.ts'
import { log } from '../log.ts'
import { placeOf, type Place } from '../places/place.ts'
import { firstAnswer, type Outcome } from './first-answer.ts'

/** A visitor who tries again at once gets the cached failure, and no new extraction starts. */
const FAILURE_MEMORY_MS = 30_000

type Memory = { outcome: Outcome; until: number }

/**
 * A cached extraction expires this long before its media links, so that visitors never get links that are
 * about to expire.
 */
const MARGIN_MS = 60_000
const PLACE_WAIT_MS = 30_000
const PLACE_POLL_MS = 10_000

/** Runs at most one extraction at a time. Caches the result until shortly before its media links expire. */
export class Extraction extends DurableObject<Env> {
  #running: Promise<Outcome> | undefined

  async extract(url: string, item: number | undefined, mergers: string[], visitor: string): Promise<Outcome> {
    const memory = this.ctx.storage.kv.get<Memory>('memory')
    if (memory && memory.until > Date.now())
      return { ...memory.outcome, ...(memory.outcome.ok && { fresh: false }) }
    this.#running ??= this.#run(url, item, mergers, visitor).finally(() => {
      this.#running = undefined
    })
    return await this.#running
  }

  override async alarm(): Promise<void> {
    await this.ctx.storage.deleteAll()
  }

  async #run(url: string, item: number | undefined, mergers: string[], visitor: string): Promise<Outcome> {
    // The merger uses the visitor's keyed hash only to distinguish visitors. So the first characters of the
    // hash are enough.
    const request = {
      v: ENGINE_VERSION,
      url,
      visitor: visitor.slice(0, 8),
      ...(item !== undefined && { item }),
    }
    const work = { id: crypto.randomUUID(), visitor, link: url }
    const place = placeOf(this.env, mergers[0]!, 'extraction', work)
    const outcome = await inPlace(place, () => firstAnswer(this.env, request, mergers, place))
    const now = Date.now()
    const failure = outcome.ok ? outcome.extraction.failed : outcome.code
    const until =
      outcome.ok && failure === undefined
        ? Math.min(now + EXTRACTION_MEMORY_MS, (outcome.extraction.expires_at ?? Infinity) - MARGIN_MS)
        : now + (failure !== undefined && isMachineFault(failure) ? 0 : FAILURE_MEMORY_MS)
    if (until > now) {
      try {
        this.ctx.storage.kv.put<Memory>('memory', { outcome, until })
        await this.ctx.storage.setAlarm(until)
      } catch (error) {
        // A Durable Object can store values of at most 2 MB. A larger result is returned but not cached.
        log('extraction_not_kept', { cause: causeText(error) })
      }
    }
    return outcome
  }
}

/** Returns `busy` if the queue is full or gives no place within PLACE_WAIT_MS. */
async function inPlace(place: Place, work: () => Promise<Outcome>): Promise<Outcome> {
  const until = Date.now() + PLACE_WAIT_MS
  try {
    for (;;) {
      const answer = await place.take(Math.min(PLACE_POLL_MS, until - Date.now()))
      if (answer === 'granted') return await work()
      if (answer === 'full') return { ok: false, code: 'busy', detail: 'the queue is full' }
      if (Date.now() >= until) return { ok: false, code: 'busy', detail: 'no place in time' }
    }
  } finally {
    await place.leave()
  }
}

export async function extract(
  env: Env,
  url: string,
  item: number | undefined,
  mergers: string[],
  visitor: string,
) {
  const object = env.EXTRACTIONS.getByName(await hashOf(`${url} ${item ?? ''}`))
  const ask = async (): Promise<Outcome> => await object.extract(url, item, mergers, visitor)
  const outcome = await ask().catch((error: unknown) => {
    // Cloudflare sets `retryable` if it has moved or reset the Durable Object during the call. The call is
    // then made once more.
    if ((error as { retryable?: boolean }).retryable) return ask()
    throw error
  })
  if (!outcome.ok)
    throw new Failure(outcome.code, {
      message: sentenceOf(outcome.code, url),
      cause: outcome.detail,
      waitSeconds: outcome.retryAt && Math.max(1, Math.ceil((outcome.retryAt - Date.now()) / 1_000)),
    })
  return outcome
}
