import * as z from 'zod/mini'
import { healthSchema } from '#contract/engine.ts'

/** The numbers of slots of one merger. */
export type MergerSlots = { merges: number; extractions: number }

/** The fields of a health response that every version of the merger sends. */
const slotsSchema = z.pick(healthSchema, { merges: true, extractions: true })

/** Returns the numbers of slots from a response to `GET /healthz`. Throws if the response contains none. */
export async function slotsIn(answer: Response): Promise<MergerSlots> {
  const { merges, extractions } = slotsSchema.parse(await answer.json())
  return { merges: merges.slots, extractions: extractions.slots }
}
