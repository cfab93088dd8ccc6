import { causeText } from '#contract/cause-text.ts'
import type { Extraction, ExtractRequest } from '#contract/engine/extraction.ts'
import { Failure, failureRow, type FailureCode } from '#contract/failure.ts'
import { canonicalLink, leadsAnywhere, servedBy } from '#contract/platforms/index.ts'
import { hashOf } from '../grants/seal.ts'
import type { Place } from '../places/place.ts'
import { networkIn } from '../request/visitor.ts'
import { mergerStarted } from '../mergers/client.ts'
import { answerOf } from '../mergers/merger-answer.ts'
import { chooseExit, reportExit } from '../mergers/refusals.ts'

/**
 * A failure is returned and not thrown: a thrown error loses its code in a call to a Durable Object.
 * `retryAt`: epoch milliseconds. `ledTo`: where a short link leads, which has a place of its own.
 */
export type FirstAnswer =
  | { ok: true; extraction: Extraction; merger: string; fresh: boolean }
  | { ok: false; code: FailureCode; detail: string; retryAt?: number; ledTo?: string }

/** For all containers that an extraction tries. Begins when the extraction gets its place. */
const START_MS = 60_000
const ONE_START_MS = 30_000
/** A container that already runs needs less time, because it responds at once. */
const MIN_START_MS = 3_000
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
  visitor: string,
): Promise<FirstAnswer> {
  const startBy = Date.now() + START_MS
  let last: FirstAnswer = { ok: false, code: 'merger_down', detail: 'no merger is configured' }
  for (const [index, merger] of mergers.entries()) {
    if (index > 0) await place.keep()
    try {
      const longest = index < mergers.length - 1 ? ONE_START_MS : START_MS
      const started = () =>
        mergerStarted(env, merger, Math.max(MIN_START_MS, Math.min(longest, startBy - Date.now())))
      last = await throughExits(env, merger, request, visitor, {
        started,
        onIdle: () => void place.setIdle(true),
      })
      if (last.ok || !nextMayHelp(last.code)) return last
    } catch (error) {
      last = { ok: false, code: Failure.from(error).code, detail: causeText(error) }
      if (!nextMayHelp(last.code)) return last
    }
  }
  return last
}

/** Tries the next exit only if the proxy of one fails, never if the platform refuses. */
async function throughExits(
  env: Env,
  merger: string,
  request: ExtractRequest,
  visitor: string,
  run: { started: () => Promise<void>; onIdle: () => void },
): Promise<FirstAnswer> {
  const platform = servedBy(new URL(request.url))?.id
  if (platform === undefined) {
    await run.started()
    const line = await answerOf(env, merger, request, run.onIdle)
    if (line.state !== 'led') return outcomeOf(line, merger)
    const { url } = canonicalLink(line.link)
    if (leadsAnywhere(new URL(request.url)))
      return { ok: false, code: 'broken', detail: 'a short link', ledTo: url }
    const outcome = await throughExits(env, merger, { ...request, url }, visitor, run)
    if (!outcome.ok) return outcome
    // The block list is asked about it too.
    const { extraction } = outcome
    return { ...outcome, extraction: { ...extraction, led_to: extraction.led_to ?? line.link } }
  }
  const network = networkIn(visitor)
  const voter = { link: await hashOf(request.url), visitor: network }
  for (const without: string[] = []; ;) {
    const choice = await chooseExit(env, platform, merger, { without, visitor: network })
    if ('code' in choice) return { ok: false, detail: `no exit for ${platform} can be used`, ...choice }
    await run.started()
    const line = await answerOf(env, merger, { ...request, ...choice }, run.onIdle)
    if (line.exit) await reportExit(env, platform, merger, voter, line.exit)
    const isFault = line.exit?.outcome === 'fault' && line.exit.exit === choice.exit
    if (!isFault || without.includes(line.exit!.exit)) return outcomeOf(line, merger)
    without.push(line.exit!.exit)
  }
}

function outcomeOf(line: Awaited<ReturnType<typeof answerOf>>, merger: string): FirstAnswer {
  if (line.state === 'led') return { ok: false, code: 'broken', detail: 'a redirect of a platform' }
  if (line.state === 'done') return { ok: true, extraction: line.extraction, merger, fresh: true }
  return { ok: false, code: line.code, detail: line.detail }
}
