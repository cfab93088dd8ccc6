import { Failure, type FailureCode } from '#contract/failure.ts'
import { platformOf } from '#contract/platforms/index.ts'
import type { Outcome } from '../egress/breaker.ts'
import { OTHER, type Exits, type Passage } from '../egress/exits.ts'

/** The platform refuses the address of the exit. */
const BLOCKED: readonly FailureCode[] = ['site_limit', 'site_blocks_us']
/** The platform has answered, and the answer concerns the link. */
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

/**
 * Runs an extraction by the exits of its platform. The next exit gets the same link only when the proxy of an
 * exit cannot be used; a refusal by the platform is final. Throws the Failure of the last attempt.
 */
export async function byExits<T>(
  exits: Exits,
  link: string,
  signal: AbortSignal,
  run: (passage: Passage) => Promise<T>,
): Promise<T> {
  const platform = platformOf(new URL(link))?.id ?? OTHER
  const tried = new Set<string>()
  let fault: Failure | undefined
  for (;;) {
    const passage = begin(exits, platform, tried, fault)
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

/** The next exit. Without another one, throws the fault of the last. */
function begin(exits: Exits, platform: string, tried: ReadonlySet<string>, fault?: Failure): Passage {
  try {
    return exits.begin(platform, tried)
  } catch (error) {
    throw fault ?? error
  }
}

/** What the failure of an extraction says about its exit; null where it says nothing. */
function outcomeOf(code: FailureCode): Outcome | null {
  if (BLOCKED.includes(code)) return 'blocked'
  return ANSWERED.includes(code) ? 'ok' : null
}
