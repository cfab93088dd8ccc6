import type { BudgetState } from '#contract/api.ts'
import { causeText } from '#contract/cause-text.ts'
import { Failure } from '#contract/failure.ts'
import { log } from '../log.ts'
import { budgetOf } from '../settings.ts'
import { sharedRead } from '../shared-read.ts'
import { NOTHING, percentOf, relayedPercentOf, type Usage } from './usage.ts'
import { nextDay, secondsUntilNextDay } from '../day.ts'

// When it is used up, no new merge starts; extractions and formats that need no merge still work. If it
// cannot be read, the service continues without a limit.

type BudgetSettings = Pick<
  Env,
  'BUDGET' | 'BUDGET_TASKS' | 'BUDGET_GIB' | 'BUDGET_CONTAINER_HOURS' | 'BUDGET_EGRESS_GIB'
>

const MEMORY_MS = 30_000
const ANSWER_MS = 2_000
type Work = Usage & { unknown?: Usage }
/** Sites of no known platform together get at most this part of a day. */
const UNKNOWN_PERCENT = 50

export const objectOf = ({ BUDGET }: Pick<Env, 'BUDGET'>) => BUDGET.getByName('product')

export async function readBudget(env: BudgetSettings): Promise<BudgetState> {
  const { unknown: _, ...work } = await workOf(env, env.BUDGET)
  const budget = budgetOf(env)
  return { ...work, percent: percentOf(work, budget), relayed_percent: relayedPercentOf(work, budget) }
}

const workOf = sharedRead<Work, BudgetSettings, Env['BUDGET']>({
  event: 'budget_failed',
  keepMs: MEMORY_MS,
  limitMs: ANSWER_MS,
  endOf: (at) => nextDay(at) - 1,
  read: async (env) => await objectOf(env).read(),
  substitute: () => NOTHING,
})

export async function assertBudget(env: BudgetSettings, isKnown = true): Promise<void> {
  const { unknown, ...work } = await workOf(env, env.BUDGET)
  const budget = budgetOf(env)
  const isOver =
    percentOf(work, budget) >= 100 ||
    (!isKnown && unknown !== undefined && percentOf(unknown, budget) >= UNKNOWN_PERCENT)
  if (isOver) throw new Failure('day_over', { waitSeconds: secondsUntilNextDay(Date.now()) })
}

const RELAY_OVER =
  'We have passed on as much media as we can today for sites that send it only to our servers. Please try a link of another site, or come back after 00:00 UTC.'

export async function assertRelayBudget(env: BudgetSettings): Promise<void> {
  const { relayed_percent: percent } = await readBudget(env)
  if (percent < 100) return
  throw new Failure('day_over', {
    message: RELAY_OVER,
    waitSeconds: secondsUntilNextDay(Date.now()),
  })
}

/** Never rejects. */
export async function spendBudget(
  env: Pick<Env, 'BUDGET'>,
  work: Partial<Usage>,
  isKnown = true,
): Promise<void> {
  await objectOf(env)
    .add(work, isKnown)
    .catch((error: unknown) => log('budget_failed', { cause: causeText(error) }))
}
