import { DurableObject } from 'cloudflare:workers'
import { log } from '../log.ts'
import { budgetOf } from '../settings.ts'
import { dayOf } from '../day.ts'
import { withOutcome, type Outcomes } from './outcomes.ts'
import { secondsNow, withAnswer, type Answers } from './answers.ts'
import { NOTHING, percentOf, relayedPercentOf, type Usage } from './usage.ts'

/** Percent. The first time on a day that one is reached is logged. */
const LOGGED = [80, 100]

type Day = {
  day: string
  work: Usage
  /** The part of sites of no known platform. */
  unknown?: Usage
  logged: number
}

export class Budget extends DurableObject<Env> {
  async add(used: Partial<Usage>, isKnown = true): Promise<void> {
    const { day, work, logged, unknown = NOTHING } = this.#today()
    const sum = sumOf(work, used)
    const budget = budgetOf(this.env)
    const percent = Math.max(percentOf(sum, budget), relayedPercentOf(sum, budget))
    const reached = LOGGED.findLast((mark) => percent >= mark) ?? 0
    if (reached > logged) log('budget', { percent: reached, ...sum })
    this.ctx.storage.kv.put<Day>('day', {
      day,
      work: sum,
      unknown: isKnown ? unknown : sumOf(unknown, used),
      logged: Math.max(reached, logged),
    })
  }

  async read(): Promise<Usage & { unknown?: Usage }> {
    const { work, unknown } = this.#today()
    return { ...work, ...(unknown && { unknown }) }
  }

  /** `ms`: of a link that was read. */
  async count(of: string, isFailed: boolean, ms?: number): Promise<void> {
    const { kv } = this.ctx.storage
    const now = Date.now()
    kv.put<Outcomes>('outcomes', withOutcome(kv.get('outcomes') ?? {}, of, isFailed, now))
    if (ms !== undefined) kv.put<Answers>('answers', withAnswer(kv.get('answers') ?? {}, of, ms, now))
  }

  async outcomes(): Promise<Outcomes> {
    return this.ctx.storage.kv.get<Outcomes>('outcomes') ?? {}
  }

  async seconds(): Promise<Record<string, number>> {
    return secondsNow(this.ctx.storage.kv.get<Answers>('answers') ?? {}, Date.now())
  }

  #today(): Day {
    const day = dayOf(Date.now())
    const known = this.ctx.storage.kv.get<Day>('day')
    return known?.day === day ? known : { day, work: NOTHING, logged: 0 }
  }
}

const sumOf = (work: Usage, { tasks = 0, bytes = 0, seconds = 0, relayed = 0 }: Partial<Usage>): Usage => ({
  tasks: Math.round(100 * (work.tasks + tasks)) / 100,
  bytes: work.bytes + bytes,
  seconds: work.seconds + seconds,
  relayed: work.relayed + relayed,
})
