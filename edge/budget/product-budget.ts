import type { BudgetState } from '#contract/api.ts'
import { causeText } from '#contract/cause-text.ts'
import { Failure } from '#contract/failure.ts'
import { log } from '../log.ts'
import { withTimeout } from '../retry.ts'
import { budgetOf } from '../settings.ts'
import { percentOf, type Usage } from './usage.ts'
import { nextDay, secondsUntilNextDay } from './day.ts'

// When it is used up, no new merge starts; extractions and formats that need no merge still work. If it
// cannot be read, the service continues without a limit.

type BudgetSettings = Pick<Env, 'BUDGET' | 'BUDGET_TASKS' | 'BUDGET_GIB' | 'BUDGET_CONTAINER_HOURS'>

const MEMORY_MS = 30_000
const ANSWER_MS = 2_000
let memory: { of: Env['BUDGET']; work: Usage; until: number } | undefined

const objectOf = ({ BUDGET }: Pick<Env, 'BUDGET'>) => BUDGET.getByName('product')
const failed = (error: unknown) => log('budget_failed', { cause: causeText(error) })

export async function readBudget(env: BudgetSettings): Promise<BudgetState> {
  const work = await readWork(env)
  return { ...work, percent: percentOf(work, budgetOf(env)) }
}

async function readWork(env: BudgetSettings): Promise<Usage> {
  if (memory?.of === env.BUDGET && memory.until >= Date.now()) return memory.work
  const at = Date.now()
  const work = await withTimeout(ANSWER_MS, async () => await objectOf(env).read()).catch(
    (error: unknown) => {
      failed(error)
      return { tasks: 0, bytes: 0, seconds: 0 }
    },
  )
  // The isolate caches the result of the read and not the promise, because a promise may never settle if its
  // request is cancelled. The cached result expires at midnight (UTC) at the latest: each day has its own
  // budget.
  memory = { of: env.BUDGET, work, until: Math.min(at + MEMORY_MS, nextDay(at) - 1) }
  return work
}

export async function assertBudget(env: BudgetSettings): Promise<void> {
  const { percent } = await readBudget(env)
  if (percent >= 100) throw new Failure('day_over', { waitSeconds: secondsUntilNextDay(Date.now()) })
}

/** Never rejects. */
export async function spendBudget(env: Pick<Env, 'BUDGET'>, work: Partial<Usage>): Promise<void> {
  await objectOf(env).add(work).catch(failed)
}
