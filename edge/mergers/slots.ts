import * as z from 'zod/mini'
import { healthSchema } from '#contract/engine/health.ts'

/** The numbers of slots of one merger. */
export type MergerSlots = { merges: number; extractions: number }

/**
 * The fields that every version of the merger sends in a health response, and the tag of the merger's image.
 */
const capacitySchema = z.pick(healthSchema, { merges: true, extractions: true, build: true })

/**
 * Returns the numbers of slots and the image tag from a response to `GET /healthz`. Throws if the response
 * contains no slots.
 */
export async function capacityIn(answer: Response): Promise<{ slots: MergerSlots; build?: string }> {
  const { merges, extractions, build } = capacitySchema.parse(await answer.json())
  const slots = { merges: merges.slots, extractions: extractions.slots }
  return { slots, ...(build !== undefined && { build }) }
}
