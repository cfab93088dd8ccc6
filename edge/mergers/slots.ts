import * as z from 'zod/mini'
import { healthSchema } from '#contract/engine/health.ts'

/** How many merges and extractions one merger can run at once. */
export type MergerSlots = { merges: number; extractions: number }

/**
 * The fields of a health response that the edge needs. Every version of the merger sends the numbers of slots
 * (in `merges` and `extractions`). Older versions omit the tag of the container image (`build`).
 */
const capacitySchema = z.pick(healthSchema, { merges: true, extractions: true, build: true })

/**
 * Returns the numbers of slots and the tag of the container image in a response to `GET /healthz`. Throws if
 * the response contains no numbers of slots.
 */
export async function capacityIn(answer: Response): Promise<{ slots: MergerSlots; build?: string }> {
  const { merges, extractions, build } = capacitySchema.parse(await answer.json())
  const slots = { merges: merges.slots, extractions: extractions.slots }
  return { slots, ...(build !== undefined && { build }) }
}
