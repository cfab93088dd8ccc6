import { causeText } from '#contract/cause-text.ts'
import { closedUntil, codeOfClosed } from '#contract/closed-exits.ts'
import {
  extractLineSchema,
  type ExitReport,
  type Extraction,
  type ExtractLine,
  type ExtractRequest,
} from '#contract/engine/extraction.ts'
import { Failure, type FailureCode } from '#contract/failure.ts'
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
 * The result of an extraction. A failure is returned and not thrown: a thrown error loses its failure code in
 * a call to a Durable Object. `retryAt` is the earliest time (epoch milliseconds) at which a new extraction
 * can succeed; absent if unknown.
 */
export type Outcome =
  | { ok: true; extraction: Extraction; merger: string; fresh: boolean }
  | { ok: false; code: FailureCode; detail: string; retryAt?: number }

/**
 * Used instead of the result of `knownExits` if the link belongs to no known platform. Mergers report only
 * for known platforms whether a proxy or direct connection can be used.
 */
const NOTHING_KNOWN = { exits: [], isClosed: false }
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
/**
 * After one of these failures, the next merger is called. The next merger may have a free slot (`busy`), or a
 * proxy or direct connection with hourly budget left (`exit_used`).
 */
const NEXT_MERGER: readonly FailureCode[] = ['busy', 'exit_used']

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
