import { DurableObject } from 'cloudflare:workers'
import { causeText } from '#contract/cause-text.ts'
import type { Health } from '#contract/engine/health.ts'
import { log } from '../log.ts'

export type Report = Health | 'asleep' | 'down'

/** What each container said last. A look at it neither starts a container nor keeps one awake. */
export class Fleet extends DurableObject<Env> {
  async report(merger: string, report: Report): Promise<void> {
    this.ctx.storage.kv.put(merger, report)
  }

  async read(): Promise<Record<string, Report>> {
    return Object.fromEntries(this.ctx.storage.kv.list<Report>())
  }
}

export const fleetOf = ({ FLEET }: Pick<Env, 'FLEET'>) => FLEET.getByName('all')

/** Never rejects. */
export async function reportMerger(env: Pick<Env, 'FLEET'>, merger: string, report: Report): Promise<void> {
  await fleetOf(env)
    .report(merger, report)
    .catch((error: unknown) => log('fleet_failed', { cause: causeText(error) }))
}
