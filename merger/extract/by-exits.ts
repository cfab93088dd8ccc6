import { createHmac, randomBytes } from 'node:crypto'
import { Failure, failureRow, type FailureCode } from '#contract/failure.ts'
import type { ExitReport } from '#contract/engine/extraction.ts'
import { hostOf } from '#contract/link.ts'
import { canonicalLink, platformOf } from '#contract/platforms/index.ts'
import type { Outcome, Requester } from '../egress/breaker.ts'
import { UNKNOWN_SITES, type Exits, type ExitUse } from '../egress/exits.ts'

const SECRET = randomBytes(32)

/**
 * Repeats an extraction through the next exit only when a proxy failed, never one that the platform refused.
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

export function adoptExits(exits: Exits, link: string, states: readonly ExitReport[]): void {
  const platform = platformOf(new URL(link))?.id
  if (platform !== undefined) exits.adopt(platform, states)
}

export function exitStatesFor(exits: Exits, link: string): ExitReport[] | undefined {
  const platform = platformOf(new URL(link))?.id
  return platform === undefined ? undefined : exits.routeStates(platform)
}

/**
 * Keyed, because the merger may keep a visitor's link in clear for only ten minutes, but a breaker keeps
 * outcomes without a limit.
 */
const linkHash = (link: string) => createHmac('sha256', SECRET).update(link).digest('base64url')

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

/** A link that can redirect to any site gives null for a refusal, because it may come from the target. */
function outcomeOf(code: FailureCode, url: URL): Outcome | null {
  const isRedirect = platformOf(url)?.redirectHosts?.includes(hostOf(url))
  const { about } = failureRow(code)
  if (about === 'address') return isRedirect ? null : 'blocked'
  return about === 'item' ? 'ok' : null
}
