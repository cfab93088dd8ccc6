import { causeText } from '#contract/cause-text.ts'
import { closedUntil, codeOfClosed } from '#contract/closed-exits.ts'
import {
  extractLineSchema,
  type ExitReport,
  type Extraction,
  type ExtractLine,
  type ExtractRequest,
} from '#contract/engine/extraction.ts'
import { Failure, failureRow, type FailureCode } from '#contract/failure.ts'
import { EXTRACTION_DEADLINE_MS } from '#contract/limits.ts'
import { hostOf } from '#contract/link.ts'
import { platformOf } from '#contract/platforms/index.ts'
import { log } from '../log.ts'
import type { Place } from '../places/place.ts'
import { isTimeout, withTimeout } from '../retry.ts'
import { mergerFor, mergerStarted } from './client.ts'
import { lines } from './ndjson.ts'
import { knownExits, shareExits } from './refusals.ts'

/**
 * A failure is returned and not thrown: a thrown error loses its code in a call to a Durable Object.
 * `retryAt`: epoch milliseconds.
 */
export type Outcome =
  | { ok: true; extraction: Extraction; merger: string; fresh: boolean }
  | { ok: false; code: FailureCode; detail: string; retryAt?: number }

/** Mergers report exits only for known platforms. */
const NOTHING_KNOWN = { exits: [], isClosed: false }
/** For all containers that an extraction tries. Begins when the extraction gets its place. */
const START_MS = 60_000
const ONE_START_MS = 30_000
/** A container that already runs needs less time, because it responds at once. */
const MIN_START_MS = 3_000
const FIRST_LINE_MS = 3_000
const nextMayHelp = (code: FailureCode) => failureRow(code).retry === 'next_merger'

/**
 * If a response breaks off, no other merger is called: the link may have crashed this merger and would crash
 * the next one too. Before each further merger, the place is renewed.
 */
export async function firstAnswer(
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
      if (last.ok || !nextMayHelp(last.code)) return last
    } catch (error) {
      last = { ok: false, code: Failure.from(error).code, detail: causeText(error) }
      if (!nextMayHelp(last.code)) return last
    }
  }
  return last
}

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

function failed({ code, detail, exits = [] }: Pick<FailedLine, 'code' | 'detail' | 'exits'>): Outcome {
  const until = code === codeOfClosed(exits) ? closedUntil(exits, Date.now()) : null
  return { ok: false, code, detail, ...(until !== null && { retryAt: until }) }
}

/**
 * If an exit cannot be used, waits until the report is stored, so that the next extraction already avoids it.
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
