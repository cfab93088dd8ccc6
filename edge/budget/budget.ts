import { DurableObject } from 'cloudflare:workers'
import { log } from '../log.ts'
import { budgetOf } from '../settings.ts'
import { dayOf } from './day.ts'

/** The amounts of work of all visitors that a budget limits, or the limits themselves. */
export type Usage = {
  /** Number of merge tasks that have ended after at least one attempt. */
  tasks: number
  /** Total size in bytes of the finished files that were stored. */
  bytes: number
  /** Total running time of the containers in seconds. */
  seconds: number
}
const NOTHING: Usage = { tasks: 0, bytes: 0, seconds: 0 }
/** Percentages of the budget that are logged. Each of them is logged once a day. */
const LOGGED = [80, 100]

type Day = {
  /** The day in UTC, for example "2026-11-22". */
  day: string
  work: Usage
  /** The highest percentage that was logged on this day. */
  logged: number
}

/**
 * A Durable Object that counts the work of all visitors on the current day (UTC). There is only one such
 * object. Tasks report when they end, and containers report at most once a minute.
 */
export class Budget extends DurableObject<Env> {
  /** Adds work to the total of the current UTC day, which counts against the budget. */
  async add({ tasks = 0, bytes = 0, seconds = 0 }: Partial<Usage>): Promise<void> {
    const { day, work, logged } = this.#today()
    const sum = { tasks: work.tasks + tasks, bytes: work.bytes + bytes, seconds: work.seconds + seconds }
    const percent = percentOf(sum, budgetOf(this.env))
    const reached = LOGGED.findLast((mark) => percent >= mark) ?? 0
    if (reached > logged) log('budget', { percent: reached, ...sum })
    this.ctx.storage.kv.put<Day>('day', { day, work: sum, logged: Math.max(reached, logged) })
  }

  /** Returns the work of the current day. */
  async read(): Promise<Usage> {
    return this.#today().work
  }

  #today(): Day {
    const day = dayOf(Date.now())
    const known = this.ctx.storage.kv.get<Day>('day')
    return known?.day === day ? known : { day, work: NOTHING, logged: 0 }
  }
}

/**
 * Returns the used share of a budget in whole percent. If the shares of the limits differ, returns the
 * highest one.
 */
export function percentOf(work: Usage, budget: Usage): number {
  return Math.floor(
    100 * Math.max(work.tasks / budget.tasks, work.bytes / budget.bytes, work.seconds / budget.seconds),
  )
}
