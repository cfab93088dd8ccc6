import { DurableObject } from 'cloudflare:workers'
import { causeText } from '#contract/cause-text.ts'
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
 * Time for which a failure is cached, so that an impatient visitor does not start the same extraction again
 * and again.
 */
const FAILURE_MEMORY_MS = 30_000

/**
 * The result of an extraction. A failure is returned as data, because a thrown error loses its failure code
 * between two Durable Objects.
 */
export type Outcome =
  | { ok: true; extraction: Extracted; merger: string; fresh: boolean }
  | { ok: false; code: FailureCode; detail: string }
type Memory = { outcome: Outcome; until: number }

/** The reports about exits for a link that belongs to no platform: there are none. */
const NOTHING_KNOWN = { exits: [], isRefused: false }
/** Media links must stay valid for this many milliseconds after their extraction has left the cache. */
const MARGIN_MS = 60_000
/**
 * Maximum time from the first call to a merger until a container has started. The limit covers the tries at
 * all mergers.
 */
const START_MS = 60_000
/** Deadline for the first response line. A merger that runs sends the line at once. */
const FIRST_LINE_MS = 3_000
/** Maximum time that an extraction waits until the fair queue gives it a place. */
const PLACE_WAIT_MS = 30_000
/** Maximum wait of one call to the fair queue. */
const PLACE_POLL_MS = 10_000
/** Returns whether our own service failed and not the site. Such a failure is not cached. */
const isOurs = (code: FailureCode) => failureRow(code).retry === 'merger'

/**
 * A Durable Object for one canonical link and item. It runs one extraction at a time, and caches the result
 * until shortly before the media links expire.
 */
export class Extraction extends DurableObject<Env> {
  #running: Promise<Outcome> | undefined

  /**
   * Extracts `url`, or joins an extraction of it that already runs. `mergers` lists the names of the mergers
   * in the order in which they are tried. `visitor` is the keyed hash (`visitorKey`) under which a new
   * extraction waits in the fair queue.
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
    // A part of the hash is enough to distinguish visitors.
    const request = {
      v: ENGINE_VERSION,
      url,
      visitor: visitor.slice(0, 8),
      ...(item !== undefined && { item }),
    }
    const work = { id: crypto.randomUUID(), visitor, link: url }
    const place = placeOf(this.env, mergers[0]!, 'extraction', work)
    const outcome = await inPlace(place, () => firstAnswer(this.env, request, mergers))
    const now = Date.now()
    const until = outcome.ok
      ? Math.min(now + EXTRACTION_MEMORY_MS, (outcome.extraction.expires_at ?? Infinity) - MARGIN_MS)
      : now + (isOurs(outcome.code) ? 0 : FAILURE_MEMORY_MS)
    if (until > now) {
      try {
        this.ctx.storage.kv.put<Memory>('memory', { outcome, until })
        await this.ctx.storage.setAlarm(until)
      } catch (error) {
        // A value in the storage can have at most 2 MB. An extraction that is too large for the cache is
        // still returned.
        log('extraction_not_kept', { cause: causeText(error) })
      }
    }
    return outcome
  }
}

/**
 * Runs an extraction while it holds a place from the fair queue. Fails with `busy` if the queue is full, or
 * if the extraction gets no place in time.
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
 * Calls one merger after another until one responds. The next merger is called only if a merger is at
 * capacity or cannot be reached. If a merger's response breaks off, the link is not sent to the next merger:
 * the link may have crashed the first merger, and would crash the next one. If the platform of the
 * link refuses every exit of the containers, no container is called and none is started.
 */
async function firstAnswer(env: Env, request: ExtractRequest, mergers: string[]): Promise<Outcome> {
  const startBy = Date.now() + START_MS
  const platform = platformOf(new URL(request.url))?.id
  let last: Outcome = { ok: false, code: 'merger_down', detail: 'no merger is configured' }
  for (const merger of mergers) {
    try {
      const { exits, isRefused } = platform ? await knownExits(env, platform, merger) : NOTHING_KNOWN
      if (isRefused) return { ok: false, code: 'site_blocks_us', detail: `no exit for ${platform} is open` }
      await mergerStarted(env, merger, Math.max(1, startBy - Date.now()))
      last = await answerOf(env, merger, { ...request, exits })
      if (last.ok || last.code !== 'busy') return last
    } catch (error) {
      last = { ok: false, code: Failure.from(error).code, detail: causeText(error) }
      if (last.code !== 'busy' && last.code !== 'merger_down') return last
    }
  }
  return last
}

/**
 * Returns the result of one merger. Throws the Failure with which the merger refuses, or `merger_down` if no
 * line arrives in time.
 */
async function answerOf(env: Env, merger: string, request: ExtractRequest): Promise<Outcome> {
  const call = new AbortController()
  try {
    const { first, rest } = await withTimeout(FIRST_LINE_MS, () => open(env, merger, request, call.signal))
    const final = await withTimeout(EXTRACTION_DEADLINE_MS, () => finalLine(first, rest)).catch(
      (error: unknown) => cutAnswer(merger, request, error),
    )
    await share(env, merger, request, final.exits)
    if (final.state === 'done') return { ok: true, extraction: final.extraction, merger, fresh: true }
    return { ok: false, code: final.code, detail: final.detail }
  } catch (error) {
    throw Failure.from(error, 'merger_down')
  } finally {
    // Ends the call, so that the merger stops work for which nobody waits. After a complete response this has
    // no effect.
    call.abort()
  }
}

/**
 * Shares the states of a merger's exits with the other mergers. Only a refusal is awaited, because the next
 * extraction must know of it.
 */
async function share(env: Env, merger: string, { url }: ExtractRequest, exits: ExitReport[] | undefined) {
  const platform = platformOf(new URL(url))?.id
  if (platform === undefined || !exits) return
  const shared = shareExits(env, platform, merger, exits)
  if (exits.some(({ until }) => until !== null)) await shared
}

type FinalLine = Exclude<ExtractLine, { state: 'queued' }>

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

/** Returns the line with the result. Throws if the response breaks off before that line. */
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
 * Returns the extraction of a canonical link; all concurrent callers share one extraction. Throws the Failure
 * with which the extraction ended.
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
    // Cloudflare marks an error as retryable if the Durable Object was moved or reset.
    if ((error as { retryable?: boolean }).retryable) return ask()
    throw error
  })
  if (!outcome.ok)
    throw new Failure(outcome.code, {
      message: sentenceOf(outcome.code, url),
      cause: outcome.detail,
    })
  return outcome
}
