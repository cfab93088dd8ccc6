import * as z from 'zod/mini'
import { healthSchema } from '#contract/engine.ts'

/** Number of slots of one merger. */
export type MergerSlots = { merges: number; extractions: number }

/** The part of a health answer that every version of the merger has. */
const slotsSchema = z.pick(healthSchema, { merges: true, extractions: true })

/** The slots in the answer of `GET /healthz`. Throws when it names none. */
export async function slotsIn(answer: Response): Promise<MergerSlots> {
  const { merges, extractions } = slotsSchema.parse(await answer.json())
  return { merges: merges.slots, extractions: extractions.slots }
}
