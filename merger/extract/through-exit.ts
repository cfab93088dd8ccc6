import type { ExitReport } from '#contract/engine/extraction.ts'
import { Failure, failureRow, type FailureCode } from '#contract/failure.ts'
import { leadsAnywhere, servedBy } from '#contract/platforms/index.ts'
import { UNKNOWN_SITES, type Exits, type ExitUse } from '../egress/exits.ts'
import { LedElsewhere } from './led-elsewhere.ts'

type ExitOptions = {
  signal: AbortSignal
  exit?: string | undefined
  onExit?: (report: ExitReport) => void
}

/**
 * Without `exit`, repeats an extraction through the next exit of the route when a proxy failed, never when
 * the platform refused.
 */
export async function throughExit<T>(
  exits: Exits,
  link: string,
  { signal, exit, onExit = () => undefined }: ExitOptions,
  run: (exitUse: ExitUse) => Promise<T>,
): Promise<T> {
  const url = new URL(link)
  const platform = servedBy(url)?.id ?? UNKNOWN_SITES
  const route = exits.route(platform)
  const names = exits.toTry(platform, exit)
  for (const [index, name] of names.entries()) {
    const exitUse = exits.begin(name)
    const report = (outcome: ExitReport['outcome']) => onExit({ exit: name, outcome, route })
    try {
      const result = await run(exitUse)
      report('ok')
      return result
    } catch (error) {
      if (error instanceof LedElsewhere) throw error
      const failure = Failure.from(error)
      const outcome = outcomeOf(failure.code, url)
      const isFault = exitUse.faults > 0 && outcome === null && !signal.aborted
      report(isFault ? 'fault' : outcome)
      if (!isFault) throw failure
      if (index === names.length - 1) throw new Failure('exit_down', { cause: failure })
    } finally {
      exitUse.end()
    }
  }
  throw new Failure('internal', { cause: 'a route without exits' })
}

/** A link that can redirect to any site gives null for a refusal, because it may come from the target. */
function outcomeOf(code: FailureCode, url: URL): ExitReport['outcome'] {
  const { about } = failureRow(code)
  if (about === 'address') return leadsAnywhere(url) ? null : 'blocked'
  return about === 'item' ? 'ok' : null
}
