import { DurableObject } from 'cloudflare:workers'
import { causeText } from '#contract/cause-text.ts'
import {
  ENGINE_VERSION,
  extractLineSchema,
  type ExtractLine,
  type ExtractRequest,
  type Extraction as Extracted,
} from '#contract/engine.ts'
import { Failure, failureRow, type FailureCode } from '#contract/failure.ts'
import { EXTRACTION_DEADLINE_MS, EXTRACTION_MEMORY_MS } from '#contract/limits.ts'
import { hostOf } from '#contract/link.ts'
import { sentenceOf } from '#contract/sentence.ts'
import { hashOf } from '../grants/seal.ts'
import { log } from '../log.ts'
import { placeOf, type Place } from '../places/place.ts'
import { isTimeout, withTimeout } from '../retry.ts'
import { mergerFor, mergerStarted } from './client.ts'
import { lines } from './ndjson.ts'

/** A failure is remembered for this long, so that an impatient visitor does not extract again and again. */
const FAILURE_MEMORY_MS = 30_000

/**
 * The result of an extraction. A failure is data, because an error loses its code between two Durable
 * Objects.
 */
export type Outcome =
  | { ok: true; extraction: Extracted; merger: string; fresh: boolean }
  | { ok: false; code: FailureCode; detail: string }
type Memory = { outcome: Outcome; until: number }

/** Media links must live this much longer than the memory of their extraction, in milliseconds. */
const MARGIN_MS = 60_000
/** All mergers together may take this long to start their containers. */
const START_MS = 60_000
/** A merger that runs sends its first line at once. */
const FIRST_LINE_MS = 3_000
/** An extraction waits for its place at most this long. */
const PLACE_WAIT_MS = 30_000
/** One call for a place waits at most this long. */
const PLACE_POLL_MS = 10_000
/** Whether our own service failed rather than the site. Such a failure is not remembered. */
const isOurs = (code: FailureCode) => failureRow(code).retry === 'merger'

/**
 * Runs one extraction at a time for each canonical link and remembers it until shortly before its media links
 * end.
 */
export class Extraction extends DurableObject<Env> {
  #running: Promise<Outcome> | undefined

  /**
   * The extraction of `url`; joins one that is running. `mergers`: names in the order to try. `visitor`: who
   * waits for a place if a new extraction has to run (`visitorKey`).
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
    const request = { v: ENGINE_VERSION, url, ...(item !== undefined && { item }) }
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
        // A value has at most 2 MB. An extraction that is not remembered is still the answer.
        log('extraction_not_kept', { cause: causeText(error) })
      }
    }
    return outcome
  }
}

/**
 * Runs an extraction in its place. It is `busy` when the queue is full, or when no place gets free in time.
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
 * Asks one merger after another until one answers. The next merger is asked only when a merger is at capacity
 * or cannot be reached. A link whose answer breaks off is not passed on: it may have ended that merger, and
 * would end the next.
 */
async function firstAnswer(env: Env, request: ExtractRequest, mergers: string[]): Promise<Outcome> {
  const startBy = Date.now() + START_MS
  let last: Outcome = { ok: false, code: 'merger_down', detail: 'no merger is configured' }
  for (const merger of mergers) {
    try {
      await mergerStarted(env, merger, Math.max(1, startBy - Date.now()))
      last = await answerOf(env, merger, request)
      if (last.ok || last.code !== 'busy') return last
    } catch (error) {
      last = { ok: false, code: Failure.from(error).code, detail: causeText(error) }
      if (last.code !== 'busy' && last.code !== 'merger_down') return last
    }
  }
  return last
}

/** One merger's answer. Throws the Failure of a refusal, and `merger_down` when no line arrives in time. */
async function answerOf(env: Env, merger: string, request: ExtractRequest): Promise<Outcome> {
  const call = new AbortController()
  try {
    const { first, rest } = await withTimeout(FIRST_LINE_MS, () => open(env, merger, request, call.signal))
    const final = await withTimeout(EXTRACTION_DEADLINE_MS, () => finalLine(first, rest)).catch(
      (error: unknown) => cutAnswer(merger, request, error),
    )
    if (final.state === 'done') return { ok: true, extraction: final.extraction, merger, fresh: true }
    return { ok: false, code: final.code, detail: final.detail }
  } catch (error) {
    throw Failure.from(error, 'merger_down')
  } finally {
    // Tells the merger that nobody waits any more. After a complete answer this has no effect.
    call.abort()
  }
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

/** The line with the result. Throws when the answer breaks off before it. */
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
 * The extraction of a canonical link, shared by all concurrent callers. Throws the Failure that it ended
 * with.
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
    // The platform marks errors of an object that was moved or reset as retryable.
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
