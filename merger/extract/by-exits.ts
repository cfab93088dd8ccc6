import { createHmac, randomBytes } from 'node:crypto'
import { Failure, type FailureCode } from '#contract/failure.ts'
import type { ExitReport } from '#contract/engine/extraction.ts'
import { hostOf } from '#contract/link.ts'
import { canonicalLink, platformOf } from '#contract/platforms/index.ts'
import type { Outcome, Requester } from '../egress/breaker.ts'
import { UNKNOWN_SITES, type Exits, type ExitUse } from '../egress/exits.ts'

/** Failure codes that show that the platform refuses the IP address of the network exit. */
const BLOCKED: readonly FailureCode[] = ['site_limit', 'site_blocks_us']
/**
 * Failure codes that show that the platform accepted the IP address of the network exit and refused only this
 * link.
 */
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

/** The secret key of the hashes that `linkHash` returns. Each start of the merger makes a new key. */
const SECRET = randomBytes(32)

/**
 * Runs an extraction through the first usable network exit (a proxy or the direct connection) of its
 * platform. When the proxy of this exit fails, repeats the extraction through the next exit. Never repeats an
 * extraction that the platform refused. Throws one of these Failures:
 * - If no exit can be used for the first run, throws the Failure of `Exits.begin`.
 * - If the proxy of each tried exit has failed and no other exit can be used, throws `exit_down`.
 * - In all other cases, throws the Failure of the last run.
 */
export async function byExits<T>(
  exits: Exits,
  link: string,
  signal: AbortSignal,
  run: (exitUse: ExitUse) => Promise<T>,
  visitor?: string,
): Promise<T> {
  const url = new URL(link)
  const platform = platformOf(url)?.id ?? UNKNOWN_SITES
  const requester = { link: linkHash(canonicalLink(link).url), visitor }
  const tried = new Set<string>()
  let fault: Failure | undefined
  for (;;) {
    const exitUse = begin(exits, platform, tried, requester, fault)
    tried.add(exitUse.exit)
    try {
      const result = await run(exitUse)
      exitUse.end('ok')
      return result
    } catch (error) {
      const failure = Failure.from(error)
      const outcome = outcomeOf(failure.code, url)
      const isFault = exitUse.faults > 0 && outcome === null
      exitUse.end(isFault ? 'fault' : outcome)
      if (!isFault || signal.aborted) throw failure
      fault = new Failure('exit_down', { cause: failure })
    }
  }
}

/**
 * Takes over the circuit-breaker states that other mergers have reported for the network exits of the link's
 * platform. Does nothing for a link of an unknown site.
 */
export function adoptExits(exits: Exits, link: string, states: readonly ExitReport[]): void {
  const platform = platformOf(new URL(link))?.id
  if (platform !== undefined) exits.adopt(platform, states)
}

/**
 * Returns the circuit-breaker states of the network exits of the link's platform; undefined for a link of an
 * unknown site. The edge passes the states to other mergers.
 */
export function exitStatesFor(exits: Exits, link: string): ExitReport[] | undefined {
  const platform = platformOf(new URL(link))?.id
  return platform === undefined ? undefined : exits.routeStates(platform)
}

/**
 * Returns the keyed hash by which a breaker identifies a link. The merger may keep a visitor's link in clear
 * for only ten minutes, but a breaker keeps outcomes without a time limit.
 */
const linkHash = (link: string) => createHmac('sha256', SECRET).update(link).digest('base64url')

/**
 * Chooses the next network exit for an extraction. If no exit can be used, throws a Failure: for the first
 * exit the Failure of `Exits.begin`, for each later exit `fault`.
 * @param fault the Failure that reports that the proxy of the previous exit failed; undefined for the first
 *   exit
 */
function begin(
  exits: Exits,
  platform: string,
  tried: ReadonlySet<string>,
  requester: Requester,
  fault?: Failure,
): ExitUse {
  try {
    return exits.begin(platform, tried, requester)
  } catch (error) {
    throw fault ?? error
  }
}

/**
 * Returns what a failed extraction shows about its network exit:
 * - `blocked`: The platform refused the IP address of the exit.
 * - `ok`: The platform accepted the IP address of the exit.
 * - null: The failure shows neither of the two.
 *
 * If the link can redirect to any site (`redirectHosts`), a refusal gives null, because it may come from the
 * target of the redirect.
 */
function outcomeOf(code: FailureCode, url: URL): Outcome | null {
  const isRedirect = platformOf(url)?.redirectHosts?.includes(hostOf(url))
  if (BLOCKED.includes(code)) return isRedirect ? null : 'blocked'
  return ANSWERED.includes(code) ? 'ok' : null
}
