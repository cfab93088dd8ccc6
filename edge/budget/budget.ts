import { DurableObject } from 'cloudflare:workers'
import { log } from '../log.ts'
import { budgetOf } from '../settings.ts'
import { dayOf } from './day.ts'

/** The work of all visitors that a budget bounds, or the limits of it. */
export type Work = {
  /** Merge tasks that ended. */
  tasks: number
  /** Bytes of the finished files that were stored. */
  bytes: number
  /** Seconds in which a container ran. */
  seconds: number
}
const NOTHING: Work = { tasks: 0, bytes: 0, seconds: 0 }
/** The percentages of the budget that are logged, once a day each. */
const LOGGED = [80, 100]

type Day = {
  /** UTC, "2026-11-22". */
  day: string
  work: Work
  /** The highest percentage that was logged. */
  logged: number
}

/**
 * The work of all visitors on the current day (UTC). There is one such object. Tasks report when they end, and
 * containers at most once a minute.
 */
export class Budget extends DurableObject<Env> {
  /** Adds work to the current day. */
  async add({ tasks = 0, bytes = 0, seconds = 0 }: Partial<Work>): Promise<void> {
    const { day, work, logged } = this.#today()
    const sum = { tasks: work.tasks + tasks, bytes: work.bytes + bytes, seconds: work.seconds + seconds }
    const percent = percentOf(sum, budgetOf(this.env))
    const reached = LOGGED.findLast((mark) => percent >= mark) ?? 0
    if (reached > logged) log('budget', { percent: reached, ...sum })
    this.ctx.storage.kv.put<Day>('day', { day, work: sum, logged: Math.max(reached, logged) })
  }

  /** The work of the current day. */
  async read(): Promise<Work> {
    return this.#today().work
  }

  #today(): Day {
    const day = dayOf(Date.now())
    const known = this.ctx.storage.kv.get<Day>('day')
    return known?.day === day ? known : { day, work: NOTHING, logged: 0 }
  }
}

/** How much of a budget is used, in whole percent: that of the limit which is nearest. */
export function percentOf(work: Work, budget: Work): number {
  return Math.floor(
    100 * Math.max(work.tasks / budget.tasks, work.bytes / budget.bytes, work.seconds / budget.seconds),
  )
}
