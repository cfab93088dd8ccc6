import * as z from 'zod/mini'
import { amount } from './fields.ts'

/** The first list waits for so many fragments, which are its first segment. */
export const FIRST_FRAGMENTS = 2

/**
 * The beginning of a file that is still being made, as a fragmented MP4. Its bytes [0, init) come before the
 * first fragment.
 */
export const watchListSchema = z.object({
  init: amount,
  fragments: z.array(z.object({ start: amount, end: amount, seconds: amount })).check(z.maxLength(2_000)),
  /** True if no fragment follows. */
  is_over: z.boolean(),
  /** True if the end of the media is among the fragments. */
  is_whole: z.optional(z.boolean()),
})
export type WatchList = z.infer<typeof watchListSchema>

export const NO_COPY: WatchList = { init: 0, fragments: [], is_over: true }

export const watchPath = (id: string): string => `/merges/${id}/watch`
export const watchBytesPath = (id: string, start: number, end: number): string =>
  `/merges/${id}/watch/bytes?start=${start}&end=${end}`
