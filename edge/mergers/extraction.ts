import { DurableObject } from 'cloudflare:workers'
import {
  ENGINE_VERSION,
  extractLineSchema,
  type ExtractLine,
  type Extraction as Extracted,
} from '#contract/engine.ts'
import { Failure, failureRow, type FailureCode } from '#contract/failure.ts'
import { EXTRACTION_DEADLINE_MS, EXTRACTION_MEMORY_MS, FAILURE_MEMORY_MS } from '#contract/limits.ts'
import { platformOf } from '#contract/platforms/index.ts'
import { lines } from './ndjson.ts'
import { mergerFor } from './client.ts'
import { hashOf } from '../grants/seal.ts'

/** What became of an extraction; errors do not cross an object's border whole, so their code travels as data. */
export type Outcome =
  | { ok: true; extraction: Extracted; merger: string; fresh: boolean }
  | { ok: false; code: FailureCode; detail: string }
type Memory = { outcome: Outcome; until: number }

/** A media link must live this much longer than the memory of it, in milliseconds. */
const MARGIN_MS = 60_000
/** Whether the trouble is our own rather than the site's: the next try may succeed, so it is not remembered. */
const isOurs = (code: FailureCode) => failureRow(code).retry === 'merger'

/** One extraction at a time per canonical link, remembered until its media links end. */
export class Extraction extends DurableObject<Env> {
  #flight: Promise<Outcome> | undefined

  /** The extraction of `url`; joins one that is running. `mergers`: names in the order to try. */
  async extract(url: string, item: number | undefined, mergers: string[]): Promise<Outcome> {
    const memory = this.ctx.storage.kv.get<Memory>('memory')
    if (memory && memory.until > Date.now())
      return { ...memory.outcome, ...(memory.outcome.ok && { fresh: false }) }
    this.#flight ??= this.#run(url, item, mergers).finally(() => {
      this.#flight = undefined
    })
    return await this.#flight
  }

  override async alarm(): Promise<void> {
    await this.ctx.storage.deleteAll()
  }

  async #run(url: string, item: number | undefined, mergers: string[]): Promise<Outcome> {
    const outcome = await firstAnswer(this.env, url, item, mergers)
    const now = Date.now()
    const until = outcome.ok
      ? Math.min(now + EXTRACTION_MEMORY_MS, (outcome.extraction.expires_at ?? Infinity) - MARGIN_MS)
      : now + (isOurs(outcome.code) ? 0 : FAILURE_MEMORY_MS)
    if (until > now) {
      this.ctx.storage.kv.put<Memory>('memory', { outcome, until })
      await this.ctx.storage.setAlarm(until)
    }
    return outcome
  }
}

/** Asks merger after merger until one takes the work. */
async function firstAnswer(
  env: Env,
  url: string,
  item: number | undefined,
  mergers: string[],
): Promise<Outcome> {
  let last: Outcome = { ok: false, code: 'merger_down', detail: 'no merger is configured' }
  const deadline = AbortSignal.timeout(EXTRACTION_DEADLINE_MS)
  for (const merger of mergers) {
    try {
      const line = await extractAt(env, merger, url, item, deadline)
      if (line.state === 'done') return { ok: true, extraction: line.extraction, merger, fresh: true }
      last = { ok: false, code: line.code, detail: line.detail }
    } catch (error) {
      if (deadline.aborted) return { ok: false, code: 'timeout', detail: 'the deadline of the edge' }
      const code = error instanceof Failure ? error.code : 'merger_down'
      last = { ok: false, code, detail: String(error) }
    }
    if (!isOurs(last.code)) return last
  }
  return last
}

type Final = Exclude<ExtractLine, { state: 'queued' }>

async function extractAt(
  env: Env,
  merger: string,
  url: string,
  item: number | undefined,
  signal: AbortSignal,
): Promise<Final> {
  const answer = await mergerFor(env, merger)('/extract', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ v: ENGINE_VERSION, url, ...(item !== undefined && { item }) }),
    signal,
  })
  for await (const line of lines(answer.body!, extractLineSchema)) if (line.state !== 'queued') return line
  throw new Failure('merger_down', { cause: 'the answer was cut' })
}

/** The extraction of a canonical link, shared by everyone who asks for it now. Throws the Failure it ended with. */
export async function extract(env: Env, url: string, item: number | undefined, mergers: string[]) {
  const object = env.EXTRACTIONS.getByName(await hashOf(`${url} ${item ?? ''}`))
  const ask = async (): Promise<Outcome> => await object.extract(url, item, mergers)
  const outcome = await ask().catch((error: unknown) => {
    // An object that was moved or reset may be asked once more; any other error is ours.
    if ((error as { retryable?: boolean }).retryable) return ask()
    throw error
  })
  if (!outcome.ok)
    throw new Failure(outcome.code, {
      message: platformOf(new URL(url))?.words?.[outcome.code],
      cause: outcome.detail,
    })
  return outcome
}
