import { DurableObject } from 'cloudflare:workers'
import { causeText } from '#contract/cause-text.ts'
import type { Health } from '#contract/engine/health.ts'
import { log } from '../log.ts'
import type { Noted } from './platform-states.ts'

export type Report = Health | 'asleep' | 'down'

/** `at`: epoch milliseconds */
export type Reported = { report: Report; at: number }

/** A container with calls reports each minute, so an older report is that of one that was lost. */
const KEPT_MS = 3_600_000

/**
 * What each container said last, and in an object of its own what is known of each platform. A look at it
 * neither starts a container nor keeps one awake.
 */
export class Fleet extends DurableObject<Env> {
  async report(merger: string, report: Report): Promise<void> {
    const { kv } = this.ctx.storage
    if (report === 'asleep') kv.delete(merger)
    else kv.put<Reported>(merger, { report, at: Date.now() })
  }

  async note(name: string, noted: Noted): Promise<void> {
    this.ctx.storage.kv.put<Noted>(name, noted)
  }

  async noted(): Promise<Record<string, Noted>> {
    return Object.fromEntries(this.ctx.storage.kv.list<Noted>())
  }

  async read(): Promise<Record<string, Reported>> {
    const { kv } = this.ctx.storage
    const all = [...kv.list<Reported>()]
    const isOld = ({ at }: Reported) => at < Date.now() - KEPT_MS
    for (const [merger, reported] of all) if (isOld(reported)) kv.delete(merger)
    return Object.fromEntries(all.filter(([, reported]) => !isOld(reported)))
  }
}

export const fleetOf = ({ FLEET }: Pick<Env, 'FLEET'>) => FLEET.getByName('all')

/** Never rejects. */
export async function reportMerger(env: Pick<Env, 'FLEET'>, merger: string, report: Report): Promise<void> {
  await fleetOf(env)
    .report(merger, report)
    .catch((error: unknown) => log('fleet_failed', { cause: causeText(error) }))
}
