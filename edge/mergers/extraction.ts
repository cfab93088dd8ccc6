import { DurableObject } from 'cloudflare:workers'
import { causeText } from '#contract/cause-text.ts'
import { closedUntil, codeOfClosed } from '#contract/closed-exits.ts'
import {
  extractLineSchema,
  type ExitReport,
  type ExtractLine,
  type ExtractRequest,
  type Extraction as Extracted,
} from '#contract/engine/extraction.ts'
import { ENGINE_VERSION } from '#contract/engine/version.ts'
import { Failure, failureRow, type FailureCode } from '#contract/failure.ts'
import { EXTRACTION_DEADLINE_MS, EXTRACTION_MEMORY_MS } from '#contract/limits.ts'
import { hostOf } from '#contract/link.ts'
import { platformOf } from '#contract/platforms/index.ts'
import { sentenceOf } from '#contract/sentence.ts'
import { hashOf } from '../grants/seal.ts'
import { log } from '../log.ts'
import { placeOf, type Place } from '../places/place.ts'
import { isTimeout, withTimeout } from '../retry.ts'
import { mergerFor, mergerStarted } from './client.ts'
import { lines } from './ndjson.ts'
import { knownExits, shareExits } from './refusals.ts'

/**
 * Time for which a failure is cached. A visitor who tries again at once gets the cached failure, and no new
 * extraction starts.
 */
const FAILURE_MEMORY_MS = 30_000

/**
 * The result of an extraction. A failure is returned and not thrown: a thrown error loses its failure code in
 * a call to a Durable Object. `retryAt` is the earliest time (epoch milliseconds) at which a new extraction
 * can succeed; absent if unknown.
 */
export type Outcome =
  | { ok: true; extraction: Extracted; merger: string; fresh: boolean }
  | { ok: false; code: FailureCode; detail: string; retryAt?: number }
type Memory = { outcome: Outcome; until: number }

/**
 * Used instead of the result of `knownExits` if the link belongs to no known platform. Mergers report only
 * for known platforms whether a proxy or direct connection can be used.
 */
const NOTHING_KNOWN = { exits: [], isClosed: false }
/**
 * A cached extraction expires this long before its media links. So visitors never get links that are about to
 * expire.
 */
const MARGIN_MS = 60_000
/**
 * Deadline for the start of a container. All containers that an extraction tries share this deadline. The
 * time begins when the extraction gets the right to run from the fair queue.
 */
const START_MS = 60_000
/**
 * Maximum wait for the start of one container if other mergers are left to try. Nearly every start takes less
 * time (see READY_MS in container.ts).
 */
const ONE_START_MS = 30_000
/**
 * Minimum time that each container gets to start, even if START_MS is nearly or completely used up. A
 * container that already runs needs less time, because it responds at once.
 */
const MIN_START_MS = 3_000
/** Deadline for the first line of a merger's response. A running merger sends this line at once. */
const FIRST_LINE_MS = 3_000
/** Maximum time that an extraction waits until the fair queue gives it the right to run. */
const PLACE_WAIT_MS = 30_000
/**
 * Maximum duration of one call to the fair queue. If the extraction has not got the right to run by then, it
 * calls again.
 */
const PLACE_POLL_MS = 10_000
/**
 * After one of these failures, the next merger is called. The next merger may have a free slot (`busy`), or a
 * proxy or direct connection with hourly budget left (`exit_used`).
 */
const NEXT_MERGER: readonly FailureCode[] = ['busy', 'exit_used']
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
 * Calls the first merger of `mergers` and returns its result.
 * - If a merger cannot be reached, or fails with a code of NEXT_MERGER, the next merger is called.
 * - If a response breaks off, no other merger is called. Perhaps the link has crashed this merger, and would
 *   crash the next one too.
 * - If no proxy or direct connection of the containers can be used for the platform, no container is called.
 *   The extraction fails at once.
 *
 * Before each further merger, the extraction renews its right to run (`place`), because the right is limited
 * in time.
 */
