import * as z from 'zod/mini'
import { healthSchema } from '#contract/engine/health.ts'

export type MergerSlots = { merges: number; extractions: number }

/** Older mergers omit `build`. */
const capacitySchema = z.pick(healthSchema, { merges: true, extractions: true, build: true })

export async function capacityIn(answer: Response): Promise<{ slots: MergerSlots; build?: string }> {
  const { merges, extractions, build } = capacitySchema.parse(await answer.json())
  const slots = { merges: merges.slots, extractions: extractions.slots }
  return { slots, ...(build !== undefined && { build }) }
}
