import * as z from 'zod/mini'
import { healthSchema } from '#contract/engine/health.ts'

/** How many merges and extractions one merger can run at once. */
export type MergerSlots = { merges: number; extractions: number }

/**
 * The fields of a health response that the edge needs. `merges` and `extractions` contain the numbers of
 * slots. `build` is the tag of the container image; older versions of the merger omit it.
 */
const capacitySchema = z.pick(healthSchema, { merges: true, extractions: true, build: true })

/**
 * Parses a response to `GET /healthz`. Returns the numbers of slots, and the tag of the container image
 * (`build`). Throws if the response does not contain the numbers of slots.
 */
export async function capacityIn(answer: Response): Promise<{ slots: MergerSlots; build?: string }> {
  const { merges, extractions, build } = capacitySchema.parse(await answer.json())
  const slots = { merges: merges.slots, extractions: extractions.slots }
  return { slots, ...(build !== undefined && { build }) }
}
