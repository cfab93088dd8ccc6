import { bounded } from '../lib/expressions/bounded.ts'
import { expressions, nameOf } from '../lib/expressions/sources.ts'
import { weigh } from '../lib/expressions/weigh.ts'
import { StepFailed, type Say } from '../lib/step.ts'

/** Fails on an expression whose work can grow faster than its text, if nothing keeps the text short. */
export async function weighExpressions(say: Say): Promise<void> {
  const all = await expressions()
  const weights = await weigh(all)
  const heavy = all.filter((one) => weights.get(nameOf(one)) === 'more')
  const unbounded = heavy.filter((one) => !(nameOf(one) in bounded))
  const stale = Object.keys(bounded).filter((name) => (weights.get(name) ?? 'linear') === 'linear')
  say(`${all.length} expressions, ${heavy.length} on texts that are kept short`)
  const problems = [
    ...unbounded.map((one) => `${one.place}: ${nameOf(one)} costs more than its text is long`),
    ...stale.map((name) => `scripts/lib/expressions/bounded.ts: nothing needs ${name}`),
  ]
  if (problems.length > 0) throw new StepFailed(problems.join('\n'))
}
