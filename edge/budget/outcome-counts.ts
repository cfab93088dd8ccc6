import { causeText } from '#contract/cause-text.ts'
import type { FailureCode } from '#contract/failure.ts'
import { servedBy } from '#contract/platforms/index.ts'
import { log } from '../log.ts'
import { sharedRead } from '../shared-read.ts'
import { failing, isFailedOutcome, type Share } from './outcomes.ts'
import { objectOf } from './product-budget.ts'

const MEMORY_MS = 10_000
const ANSWER_MS = 2_000

type Ended = { kind: 'extraction' | 'merge'; link: string; code: FailureCode | undefined; ms?: number }

/** Never rejects. */
export async function countOutcome(env: Pick<Env, 'BUDGET'>, { kind, link, code, ms }: Ended): Promise<void> {
  const platform = servedBy(new URL(link))?.id
  const isKnown = platform !== undefined && kind === 'extraction'
  const of = kind === 'merge' ? 'merges' : (platform ?? 'web')
  try {
    await objectOf(env).count(of, isFailedOutcome(code, isKnown), code === undefined ? ms : undefined)
  } catch (error) {
    log('budget_failed', { cause: causeText(error) })
  }
}

export const readFailing = sharedRead<Share[]>({
  event: 'budget_failed',
  keepMs: MEMORY_MS,
  limitMs: ANSWER_MS,
  read: async (env) => failing(await objectOf(env).outcomes(), Date.now()),
  substitute: () => [],
})

/** How long a link of each platform takes, where links were read lately. */
export const readSeconds = sharedRead<Record<string, number>>({
  event: 'budget_failed',
  keepMs: MEMORY_MS,
  limitMs: ANSWER_MS,
  read: async (env) => await objectOf(env).seconds(),
  substitute: () => ({}),
})
