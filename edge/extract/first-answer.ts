import { causeText } from '#contract/cause-text.ts'
import type { Extraction, ExtractRequest } from '#contract/engine/extraction.ts'
import { Failure, failureRow, type FailureCode } from '#contract/failure.ts'
import { canonicalLink, leadsAnywhere, servedBy } from '#contract/platforms/index.ts'
import { hashOf } from '../grants/seal.ts'
import type { Place } from '../places/place.ts'
import { networkIn } from '../request/visitor.ts'
import { mergerStarted } from '../mergers/client.ts'
import { answerOf } from '../mergers/merger-answer.ts'
import { locationOf } from '../mergers/merger-name.ts'
import { noteDown } from '../mergers/order.ts'
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
/** A start usually takes a few seconds. After this time, a container of the next region starts too. */
const RESERVE_MS = 8_000
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
  const tried = new Set<string>()
  let last: FirstAnswer = { ok: false, code: 'merger_down', detail: 'no merger is configured' }
  for (const merger of mergers) {
    if (tried.has(merger)) continue
    if (tried.size > 0) await place.keep()
    tried.add(merger)
    const others = mergers.filter((name) => !tried.has(name))
    try {
      const started = async (name: string) => {
        const ready = await firstStarted(env, name, others, startBy)
        tried.add(ready)
        return ready
      }
      last = await throughExits(env, merger, request, visitor, {
        started,
        onIdle: () => void place.setIdle(true),
      })
      if (last.ok || !nextMayHelp(last.code)) return last
    } catch (error) {
      last = { ok: false, code: Failure.from(error).code, detail: causeText(error) }
      if (last.code === 'merger_down') await noteDown(env, merger)
      if (!nextMayHelp(last.code)) return last
    }
  }
  return last
}

/** Answers the merger that is ready: this one, or the first of another region if this one starts slowly. */
async function firstStarted(env: Env, merger: string, others: string[], startBy: number): Promise<string> {
  const longest = others.length > 0 ? ONE_START_MS : START_MS
  const start = async (name: string) => {
    await mergerStarted(env, name, Math.max(MIN_START_MS, Math.min(longest, startBy - Date.now())))
    return name
  }
  const own = start(merger)
  const reserve = others.find((name) => locationOf(name) !== locationOf(merger))
  if (reserve === undefined || (await isSettled(own, RESERVE_MS))) return await own
  const ready = await Promise.any([own, start(reserve)]).catch(() => own)
  if (ready !== merger) await noteDown(env, merger)
  return ready
}

async function isSettled(work: Promise<unknown>, ms: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), ms)
  const settled = () => resolve(true)
  work.then(settled, settled)
  return await promise.finally(() => clearTimeout(timer))
}

/** Tries the next exit only if the proxy of one fails, never if the platform refuses. */
async function throughExits(
  env: Env,
  merger: string,
  request: ExtractRequest,
  visitor: string,
  run: { started: (merger: string) => Promise<string>; onIdle: () => void },
): Promise<FirstAnswer> {
  const platform = servedBy(new URL(request.url))?.id
  if (platform === undefined) {
    const ready = await run.started(merger)
    const line = await answerOf(env, ready, request, run.onIdle)
    if (line.state !== 'led') return outcomeOf(line, ready)
    const { url } = canonicalLink(line.link)
    if (leadsAnywhere(new URL(request.url)))
      return { ok: false, code: 'broken', detail: 'a short link', ledTo: url }
    const outcome = await throughExits(env, ready, { ...request, url }, visitor, run)
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
    const ready = await run.started(merger)
    // Another region has exits of its own.
    if (ready !== merger) return await throughExits(env, ready, request, visitor, run)
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
