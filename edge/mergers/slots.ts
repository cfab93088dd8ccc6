import * as z from 'zod/mini'
import { healthSchema } from '#contract/engine/health.ts'

export type MergerSlots = { merges: number; extractions: number }

export async function capacityIn(answer: Response): Promise<MergerSlots> {
  return slotsIn(await answer.json())
}

const capacitySchema = z.pick(healthSchema, { merges: true, extractions: true })

export function slotsIn(health: unknown): MergerSlots {
  const { merges, extractions } = capacitySchema.parse(health)
  return { merges: merges.slots, extractions: extractions.slots }
}