async function firstAnswer(
  env: Env,
  request: ExtractRequest,
  mergers: string[],
  place: Place,
): Promise<Outcome> {
  const startBy = Date.now() + START_MS
  const platform = platformOf(new URL(request.url))?.id
  let last: Outcome = { ok: false, code: 'merger_down', detail: 'no merger is configured' }
  for (const [index, merger] of mergers.entries()) {
    if (index > 0) await place.keep()
    try {
      const { exits, isClosed } = platform ? await knownExits(env, platform, merger) : NOTHING_KNOWN
      if (isClosed)
        return failed({
          code: codeOfClosed(exits),
          detail: `no exit for ${platform} can be used`,
          exits,
        })
      const longest = index < mergers.length - 1 ? ONE_START_MS : START_MS
      await mergerStarted(env, merger, Math.max(MIN_START_MS, Math.min(longest, startBy - Date.now())))
      last = await answerOf(env, merger, { ...request, exits })
      if (last.ok || !NEXT_MERGER.includes(last.code)) return last
    } catch (error) {
      last = { ok: false, code: Failure.from(error).code, detail: causeText(error) }
      if (!NEXT_MERGER.includes(last.code) && last.code !== 'merger_down') return last
    }
  }
  return last
}

/**
 * Calls one merger and returns the result of the extraction. If the response breaks off or takes too long,
 * returns a failure. Throws a Failure in these cases:
 * - The merger responds with an error: the merger's code.
 * - No line of the response arrives within FIRST_LINE_MS: `merger_down`.
 */
async function answerOf(env: Env, merger: string, request: ExtractRequest): Promise<Outcome> {
  const call = new AbortController()
  try {
    const { first, rest } = await withTimeout(FIRST_LINE_MS, () => open(env, merger, request, call.signal))
    const final = await withTimeout(EXTRACTION_DEADLINE_MS, () => finalLine(first, rest)).catch(
      (error: unknown) => cutAnswer(merger, request, error),
    )
    await reportExits(env, merger, request, final.exits)
    if (final.state === 'done') return { ok: true, extraction: final.extraction, merger, fresh: true }
    return failed(final)
  } catch (error) {
    throw Failure.from(error, 'merger_down')
  } finally {
    // If the response is not complete, the abort ends the call. The merger then stops the extraction, because
    // nobody waits for the result.
    call.abort()
  }
}

/**
 * Returns a failure as an `Outcome`. If the merger can use no proxy or direct connection, `retryAt` is the
 * earliest time at which it may use one again.
 */
function failed({ code, detail, exits = [] }: Pick<FailedLine, 'code' | 'detail' | 'exits'>): Outcome {
  const until = code === codeOfClosed(exits) ? closedUntil(exits, Date.now()) : null
  return { ok: false, code, detail, ...(until !== null && { retryAt: until }) }
}

/**
 * Reports to the `Refusals` object which proxies or direct connections of a merger can be used for the
 * platform. The object collects the reports of all mergers. Normally does not wait until the report is
 * stored. If a proxy or direct connection cannot be used, waits, so that the next extraction already avoids
 * it.
 */
async function reportExits(
  env: Env,
  merger: string,
  { url }: ExtractRequest,
  exits: ExitReport[] | undefined,
) {
  const platform = platformOf(new URL(url))?.id
  if (platform === undefined || !exits) return
  const shared = shareExits(env, platform, merger, exits)
  if (exits.some(({ until }) => until !== null)) await shared
}

type FinalLine = Exclude<ExtractLine, { state: 'queued' }>
type FailedLine = Extract<ExtractLine, { state: 'failed' }>

async function open(env: Env, merger: string, request: ExtractRequest, signal: AbortSignal) {
  const answer = await mergerFor(env, merger)('/extract', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request),
    signal,
  })
  const rest = lines(answer.body!, extractLineSchema)
  const first = await rest.next()
  if (first.done) throw new Failure('merger_down', { cause: 'the answer has no line' })
  return { first: first.value, rest }
}

/**
 * Returns the line with the result or the failure of the extraction. Throws if the response breaks off before
 * this line.
 */
async function finalLine(first: ExtractLine, rest: AsyncGenerator<ExtractLine>): Promise<FinalLine> {
  if (first.state !== 'queued') return first
  for await (const line of rest) if (line.state !== 'queued') return line
  throw new Error('the answer was cut')
}

function cutAnswer(merger: string, { url }: ExtractRequest, error: unknown): FinalLine {
  const detail = causeText(error)
  if (isTimeout(error)) return { state: 'failed', code: 'timeout', detail }
  log('merger_died', { merger, host: hostOf(new URL(url)), cause: detail })
  return { state: 'failed', code: 'broken', detail }
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
