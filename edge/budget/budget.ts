import { DurableObject } from 'cloudflare:workers'
import { log } from '../log.ts'
import { budgetOf } from '../settings.ts'
import { dayOf } from './day.ts'
import { percentOf, type Usage } from './usage.ts'

const NOTHING: Usage = { tasks: 0, bytes: 0, seconds: 0 }
/** Percent. The first time on a day that one is reached is logged. */
const LOGGED = [80, 100]

type Day = {
  day: string
  work: Usage
  logged: number
}

export class Budget extends DurableObject<Env> {
  async add({ tasks = 0, bytes = 0, seconds = 0 }: Partial<Usage>): Promise<void> {
    const { day, work, logged } = this.#today()
    const sum = { tasks: work.tasks + tasks, bytes: work.bytes + bytes, seconds: work.seconds + seconds }
    const percent = percentOf(sum, budgetOf(this.env))
    const reached = LOGGED.findLast((mark) => percent >= mark) ?? 0
    if (reached > logged) log('budget', { percent: reached, ...sum })
    this.ctx.storage.kv.put<Day>('day', { day, work: sum, logged: Math.max(reached, logged) })
  }

  async read(): Promise<Usage> {
    return this.#today().work
  }

  #today(): Day {
    const day = dayOf(Date.now())
    const known = this.ctx.storage.kv.get<Day>('day')
    return known?.day === day ? known : { day, work: NOTHING, logged: 0 }
  }
}
