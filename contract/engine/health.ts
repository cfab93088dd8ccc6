import * as z from 'zod/mini'
import { amount, text } from './fields.ts'

export const healthSchema = z.object({
  v: z.number(),
  boot: text,
  yt_dlp: text,
  /** days; null if the version of yt-dlp is not a date */
  yt_dlp_age_days: z.nullable(amount),
  ffmpeg: text,
  /** Absent if the merger runs without an image. */
  build: z.optional(text),
  self_test: z.enum(['running', 'passed', 'failed']),
  /** Versions of the components that passed the self-test: null while it runs, and for one that failed. */
  js: z.nullable(text),
  ejs: z.nullable(text),
  curl_cffi: z.nullable(text),
  sandbox: z.record(text, z.boolean()),
  merges: z.object({ busy: amount, slots: amount }),
  extractions: z.object({ busy: amount, slots: amount }),
  /** True after SIGTERM. */
  draining: z.boolean(),
  /** Open calls besides this one. */
  calls: amount,
  /** `outcomes`: first key the platform id or `web`, second key a failure code or `ok`. */
  outcomes: z.optional(z.record(text, z.record(text, amount))),
  warnings: z.optional(z.record(text, z.record(text, amount))),
})
export type Health = z.infer<typeof healthSchema>
