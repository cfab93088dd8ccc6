import { DurableObject } from 'cloudflare:workers'
import { log } from '../log.ts'
import { budgetOf } from '../settings.ts'
import { dayOf } from './day.ts'
import { percentOf, type Usage } from './usage.ts'

const NOTHING: Usage = { tasks: 0, bytes: 0, seconds: 0 }
/**
 * Percentages of the daily budget. The edge writes a log line when the used part of the budget reaches one of
 * these percentages for the first time on a day.
 */
const LOGGED = [80, 100]

type Day = {
  /** The day in UTC, for example "2026-11-22". */
  day: string
  work: Usage
  /** The highest percentage in `LOGGED` for which the edge has written a log line on this day; 0 if none. */
  logged: number
}

/**
 * A Durable Object that adds up the work of the current day (UTC) for all visitors together. The work is the
 * ended merge tasks, the stored bytes and the running time of the containers. The deployment has one such
 * object. When a task ends, the task and its bytes are added. While a container runs, its running time is
 * added at most once a minute, and once more when the container stops.
 */
export class Budget extends DurableObject<Env> {
  /** Adds tasks, bytes and seconds to the totals of the current day (UTC). */
  async add({ tasks = 0, bytes = 0, seconds = 0 }: Partial<Usage>): Promise<void> {
    const { day, work, logged } = this.#today()
    const sum = { tasks: work.tasks + tasks, bytes: work.bytes + bytes, seconds: work.seconds + seconds }
    const percent = percentOf(sum, budgetOf(this.env))
    const reached = LOGGED.findLast((mark) => percent >= mark) ?? 0
    if (reached > logged) log('budget', { percent: reached, ...sum })
    this.ctx.storage.kv.put<Day>('day', { day, work: sum, logged: Math.max(reached, logged) })
  }

  /** Returns the totals of the current day (UTC) for all visitors together: tasks, bytes and seconds. */
  async read(): Promise<Usage> {
    return this.#today().work
  }

  #today(): Day {
    const day = dayOf(Date.now())
    const known = this.ctx.storage.kv.get<Day>('day')
    return known?.day === day ? known : { day, work: NOTHING, logged: 0 }
  }
}
