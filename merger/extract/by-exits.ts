import { createHmac, randomBytes } from 'node:crypto'
import { Failure, type FailureCode } from '#contract/failure.ts'
import type { ExitReport } from '#contract/engine/extraction.ts'
import { canonicalLink, platformOf } from '#contract/platforms/index.ts'
import type { Asker, Outcome } from '../egress/breaker.ts'
import { OTHER, type Exits, type Passage } from '../egress/exits.ts'

/** Failures that mean: the platform refuses the address of the exit. */
const BLOCKED: readonly FailureCode[] = ['site_limit', 'site_blocks_us']
/** Failures that mean: the platform accepted the exit, and its response concerns only the link. */
const ANSWERED: readonly FailureCode[] = [
  'private',
  'login',
  'age',
  'paid',
  'drm',
  'geo',
  'removed',
  'live',
  'not_started',
  'no_media',
]

/** The key of `nameOf`. A restart of the merger changes it. */
const SECRET = randomBytes(32)

/**
 * Runs an extraction through the exits of its platform. When the proxy of an exit cannot be used, the
 * extraction is repeated through the next exit. A refusal by the platform is never repeated. Throws the
 * Failure of the last attempt.
 */
export async function byExits<T>(
  exits: Exits,
  link: string,
  signal: AbortSignal,
  run: (passage: Passage) => Promise<T>,
  visitor?: string,
): Promise<T> {
  const platform = platformOf(new URL(link))?.id ?? OTHER
  const asker = { link: nameOf(canonicalLink(link).url), visitor }
  const tried = new Set<string>()
  let fault: Failure | undefined
  for (;;) {
    const passage = begin(exits, platform, tried, asker, fault)
    tried.add(passage.exit)
    try {
      const result = await run(passage)
      passage.end('ok')
      return result
    } catch (error) {
      const failure = Failure.from(error)
      const outcome = outcomeOf(failure.code)
      const isFault = passage.faults > 0 && outcome === null
      passage.end(isFault ? 'fault' : outcome)
      if (!isFault || signal.aborted) throw failure
      fault = failure
    }
  }
}

/** Takes over the states that other mergers have found for the exits of the link's platform. */
export function adoptExits(exits: Exits, link: string, states: readonly ExitReport[]): void {
  const platform = platformOf(new URL(link))?.id
  if (platform !== undefined) exits.adopt(platform, states)
}

/**
 * Returns the states of the exits of the link's platform, for the other mergers; undefined for a link of an
 * unknown site.
 */
export function exitsAfter(exits: Exits, link: string): ExitReport[] | undefined {
  const platform = platformOf(new URL(link))?.id
  return platform === undefined ? undefined : exits.routeStates(platform)
}

/**
 * Returns the name under which a breaker keeps a link. The name is a keyed hash, because a breaker keeps its
 * outcomes without a time limit, whereas a visitor's link may be kept in clear for only ten minutes.
 */
const nameOf = (link: string) => createHmac('sha256', SECRET).update(link).digest('base64url')

/**
 * Begins a passage through the next exit. When no exit is left, throws the Failure of the previous attempt if
 * there was one.
 */
function begin(
  exits: Exits,
  platform: string,
  tried: ReadonlySet<string>,
  asker: Asker,
  fault?: Failure,
): Passage {
  try {
    return exits.begin(platform, tried, asker)
  } catch (error) {
    throw fault ?? error
  }
}

/**
 * Returns the effect of a failed extraction on the health of its exit; null for a failure that shows nothing
 * about the exit.
 */
function outcomeOf(code: FailureCode): Outcome | null {
  if (BLOCKED.includes(code)) return 'blocked'
  return ANSWERED.includes(code) ? 'ok' : null
}
