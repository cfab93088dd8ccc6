import { DurableObject } from 'cloudflare:workers'
import { causeText } from '#contract/cause-text.ts'
import { ENGINE_VERSION } from '#contract/engine/version.ts'
import { Failure, failureRow, type FailureCode } from '#contract/failure.ts'
import { EXTRACTION_MEMORY_MS } from '#contract/limits.ts'
import { sentenceOf } from '#contract/sentence.ts'
import { hashOf } from '../grants/seal.ts'
import { log } from '../log.ts'
import { placeOf, type Place } from '../places/place.ts'
import { firstAnswer, type Outcome } from './first-answer.ts'

/**
 * Time for which a failure is cached. A visitor who tries again at once gets the cached failure, and no new
 * extraction starts.
 */
const FAILURE_MEMORY_MS = 30_000

type Memory = { outcome: Outcome; until: number }

/**
 * A cached extraction expires this long before its media links. So visitors never get links that are about to
 * expire.
 */
const MARGIN_MS = 60_000
/** Maximum time that an extraction waits until the fair queue gives it the right to run. */
const PLACE_WAIT_MS = 30_000
/**
 * Maximum duration of one call to the fair queue. If the extraction has not got the right to run by then, it
 * calls again.
 */
const PLACE_POLL_MS = 10_000
/**
 * Returns whether a failure is caused by our own service and not by the site. Such a failure is not cached.
 */
const isOurs = (code: FailureCode) => failureRow(code).retry === 'merger'

/**
 * The Durable Object that extracts one canonical link, or one item of this link. It runs at most one
 * extraction at a time. It caches the result until shortly before the media links expire, but at most for
 * EXTRACTION_MEMORY_MS.
 */
export class Extraction extends DurableObject<Env> {
  #running: Promise<Outcome> | undefined

  /**
   * Returns the cached result of the link `url`. If there is none, returns the result of the extraction that
   * already runs. If none runs, starts an extraction and returns its result.
   * @param mergers the names of the mergers, in the order in which they are tried
   * @param visitor a keyed hash (`visitorKey`), under which the extraction waits in the fair queue
   */
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
        : now + (failure !== undefined && isOurs(failure) ? 0 : FAILURE_MEMORY_MS)
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

/**
 * Waits until the fair queue gives the right to run (`place`), and then runs `work`. Returns the failure
 * `busy` if the queue is full, or if it does not give the right within PLACE_WAIT_MS.
 */
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

/**
 * Returns the extraction of a canonical link. Concurrent callers share one extraction. If the extraction
 * fails, throws its Failure.
 */
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
