import * as z from 'zod/mini'
import { amount, text } from './fields.ts'

/** Body of the response to `GET /healthz`. */
export const healthSchema = z.object({
  v: z.number(),
  boot: text,
  yt_dlp: text,
  /** Age of the installed yt-dlp release in days; null if its version is not a date. */
  yt_dlp_age_days: z.nullable(amount),
  ffmpeg: text,
  /**
   * The tag of the image in which the merger runs; absent if it runs outside an image. Older mergers omit the
   * field.
   */
  build: z.optional(text),
  /**
   * Result of the self-test that runs after each start. `js`, `ejs` and `curl_cffi` are the versions of the
   * components that passed it. A version is null while the self-test runs and if the component failed.
   */
  self_test: z.enum(['running', 'passed', 'failed']),
  js: z.nullable(text),
  ejs: z.nullable(text),
  curl_cffi: z.nullable(text),
  /** For each protection of the merger's sandbox, whether it is active. Older mergers omit the field. */
  sandbox: z.optional(z.record(text, z.boolean())),
  /** `busy` is the number of slots in use, `slots` the number of all slots. */
  merges: z.object({ busy: amount, slots: amount }),
  extractions: z.object({ busy: amount, slots: amount }),
  /**
   * The state of the circuit breaker for each pair of exit and platform that has been used
   * (merger/egress/breaker.ts).
   */
  exits: z._default(
    z.array(
      z.object({
        exit: text,
        platform: text,
        state: z.enum(['closed', 'open', 'half_open']),
        /**
         * `since` is when the circuit breaker left the state `closed`, and `until` is when it lets one trial
         * extraction through. Both are epoch milliseconds.
         */
        since: z.nullable(amount),
        until: z.nullable(amount),
      }),
    ),
    [],
  ),
  /**
   * True after a SIGTERM: the merger finishes its running work and refuses new work. Older mergers omit the
   * field.
   */
  draining: z.optional(z.boolean()),
  /**
   * `outcomes` counts the extractions since the start by platform (an id, or `web`), then by failure code or
   * `ok`. `warnings` counts the extractions in which yt-dlp printed a warning, by platform and kind of
   * warning.
   */
  outcomes: z.optional(z.record(text, z.record(text, amount))),
  warnings: z.optional(z.record(text, z.record(text, amount))),
})
export type Health = z.infer<typeof healthSchema>
